"""Is the form of a new table made from the game's options, and does every bad field say so at its place with nothing lost?"""

import json
from dataclasses import replace

import pytest
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.test import Client

import games
from games.core.contract import Option, Preset
from games.core.errors import OptionError
from lobby.matches.models import Match
from lobby.pages.form_presets import with_preset
from lobby.pages.forms import TableForm
from lobby.pages.option_fields import JsonOrYamlField, make_field, token
from lobby.platform.characters.written import LONGEST_TEXT
from tests.readable import elements

GOOD = {
    "seats": "3",
    "bot_1": "thrower",
    "bot_2": "",
    "bot_3": "thrower",
    "visibility": "public",
    "clock": "live",
    "step_seconds": "45",
    "bank_seconds": "30",
    "slow_amount": "1",
    "slow_unit": "days",
    "spectator_delay": "2",
    "press": "public",
    "option_size": "9",
    "option_rounds": "12",
    "option_hearts": "2",
    "option_fog": "on",
}


@pytest.fixture(autouse=True)
def fresh() -> None:
    cache.clear()


@pytest.fixture
def host(alice) -> Client:
    client = Client()
    client.force_login(alice)
    return client


def posted(client: Client, **changes):
    data = {key: value for key, value in (GOOD | changes).items() if value is not None}
    return client.post("/tables/new/toy/", data)


def test_every_option_of_every_real_game_has_a_field_with_its_default(transactional_db):
    for game_id in [name for name in games.GAMES if name != "toy"]:
        game = games.get(game_id)
        form = TableForm(game)
        for option in game.options:
            assert f"option_{option.key}" in form.fields
        html = form.as_div()
        data = QueryDict(mutable=True)
        for name, field in form.fields.items():
            value = form.get_initial_for_field(field, name)
            for one in value if isinstance(value, list) else [value]:
                if one is not None and one is not False:
                    data.appendlist(name, "on" if one is True else str(one))
        assert html
        bound = TableForm(game, data)
        assert bound.is_valid(), bound.errors
        assert game.check_options(bound.options, None) == game.check_options({}, None)


def test_a_good_form_opens_the_table_it_describes(host):
    answer = posted(host)
    match = Match.objects.get()
    assert answer.headers["Location"] == f"/tables/{match.pk}/"
    assert match.options == {"size": 9, "rounds": 12, "hearts": 2, "fog": True}
    assert (match.clock, match.step_seconds, match.bank_seconds) == ("live", 45, 30)
    assert list(match.seats.values_list("bot", flat=True)) == ["", "thrower", ""]


@pytest.mark.parametrize(("amount", "unit", "seconds"), [("12", "hours", 43200), ("3", "days", 259200)])
def test_a_slow_clock_counts_hours_or_days(host, amount, unit, seconds):
    posted(host, clock="slow", slow_amount=amount, slow_unit=unit, step_seconds="", bank_seconds="rubbish")
    match = Match.objects.get()
    assert (match.clock, match.step_seconds, match.bank_seconds) == ("slow", seconds, 0)


BAD = [
    ("seats", "9"),
    ("seats", ""),
    ("seats", "many"),
    ("bot_1", "hal"),
    ("visibility", "secret"),
    ("clock", "sundial"),
    ("step_seconds", "4"),
    ("step_seconds", "3601"),
    ("step_seconds", "x"),
    ("step_seconds", ""),
    ("bank_seconds", "-1"),
    ("bank_seconds", "4000"),
    ("spectator_delay", "0"),
    ("spectator_delay", "-1"),
    ("spectator_delay", "999"),
    ("spectator_delay", ""),
    ("option_size", "3"),
    ("option_size", "25"),
    ("option_size", ""),
    ("option_size", "1e3"),
    ("option_hearts", "2.5"),
]


@pytest.mark.parametrize(("field", "value"), BAD)
def test_a_bad_field_is_named_and_nothing_is_lost(host, field, value):
    answer = posted(host, **{field: value})
    assert answer.status_code == 400
    form = answer.context["form"]
    assert list(form.errors) == [field]
    for name, sent in (GOOD | {field: value}).items():
        if name != "option_fog":
            assert form[name].value() == sent
    assert not Match.objects.exists()


def test_every_bad_field_points_to_its_complaint(host):
    wrong = {"step_seconds": "1", "bank_seconds": "-5", "option_size": "3"}
    shown = [dict(element.attributes) for element in elements(posted(host, **wrong).content.decode())]
    complaints = {facts.get("id") for facts in shown if "errorlist" in (facts.get("class") or "").split()}
    for name, value in wrong.items():
        (control,) = [facts for facts in shown if facts.get("name") == name]
        assert (control["value"], control["aria-invalid"]) == (value, "true")
        assert complaints & {*control["aria-describedby"].split()}, name


