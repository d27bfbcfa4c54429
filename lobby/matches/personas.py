"""Who are the bots of one table? Where two of the same level sit, each has a name of its own, in English and Chinese, that stays for the match."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from django.utils.translation import get_language, gettext

from games.core.contract import Bot, Game
from games.core.names import Name, in_language, pairs, shuffled

if TYPE_CHECKING:
    from lobby.matches.models import Seat

NAMES = pairs(
    "Orla 奥拉, Finn 芬恩, Mira 米拉, Jonas 约纳斯, Tilda 蒂尔达, Marek 马雷克, Ines 伊内丝, Oskar 奥斯卡, Yuna 尤娜, Pavel 帕维尔, Selma "
    "塞尔玛, Theo 西奥, "
    "Nadia 娜迪娅, Ruben 鲁本, Freya 弗蕾娅, Kofi 科菲, Lena 莱娜, Hugo 雨果, Amira 阿米拉, Emil 埃米尔, Vera 薇拉, Anton 安东, Zita "
    "齐塔, Milo 米洛"
)


def of_table(match_id: str, seats: Sequence[Seat], *, is_anonymous: bool = False) -> dict[int, Name]:
    """Seat number → name, of the bots that share their level with another. It follows from the match, and from where a bot sat at the table.

    `is_anonymous`: nobody may learn who sat where, so it follows from where it sits now. Elsewhere no bot has the name of a person at the table;
    the seats' users are read for that, which callers fetch with them.
    """
    bots = [seat for seat in seats if seat.bot]
    places = {seat.number: seat.number if is_anonymous or seat.entry is None else seat.entry for seat in bots}
    ordered = sorted(bots, key=lambda seat: places[seat.number])
    taken = () if is_anonymous else [seat.user.name for seat in seats if seat.user is not None]
    return by_level(match_id, [(seat.number, seat.bot) for seat in ordered], taken)


def by_level(key: str, bots: Iterable[tuple[int, str]], taken: Iterable[str] = ()) -> dict[int, Name]:
    """The same of pairs of seat number and level, in the order in which names are given out. `taken`: what people at the table are called.

    Only the bot that would be somebody's namesake gets another name: the others keep theirs whoever comes.
    """
    known = list(bots)
    levels = [level for _, level in known]
    twins = [seat for seat, level in known if levels.count(level) > 1]
    words = {word.casefold() for name in taken for word in name.split()}
    names = shuffled(key, "bots", NAMES)
    spare = (name for name in names[len(twins) :] if words.isdisjoint(one.casefold() for one in name))
    return {
        seat: name if words.isdisjoint(one.casefold() for one in name) else next(spare, name)
        for seat, name in zip(twins, names, strict=False)
    }


def english(bot: Bot, name: Name | None) -> str:
    """The bot's level and name, for programs and for pages that put it into their language."""
    return f"{bot.name} {name[0]}" if name else bot.name


def spoken(bot: Bot, name: Name | None) -> str:
    """The bot's level and name in the active language."""
    level = gettext(bot.name)
    given = in_language(name, get_language() or "") if name else ""
    return gettext("%(level)s %(name)s") % {"level": level, "name": given} if given else level


def name_of(game: Game, match_id: str, seat: Seat, seats: Sequence[Seat], *, is_anonymous: bool = False) -> str:
    """What a page calls the bot of this seat; one that the game has no more is a bot without a level."""
    if all(bot.id != seat.bot for bot in game.bots):
        return gettext("bot")
    return spoken(game.bot(seat.bot), of_table(match_id, seats, is_anonymous=is_anonymous).get(seat.number))
