"""Do paging, filters and sort orders live in the address of a page, and does none of them drop the others?"""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template import engines
from django.test import RequestFactory

TEMPLATES = sorted(Path(settings.BASE_DIR, "templates").rglob("*.html"))
PAGING = re.compile(r'href="([^"]*page\.(?:previous|next)_page_number[^"]*)"')
BARE = re.compile(r'href="\?(?!preset=|again=)[^"]*"')
"""A link that keeps nothing of the address. The form of a contest has some that begin anew."""


def test_every_link_to_another_page_of_a_list_keeps_what_the_list_was_asked_for():
    links = [link for path in TEMPLATES for link in PAGING.findall(path.read_text())]
    assert len(links) >= 12
    for link in links:
        shown = engines["django"].from_string(link)

        class Page:
            previous_page_number = 1
            next_page_number = 3

        request = RequestFactory().get("/x/?page=2&rating=toy.live&order=name")
        assert re.fullmatch(r"\?(?=.*page=[13]).*rating=toy.live.*order=name.*", shown.render({"page": Page}, request))


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_no_link_within_a_page_drops_the_rest_of_its_address(path):
    assert BARE.findall(path.read_text()) == []


def test_a_chosen_game_keeps_the_other_filters_of_the_lobby(client, transactional_db):
    page = client.get("/lobby/?pace=slow&game=toy").content.decode()
    assert 'href="?pace=slow&amp;game=frames"' in page or 'href="?pace=slow&amp;game=planet_conquer"' in page
    assert 'href="?pace=slow" data-filter=""' in page