def test_what_is_wrong_only_together_with_something_else_is_told_when_the_rest_is_right(host):
    both = {"spectator_delay": "0", "option_size": "3"}
    assert list(posted(host, **both).context["form"].errors) == ["option_size"]
    assert list(posted(host, **both | {"option_size": "9"}).context["form"].errors) == ["spectator_delay"]
    assert posted(host, spectator_delay="1").status_code == 302


@pytest.mark.parametrize(
    ("amount", "unit"), [("", "days"), ("0", "hours"), ("15", "days"), ("400", "hours"), ("x", "days")]
)
def test_a_bad_slow_clock_is_named(host, amount, unit):
    answer = posted(host, clock="slow", slow_amount=amount, slow_unit=unit)
    assert list(answer.context["form"].errors) == ["slow_amount"]


def test_an_unknown_unit_is_named(host):
    assert "slow_unit" in posted(host, clock="slow", slow_unit="moons").context["form"].errors


def test_a_preset_fills_the_form_without_a_script_and_opens_nothing(host):
    answer = posted(host, apply="1", preset="quick", step_seconds="17", seats="4")
    form = answer.context["form"]
    assert answer.status_code == 200
    assert (form["option_rounds"].value(), form["option_hearts"].value(), form["option_size"].value()) == (
        "3",
        "1",
        "7",
    )
    assert (form["step_seconds"].value(), form["seats"].value()) == ("17", "4")
    assert not form.errors
    assert not Match.objects.exists()
    page = json.loads(answer.content.decode().split('id="page" type="application/json">')[1].split("</script>")[0])
    assert page["bases"]["quick"]["option_rounds"] == "3"


def test_an_unknown_preset_changes_nothing():
    data = QueryDict("preset=nothing&option_size=9")
    assert with_preset(games.get("toy"), data) == data


def test_tables_of_a_game_that_is_not_there_are_not_found(host):
    assert host.get("/tables/new/chess/").status_code == 404


def test_a_stranger_is_asked_for_a_name_first(transactional_db):
    assert Client().get("/tables/new/toy/").headers["Location"] == "/guest/?next=%2Ftables%2Fnew%2Ftoy%2F"
    assert posted(Client()).status_code == 302
    assert not Match.objects.exists()


def test_opening_tables_is_limited(host, settings):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "table": "1/m/user"}
    assert posted(host).status_code == 302
    assert posted(host).status_code == 429


def test_a_sixth_open_table_is_refused_above_the_form(host):
    for _ in range(5):
        posted(host)
    answer = posted(host)
    assert "open tables" in str(answer.context["form"].non_field_errors())


# --- Kinds of options that the toy does not have


KINDS = (
    Option("map", "choice", "Map", "plain", choices=(("plain", "Plain"), (7, "Seven"), (None, "Nothing")), custom=True),
    Option("tactics", "choices", "Tactics", ["a", "b"], choices=(("a", "A"), ("b", "B"), ("c", "C"))),
    Option("limit", "int", "Limit", None, minimum=1, maximum=9, optional=True),
    Option("fee", "bool", "Fee", None, optional=True),
    Option("costs", "json", "Costs", {}, advanced=True),
)


@pytest.fixture
def kinds(toy):
    presets = {"p": Preset("P", {"tactics": ["c"], "limit": 4, "fee": True, "costs": {"x": 1}})}
    return replace(toy, options=KINDS, presets=presets)


def form_of(game, **fields) -> TableForm:
    data = QueryDict(mutable=True)
    base = {key: value for key, value in GOOD.items() if not key.startswith("option_")} | {"option_map": "plain"}
    for name, value in (base | fields).items():
        data.setlist(name, value if isinstance(value, list) else [value])
    return TableForm(game, data)


def test_each_kind_reads_its_values(kinds):
    form = form_of(
        kinds,
        option_map=token(7),
        option_tactics=["c", "a"],
        option_limit="5",
        option_fee=token(False),
        option_costs="{x: 3}",
    )
    assert form.is_valid(), form.errors
    assert form.options == {"map": 7, "tactics": ["a", "c"], "limit": 5, "fee": False, "costs": {"x": 3}}


def test_what_is_left_empty_is_as_usual(kinds):
    form = form_of(kinds)
    assert form.is_valid(), form.errors
    assert form.options == {"map": "plain", "tactics": [], "limit": None, "fee": None, "costs": {}}


def test_something_of_ones_own_stands_in_place_of_a_choice(kinds):
    form = form_of(kinds, custom_map="name: Mine\nplanets: [1, 2]\n")
    assert form.is_valid(), form.errors
    assert form.options["map"] == {"name": "Mine", "planets": [1, 2]}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("option_map", "nowhere"),
        ("option_map", "=8"),
        ("option_tactics", ["a", "z"]),
        ("option_limit", "10"),
        ("option_fee", "perhaps"),
        ("option_costs", "{x: "),
        ("custom_map", "just words"),
        ("custom_map", "[1, 2]"),
    ],
)
def test_each_kind_refuses_at_its_field(kinds, field, value):
    assert list(form_of(kinds, **{field: value}).errors) == [field]


