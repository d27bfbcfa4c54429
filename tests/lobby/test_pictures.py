"""Does a small picture show what its reader's view shows, and nothing else?"""

from __future__ import annotations

import re
import struct
import zlib
from xml.etree import ElementTree

import pytest

import games
from games.core.clocks import Late
from games.core.contract import Game
from games.core.picture import MOST_SHAPES, Disc, Line, Mark, Rect, picture
from games.core.rng import seat_rng, step_rng
from games.core.simulate import judged, open_table
from games.hundred_clubs.constants import UNSEEN
from lobby.fog import audience
from lobby.matches.models import Match
from lobby.pages import drawing, lists
from lobby.play import referee, services
from tests.games.toy import GAME as TOY

OPTIONS = {
    "hundred_clubs": {"starts": "drawn", "map": "generated"},
    "deep_blue": {"map": "pocket_sound"},
    "cosmos": {"rounds": 40, "stride": 5},
}
AUDIENCES = (0, 1, "public", "referee")
LARGEST = 16_000
"""Bytes of an SVG: a lobby may show sixty."""


def played(game: Game, steps: int, seed: str = "pictures"):
    """A position after some steps of the easiest bots."""
    bots = [game.bots[0]] * 2
    options = open_table(game, OPTIONS.get(game.id, {}), 2, seed)
    state = game.setup(options, 2, step_rng(seed, 0))
    memories: list[dict] = [{}, {}]
    for step in range(steps):
        given = {
            seat: bots[seat].decide(game.view(state, seat), seat_rng(seed, step, seat), memories[seat])
            for seat in game.pending(state)
        }
        checked = {seat: judged(game, state, seat, step, orders)[0] for seat, orders in given.items()}
        state, _ = game.resolve(state, checked, step_rng(seed, step + 1))
    return options, state


@pytest.mark.parametrize("game_id", list(games.GAMES))
@pytest.mark.parametrize("steps", [0, 5])
def test_every_game_draws_what_every_audience_sees(game_id, steps):
    if game_id == "toy":
        pytest.skip("draws nothing")
    game = games.get(game_id)
    _, state = played(game, steps)
    assert game.picture is not None
    for who in AUDIENCES:
        made = game.picture(game.view(state, who))
        for theme in ("dark", "light"):
            text = drawing.svg(made, theme)
            assert len(text) < LARGEST
            root = ElementTree.fromstring(text)
            assert {element.tag.rsplit("}")[-1] for element in root.iter()} <= {"svg", "g", "path", "circle", "polygon"}
    whole = game.picture(game.view(state, "referee"))
    seats = {shape.seat for shape in whole.shapes if isinstance(shape, Mark)}
    assert seats == {0, 1} or steps == 0


@pytest.mark.parametrize("game_id", list(games.GAMES))
def test_two_positions_that_look_alike_have_the_same_picture(game_id):
    """A guess made from a view is another position with the same view: no byte of the picture tells which of them it is of."""
    if game_id == "toy":
        pytest.skip("draws nothing")
    game = games.get(game_id)
    options, state = played(game, 4)
    assert game.picture is not None
    assert game.imagine is not None
    view = game.view(state, 0)
    guess = game.imagine(options, view, step_rng("another", 0))
    assert game.to_json(guess) != game.to_json(state)
    pictures = [drawing.svg(game.picture(game.view(one, 0)), "dark") for one in (state, guess)]
    assert pictures[0] == pictures[1]
    assert drawing.png(game.picture(game.view(guess, 0)), "dark", (60, 40)) == drawing.png(
        game.picture(view), "dark", (60, 40)
    )


@pytest.mark.parametrize("map_id", ["", "generated"])
def test_clubs_without_land_show_the_bare_campus(map_id):
    """Bids and birthplaces come before the first round: everybody knows the map, nobody has anything on it."""
    game = games.get("hundred_clubs")
    state = game.setup(open_table(game, {"map": map_id} if map_id else {}, 2, "bare"), 2, step_rng("bare", 0))
    view = game.view(state, "public")
    assert view["auction"] is not None
    bare = game.picture(view)
    assert {"land", "water", "ground"} <= {shape.tone for shape in bare.shapes if isinstance(shape, Rect)}
    assert len(drawing.svg(bare, "dark")) < LARGEST
    taken = {**view, "auction": {**view["auction"], "chosen": [[3, 4]]}}
    rings = [shape for shape in game.picture(taken).shapes if isinstance(shape, Disc)]
    assert [(ring.x, ring.y) for ring in rings] == [(3.5, 4.5)]


def test_where_nothing_of_the_board_is_seen_there_is_fog():
    hidden = picture(16, 12, [Rect(0, 0, 16, 12, "unseen")])
    circles = [len(re.findall("<circle", drawing.svg(one, "light").decode())) for one in (hidden, picture(16, 12, []))]
    assert circles[0] == circles[1] > 4
    some = picture(16, 12, [*hidden.shapes, Rect(3, 3, 1, 1, "ground")])
    assert "<circle" not in drawing.svg(some, "light").decode()
    assert drawing.png(hidden) != drawing.png(some)


