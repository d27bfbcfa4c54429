"""The pictures of people, and the page on which a person says who they are."""

from __future__ import annotations

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from lobby.accounts import faces
from lobby.accounts.models import User
from lobby.accounts.views import person_of
from lobby.people import portrait
from lobby.people.portrait import PortraitForm


@require_safe
def face(request: HttpRequest, code: str) -> HttpResponse:
    """A picture by its name. Nobody is looked up for it, and it never changes."""
    drawn = faces.drawn(code)
    if drawn is None:
        raise Http404
    response = HttpResponse(drawn, content_type="image/svg+xml")
    response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    return response


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def portrait_page(request: HttpRequest) -> HttpResponse:
    """The line, the country and the picture of the person."""
    # The form works on its own copy, so that the page header does not show refused values.
    user = User.objects.get(pk=person_of(request).pk)
    if user.is_guest:
        messages.info(request, gettext("A guest has no profile to fill in. Sign up to have one."))
        return redirect("account_signup")
    initial = {"about": user.about, "country": user.country, "picture": user.picture}
    form = PortraitForm(request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid():
        refused: HttpResponse | None = ratelimit.consume_or_429(request, action="people")
        if refused:
            return refused
        try:
            portrait.change(user=user, **form.cleaned_data)
        except ValidationError as error:
            form.add_error(None, error)
        else:
            messages.success(request, gettext("Saved."))
            return redirect("account_portrait")
    pictures = [(one, one.data["value"] or faces.of_name(str(user))) for one in form["picture"]]
    context = {"form": form, "person": user, "pictures": pictures}
    return render(request, "people/portrait.html", context, status=400 if form.is_bound else 200)
