"""Names that could pass for the site or its staff are refused however they are written, innocent ones are not; and staff have a badge."""

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from lobby.accounts.names import clean_name
from lobby.fog import audience
from lobby.matches.terms import Settings
from lobby.tables import services as tables
from lobby.talk import chat
from lobby.watch import reading, status

POSING = [
    "Fogbound staff", "Fogbound-Admin", "Fogb0und", "Moderator Bob", "Site admin", "admin", "ADMIN", "Adm1n", "4dmin", "SiteAdmin",
    "siteadmin", "admin2", "Admin 7", "ＳＴＡＦＦ Bob", "St@ff", "5taff Bob", "F o g b o u n d", "Fog-bound", "F0GB0UND", "Bob (staff)",
    "Support team", "System", "system message", "The Referee", "Mod Bob", "sysadmin", "superadmin", "Aԁmin", "ádmin", "Fögbound",
    "管理员小王", "官方", "Admlnistrator", "Adrnin", "a d m i n", "xXadminXx", "Official", "𝓢𝓽𝓪𝓯𝓯", "staff1", "Real Admin", "ſtaff",
    "moderation", "Administration", "Модератор", "Админ", "М0дератор", "Администратор", "Адмін", "管理", "管理员", "管 理 员", "网管", "網管",
    "客服", "游戏客服小李", "運営スタッフ", "관리자", "Modérateur", "Moderador", "bobadmin", "theadminguy", "Madmin", "staffmember",
    "Staff member", "Game master", "Gamemaster", "game-masters", "adm¡n", "ɅDMIN", "ΛDMIN", "ᴀᴅᴍɪɴ", "🅰🅳🅼🅸🅽 Bob", "F٥gbound", "Føgbound",
    "Site owner", "SiteOwner", "Server boss", "Διαχειριστής", "Yönetici", "Soporte", "Administrador", "Badminton admin",
]  # fmt: skip
HONEST = [
    "Badminton", "Bob", "Wagstaff", "Staffan", "Stafford", "Falstaff", "Modest", "Modern Bob", "Model", "Rooter", "Supporter",
    "Systematic", "Adam", "Admiral", "Vladimir", "Radomir", "Robin", "Operation", "Foghorn", "Bound", "Jim", "Mo", "Max 7", "Samira",
    "123", "R2 D2", "Padmini", "Badminton Bob", "Moderato", "Owner of cats", "Endgame Master", "Games Workshop", "Grandmaster Flo",
    "Gamer", "Team Rocket", "Head Hunter", "Realist", "The Fox", "Master of Fog", "Fog Walker", "Odd Min", "Hostess", "Devon",
    "José María", "Zoë", "Łukasz", "Øyvind", "Ümit", "Đorđe", "Nguyễn Ánh", "Siân", "O'Connor", "Anne-Marie",
    "Олег", "Ольга", "Владимир", "Модест", "Людмила", "Ярослав", "Іван", "Ђорђе", "Γιώργος", "Ελένη", "Δημήτρης",
    "阿丽", "王伟", "张管仲", "李理", "网虫", "客人", "小系", "陳大文", "さくら", "タロウ", "田中太郎", "김민준", "박서연", "محمد", "فاطمة", "مشرف",
    "דוד", "שרה", "राहुल", "प्रिया", "สมชาย", "Արամ", "გიორგი",
]  # fmt: skip


@pytest.mark.parametrize("name", POSING)
def test_who_could_pass_for_staff_is_refused(name):
    with pytest.raises(ValidationError) as refused:
        clean_name(name)
    assert refused.value.code in {"posing", "mixed"}


@pytest.mark.parametrize("name", HONEST)
def test_honest_names_are_not(name):
    assert clean_name(name) == name


@pytest.mark.parametrize("address", ["/guest/", "/accounts/signup/"])
def test_every_door_refuses_it(address, transactional_db):
    secret = "lantern-42-oil"
    fields = {
        "name": "Site admin",
        "username": "site-admin",
        "email": "m@example.org",
        "password1": secret,
        "password2": secret,
    }
    answer = Client().post(address, fields)
    assert "pass for the site or its staff" in answer.content.decode()


def test_staff_have_a_badge_in_talk_at_tables_and_on_their_page(dana, bob):
    match = tables.create_table(user=dana, game_id="toy", options={}, settings=Settings(seats=2, step_seconds=60))
    tables.join(user=bob, match_id=match.pk)
    for person in (dana, bob):
        chat.say(user_id=person.pk, match_id=match.pk, text="hello")
    lines = chat.shown(match, chat.readable(match, None, None))
    assert {line.name: line.staff for line in lines} == {"Dana": True, "Bob": False}
    assert Client().get(f"/tables/{match.pk}/").content.decode().count('class="tag staff"') == 1
    assert 'class="tag staff"' in Client().get(f"/people/{dana.slug}/").content.decode()
    assert 'class="tag staff"' not in Client().get(f"/people/{bob.slug}/").content.decode()


@pytest.mark.parametrize(("anonymous", "badges"), [(False, [True, False]), (True, [False, False])])
def test_staff_have_a_badge_in_matches_unless_names_are_hidden(dana, bob, make_match, anonymous, badges):
    match = make_match([dana, bob], anonymous=anonymous)
    chat.say(user_id=dana.pk, match_id=match.pk, text="hello")
    assert [line.staff for line in chat.shown(match, chat.readable(match, 1, bob.pk))] == badges[:1]
    snapshot = reading.load_many([match.pk])[match.pk]
    assert isinstance(snapshot, reading.Snapshot)
    assert [info.staff for info in status.match_message(snapshot, audience.PUBLIC, None).info.seats] == badges