def test_strangers_at_a_table_of_clubs_in_the_fog_get_the_campus_that_everybody_knows():
    clubs = games.get("hundred_clubs")
    _, state = played(clubs, 5)
    view = clubs.view(state, "public")
    assert view["round"] > 0
    bare = clubs.picture(view)
    assert {"land", "ground"} <= {shape.tone for shape in bare.shapes if isinstance(shape, Rect)}
    assert not any(isinstance(shape, Mark) for shape in bare.shapes)


def test_a_club_in_the_fog_sees_the_houses_of_the_campus_around_its_land():
    clubs = games.get("hundred_clubs")
    _, state = played(clubs, 5)
    view = clubs.view(state, 0)
    shapes = clubs.picture(view).shapes
    assert any(isinstance(shape, Mark) for shape in shapes)
    houses = sum(shape.width * shape.height for shape in shapes if isinstance(shape, Rect) and shape.tone == "ground")
    unseen = [
        land
        for owners, rows in zip(view["owners"], view["map"]["rows"], strict=True)
        for owner, land in zip(owners, rows, strict=True)
        if owner == UNSEEN
    ]
    assert houses > len(unseen) / 5


def test_a_png_is_what_it_says():
    shapes = [Rect(0, 0, 4, 4, "water"), Line(0, 0, 4, 4, 0.5, "line"), Disc(2, 2, 1, "nobody", hollow=True)]
    shapes += [Mark(1 + seat % 3, 1 + seat // 3, 0.4, seat, faint=seat % 2 == 0) for seat in range(8)]
    made = drawing.png(picture(4, 4, shapes), "light", (120, 63))
    assert made[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", made[16:24]) == (120, 63)
    start = made.index(b"IDAT")
    (length,) = struct.unpack(">I", made[start - 4 : start])
    assert len(zlib.decompress(made[start + 4 : start + 4 + length])) == 63 * (1 + 120 * 3)


def test_each_seat_has_a_form_besides_its_colour():
    drawn = [drawing.svg(picture(2, 2, [Mark(1, 1, 1, seat)]), "dark").decode() for seat in range(8)]
    colours = drawing.colours("dark")
    forms = {text.replace(colours[str(seat)], "") for seat, text in enumerate(drawn)}
    assert len(forms) == 8


def test_a_picture_has_a_size_and_a_limit():
    with pytest.raises(ValueError, match="shapes"):
        picture(9, 9, [Disc(1, 1, 1, "line")] * (MOST_SHAPES + 1))
    with pytest.raises(ValueError, match="0 by 9"):
        picture(0, 9, [])


# Over HTTP, in a game that writes into its picture whatever the view has.


def spelled(view):
    """A picture from which the view can be read: a disc for each seat at its cell, or at the edge where the cell is hidden."""
    spots = [-1 if seat["cell"] is None else seat["cell"] for seat in view["seats"]]
    return picture(view["size"] + 2, 4, [Mark(spot + 1, seat, 0.5, seat) for seat, spot in enumerate(spots)])


@pytest.fixture
def drawn_toy(replace_toy):
    replace_toy(picture=spelled, late=lambda options: Late(truth=2))


def expected(match, reader, step) -> bytes:
    state = audience.positions.position(match.pk, step).state
    return drawing.svg(spelled(TOY.view(state, reader)), "dark")


@pytest.fixture
def two_steps(drawn_toy, make_match, order):
    def begin(**fields):
        match = make_match(**{"options": {"fog": True, "hearts": 9, "size": 9}, "spectator_delay": 1, **fields})
        for step in range(2):
            for seat in range(2):
                order(match, seat, step=step, walk=1)
            assert referee.advance_once(match.pk) == step + 1
        match.refresh_from_db()
        assert match.step == 2
        return match

    return begin


@pytest.mark.django_db(transaction=True)
def test_everybody_gets_the_picture_of_their_own_view(two_steps, client, alice, bob, charlie):
    match = two_steps()
    address = f"/matches/{match.pk}/picture.svg"
    assert client.get(address).content == expected(match, "public", 1)
    client.force_login(charlie)
    assert client.get(f"{address}?step=2").content == expected(match, "public", 1)
    # A seat that is closed to the reader is answered by what is open.
    assert client.get(f"{address}?as=0").content == expected(match, "public", 1)
    for seat, person in enumerate((alice, bob)):
        client.force_login(person)
        assert client.get(address).content == expected(match, seat, 2)
        assert client.get(f"{address}?as=referee&step=1").content == expected(match, seat, 1)
        assert client.get(f"{address}?as=public&step=2").content == expected(match, "public", 1)
        assert client.get(f"{address}?as={1 - seat}").content == expected(match, seat, 2)


@pytest.mark.django_db(transaction=True)
def test_where_spectators_see_everything_their_picture_is_as_late(two_steps, client):
    match = two_steps(spectators_see_all=True)
    address = f"/matches/{match.pk}/picture.svg"
    assert client.get(address).content == expected(match, "referee", 0)
    assert client.get(f"{address}?step=2").content == expected(match, "referee", 0)
    assert client.get(f"{address}?as=1&step=2").content == expected(match, 1, 0)


@pytest.mark.django_db(transaction=True)
def test_a_match_that_is_closed_has_no_picture(two_steps, client, alice):
    match = two_steps(visibility="link")
    for name in ("picture.svg", "picture.png"):
        assert client.get(f"/matches/{match.pk}/{name}").status_code == 404
    client.force_login(alice)
    assert client.get(f"/matches/{match.pk}/picture.svg").status_code == 200
    # A preview is what strangers see, whoever asks.
    assert client.get(f"/matches/{match.pk}/picture.png").status_code == 404
    services.set_watchable(user_id=alice.pk, match_id=match.pk, value=True)
    assert client.get(f"/matches/{match.pk}/picture.png").status_code == 404, "two people play"


@pytest.mark.django_db(transaction=True)
def test_the_preview_of_a_players_link_is_that_of_strangers(two_steps, client, alice):
    match = two_steps()
    address = f"/matches/{match.pk}/picture.png?as=0&step=2"
    for_strangers = client.get(address)
    assert for_strangers.headers["Content-Type"] == "image/png"
    client.force_login(alice)
    assert client.get(address).content == for_strangers.content


@pytest.mark.django_db(transaction=True)
def test_cards_name_the_step_that_their_reader_sees(two_steps, client, alice):
    match = two_steps()
    (card,) = lists.cards([match])
    assert (card.round, card.picture) == ("Round 2", 1)
    (mine,) = lists.my_cards([match], alice.pk)
    assert (mine.round, mine.picture) == ("Round 3", 2)
    text = client.get("/lobby/").text
    assert f"/matches/{match.pk}/picture.svg?step=1&amp;theme=dark" in text
    assert "step=2" not in text


@pytest.mark.django_db(transaction=True)
def test_before_the_delay_has_passed_a_card_has_no_picture(drawn_toy, make_match, client):
    match = make_match(options={"fog": True}, spectator_delay=5)
    (card,) = lists.cards([match])
    assert (card.round, card.picture) == ("", None)
    assert client.get(f"/matches/{match.pk}/picture.svg").status_code == 404


# Previews of links.


def told(page) -> dict[str, str]:
    """The tags for those that show a link, by their names."""
    return dict(re.findall(r'<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)">', page.text))


@pytest.mark.django_db(transaction=True)
def test_a_link_shows_strangers_what_they_may_see_whoever_asks(two_steps, client, alice):
    match = two_steps()
    for path in ("", "replay/?step=2&as=0"):
        for_strangers = told(client.get(f"/matches/{match.pk}/{path}"))
        assert for_strangers["og:title"] == "Lanterns"
        assert for_strangers["og:description"].endswith("Alice – Bob")
        assert "as=public" in for_strangers["og:image"]
        assert for_strangers["og:image"].endswith("step=1")
        assert client.get(for_strangers["og:image"].replace("&amp;", "&")).status_code == 200
        client.force_login(alice)
        assert told(client.get(f"/matches/{match.pk}/{path}")) == for_strangers
        client.logout()


@pytest.mark.django_db(transaction=True)
def test_the_link_of_a_match_that_is_over_names_the_result(two_steps, client):
    match = two_steps()
    Match.objects.filter(pk=match.pk).update(
        status="finished", finished_at=match.started_at, outcome={"reason": "rounds", "places": [1, 2]}
    )
    shown = told(client.get(f"/matches/{match.pk}/replay/?step=1&as=1"))
    assert shown["og:title"] == "Alice won · Lanterns"
    assert shown["twitter:card"] == "summary_large_image"
    assert "as=1&amp;step=1" in shown["og:image"]
    # Whoever sat there is not told where the table hid it until staff let it be known.
    Match.objects.filter(pk=match.pk).update(sealed=True)
    assert client.get(f"/matches/{match.pk}/replay/").status_code == 404


@pytest.mark.django_db(transaction=True)
def test_without_javascript_a_page_says_how_the_match_has_ended_and_not_before(two_steps, client):
    match = two_steps()

    def said(page: str) -> str:
        html = client.get(f"/matches/{match.pk}/{page}").content.decode()
        return html.partition("<noscript>")[2].partition("</noscript>")[0]

    assert "needs JavaScript" in said("")
    assert "Alice" not in said("")
    Match.objects.filter(pk=match.pk).update(
        status="finished", finished_at=match.started_at, outcome={"reason": "rounds", "places": [1, 2]}
    )
    for page in ("", "replay/"):
        assert "Alice won · Lanterns" in said(page)


@pytest.mark.django_db(transaction=True)
def test_what_strangers_may_not_know_has_no_tags(two_steps, client, alice):
    match = two_steps(visibility="link")
    client.force_login(alice)
    page = client.get(f"/matches/{match.pk}/")
    assert (told(page), page.context["page"]["share"]) == ({}, None)
    hidden = two_steps(anonymous=True)
    client.logout()
    shown = told(client.get(f"/matches/{hidden.pk}/"))
    assert "Alice" not in str(shown)
    assert "Seat A" in shown["og:description"]