def test_a_refusal_of_the_game_stands_at_the_option_and_names_the_place_inside(kinds):
    form = form_of(kinds, custom_map="{planets: []}", option_costs="{x: 1}")
    assert form.is_valid()
    form.refuse(
        OptionError("out_of_range", "map.planets[3].def", "Between %(low)s and %(high)s.", {"low": 1, "high": 2})
    )
    form.refuse(OptionError("unknown", "costs.x", "There is no such thing."))
    form.refuse(OptionError("odd", "tactics", "Odd."))
    form.refuse(OptionError("odd", "elsewhere", "Odd."))
    assert form.errors == {
        "custom_map": ["planets[3].def: Between 1 and 2."],
        "option_costs": ["x: There is no such thing."],
        "option_tactics": ["Odd."],
        "__all__": ["elsewhere: Odd."],
    }


def test_a_preset_fills_every_kind(kinds):
    filled = with_preset(kinds, QueryDict("preset=p&option_map=7&option_fee=%3Dfalse"))
    assert filled.getlist("option_tactics") == ["c"]
    assert (filled["option_limit"], filled["option_fee"], filled["option_map"]) == ("4", token(True), "plain")
    assert json.loads(filled["option_costs"]) == {"x": 1}


def test_a_preset_may_have_something_of_its_own(kinds):
    presets = {"own": Preset("Own", {"map": {"planets": [1]}}), "plain": Preset("Plain", {})}
    game = replace(kinds, presets=presets)
    filled = with_preset(game, QueryDict("preset=own&option_map=7"))
    assert (filled["option_map"], json.loads(filled["custom_map"])) == ("plain", {"planets": [1]})
    form = form_of(game, option_map=filled["option_map"], custom_map=filled["custom_map"])
    assert form.is_valid(), form.errors
    assert form.options["map"] == {"planets": [1]}
    assert with_preset(game, QueryDict("preset=plain&custom_map=%7B%7D"))["custom_map"] == ""


def test_a_preset_that_spells_a_choice_out_shows_that_choice():
    for preset, shown in {"quick": "generated", "long": "generated", "duel": "generated", "short": "campus"}.items():
        assert with_preset(games.get("hundred_clubs"), QueryDict(f"preset={preset}"))["option_map"] == shown


@pytest.mark.parametrize("game_id", games.GAMES)
def test_every_preset_of_a_real_game_can_be_opened_as_it_fills_the_form(game_id):
    game = games.get(game_id)
    seats = game.seats[0]
    for preset_id, preset in game.presets.items():
        data = QueryDict(mutable=True)
        data.update({key: value for key, value in GOOD.items() if not key.startswith(("option_", "bot_"))})
        data.update({"seats": str(seats), "preset": preset_id})
        form = TableForm(game, with_preset(game, data))
        assert form.is_valid(), (preset_id, form.errors)
        assert game.check_options(form.options, seats) == game.check_options(dict(preset.options), seats)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", {"d": 1}),
        ('{"a": [1, 2.5, null, true, "x"]}', {"a": [1, 2.5, None, True, "x"]}),
        ("a: 1\nb:\n  - x\n  - yes\n", {"a": 1, "b": ["x", True]}),
        ("{1: x}", {"1": "x"}),
        ("day: 2020-01-01", {"day": "2020-01-01"}),
    ],
)
def test_own_text_is_json_or_yaml(text, value):
    assert JsonOrYamlField(default={"d": 1}, required=False).clean(text) == value


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a: &x [1]\nb: *x\n", "alias"),
        ("a: {", "syntax"),
        ("!!python/object/apply:os.system [id]", "syntax"),
        ("a: !!binary aGk=", "type"),
        ("a: .nan", "number"),
        ("{a: .inf}", "number"),
        ('{"a": NaN}', "number"),
        ("[" * 60 + "]" * 60, "depth"),
        ("[" * 5000, "syntax"),
        ("? [a]\n: 1", "syntax"),
        ("yes: 1", "key"),
        ("a\t: @", "syntax"),
        ("x" * (LONGEST_TEXT + 1), "too_large"),
        ("é" * (LONGEST_TEXT // 2 + 1), "too_large"),
    ],
)
def test_own_text_that_is_neither_or_dangerous_is_refused(text, code):
    with pytest.raises(ValidationError) as refused:
        JsonOrYamlField(default=None, required=False).clean(text)
    assert refused.value.code == code
    assert refused.value.messages[0]


def test_labels_and_help_of_an_option_reach_the_field():
    field = make_field(Option("x", "int", "ships", 1, help="How many.", minimum=0, maximum=3))
    assert (field.label, field.help_text, field.min_value, field.max_value) == ("Ships", "How many.", 0, 3)
