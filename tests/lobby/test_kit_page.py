"""Is `/kit/`, which shows the parts of boards to whoever changes one, there in development and nowhere else?"""

from __future__ import annotations

import pytest
from django.test import Client


@pytest.mark.django_db
def test_the_page_of_the_kit_is_for_development_alone(settings):
    assert Client().get("/kit/").status_code == 404
    settings.DEBUG = True
    assert "kit/figures.js" in Client().get("/kit/").content.decode()
