"""What does a card say? Sentences in both languages, made from the same data that the engine carries out (9).

Every operation has one pair of sentences here. A card whose data changes says so by itself; an operation without a sentence is an
error when the module is loaded.
"""

from __future__ import annotations

from typing import Any

from games.frames import cards
from games.frames.cards import Card, Effect
from games.frames.constants import SMOKE_EVADE, TRACER_HIT
from games.frames.state import State

Pair = tuple[str, str]
"""English and Chinese."""

_IF: dict[str, Pair] = {
    "target=mech": ("against a mech", "对战甲"),
    "target=ship": ("against a warship", "对战舰"),
    "ship_hp_lte": ("while the warship has {} HP or less", "战舰HP不高于{}时"),
    "own_energy_gte": ("while you hold {} energy token or more", "拥有至少{}个能量指示物时"),
    "attr": ("from a laser", "受到镭射攻击时"),
    "melee": ("with a melee weapon", "使用近战武器时"),
    "distance": ("at distance {}", "距离为{}时"),
    "own_ship_damaged": ("while your warship is below its maximum HP", "我方战舰受损时"),
    "self_damaged": ("while this mech is damaged", "本机受损时"),
    "target_damaged_mech": ("against a damaged enemy mech", "对受损的敌方战甲"),
    "self_hp_lte": ("only at {} HP or less", "仅限HP不高于{}时"),
    "enemy_mech_within": ("while an enemy mech is within {} of your ship area", "敌方战甲距我方战舰区不超过{}时"),
    "ship_intact": ("your warship is intact", "我方战舰完好"),
    "enemy_ship_intact": ("the enemy warship is intact", "敌方战舰完好"),
    "own_mechs_gte": ("{} or more of your mechs are on the board", "场上我方战甲不少于{}架"),
    "ap_gte": ("own turn with {} action point or more left", "我方回合且行动点不少于{}"),
    "ship_hp_lt": ("while the warship has less than {} HP", "战舰HP低于{}时"),
    "ship_hp_gte": ("while the warship has {} HP or more", "战舰HP不低于{}时"),
    "enemy_ship_cards_gte": ("the enemy holds {} ship card or more", "敌方战舰副武器手牌不少于{}张"),
    "own_ship_is_target": ("your warship is hit by the attack", "我方战舰被该攻击命中"),
}


def _if(wanted: dict[str, Any]) -> Pair:
    """Conditions in words, joined."""
    found = []
    for key, value in wanted.items():
        pair = _IF[f"target={value}"] if key == "target" else _IF[key]
        found.append((pair[0].format(value), pair[1].format(value)))
    return ", ".join(one for one, _ in found), "，".join(one for _, one in found)


_TARGETS: dict[str, Pair] = {
    "enemy_mechs_in_area": ("every enemy mech in the area", "该区域内所有敌方战甲"),
    "enemy_mech": ("one enemy mech", "一架敌方战甲"),
    "entering": ("the entering mech", "进入的战甲"),
    "others_in_area": ("every other mech in its area", "同区域内所有其他战甲"),
    "own_mechs": ("each of your mechs on the board", "场上每架我方战甲"),
    "self": ("this mech", "本机"),
    "friend": ("another own mech", "另一架我方战甲"),
    "event_area": ("every mech in the event area", "事件区内所有战甲"),
    "ship": ("your warship", "我方战舰"),
    "one_weapon": ("one limited-ammo weapon of this mech", "本机一件有弹药限制的武器"),
}
_STATUS: dict[str, Pair] = {
    "disabled": ("is disabled for its owner's next {} turns", "在其拥有者接下来的{}个回合内失能"),
    "infected": (
        "is infected: unless recalled within {} turns, its pilot is lost with it",
        "被感染：{}回合内未回收，则被击毁时驾驶员死亡",
    ),
    "em_locked": (
        "cannot act until another mech enters, it leaves the area, or {} own turns have ended",
        "无法行动，直到其他战甲进入、离开该区域或经过{}个己方回合",
    ),
}
_SEAT_STATUS: dict[str, Pair] = {
    "immune_to_attacks": (
        "Until the current turn ends attacks at your units do nothing.",
        "直到本回合结束，我方单位免疫攻击。",
    ),
    "double_damage": (
        "This and every later attack of your units this turn deals double damage.",
        "本次及本回合之后我方所有攻击伤害加倍。",
    ),
    "jammed": (
        "The owner of a mech that enters plays no ship cards until the end of the 2nd next own turn.",
        "战甲进入时，其拥有者直到其后第2个己方回合结束不能使用战舰副武器。",
    ),
}
_BUFFS: dict[str, Pair] = {
    "link_charge": (
        "its weapon damage is doubled until the start of your next turn",
        "直到我方下回合开始，其武器伤害加倍",
    ),
    "smoke": (f"evade +{SMOKE_EVADE} until the start of your next turn", f"直到我方下回合开始，闪避+{SMOKE_EVADE}"),
    "tailwind": ("its next move may be 2 areas", "其下一次移动可移动2个区域"),
}
_PER: dict[str, Pair] = {
    "own_energy": ("per energy token you hold", "每有1个能量指示物"),
    "own_buff": ("per buff on this mech", "本机每有1个增益"),
    "landed_shot": ("per landed shot", "每次命中"),
}


def _modifier(effect: Effect, english: str, chinese: str) -> Pair:
    sign = f"{effect['value']:+d}".replace("-", "−")
    condition = _if(effect["if"]) if effect.get("if") else ("", "")
    per = _PER[effect["per"]] if "per" in effect else ("", "")
    words = " ".join(part for part in (f"{english} {sign}", per[0], condition[0]) if part)
    return f"{words}.", f"{condition[1]}{per[1]}{chinese}{sign}。"


def _status(effect: Effect) -> Pair:
    who, what = _TARGETS[effect["target"]], _STATUS[effect["id"]]
    english = f"{who[0]} {what[0].format(effect['turns'])}."
    return english[0].upper() + english[1:], f"{who[1]}{what[1].format(effect['turns'])}。"


def _buff(effect: Effect) -> Pair:
    who, what = _TARGETS[effect["target"]], _BUFFS[effect["id"]]
    return f"{who[0][0].upper()}{who[0][1:]}: {what[0]}.", f"{who[1]}：{what[1]}。"


def _damage(effect: Effect) -> Pair:
    who, amount = _TARGETS[effect["target"]], effect["amount"]
    return f"{who[0][0].upper()}{who[0][1:]} takes {amount} direct damage.", f"{who[1]}受到{amount}点直接伤害。"


def _heal(effect: Effect) -> Pair:
    who, amount = _TARGETS[effect["target"]], effect["amount"]
    return f"{who[0][0].upper()}{who[0][1:]} regains {amount} HP.", f"{who[1]}恢复{amount}点HP。"


def _negate(effect: Effect) -> Pair:
    who = _TARGETS[effect["target"]]
    more = (
        (" The enemy warship takes the same packet.", "敌方战舰受到相同的伤害。") if effect.get("reflect") else ("", "")
    )
    return (
        f"{who[0][0].upper()}{who[0][1:]} takes no damage from this attack.{more[0]}",
        f"{who[1]}不受本次攻击伤害。{more[1]}",
    )


def _refill(effect: Effect) -> Pair:
    if effect["target"] == "entering":
        return "All weapons of the entering mech are refilled.", "进入战甲的所有武器弹药补满。"
    return "One limited-ammo weapon of this mech is refilled.", "本机一件有弹药限制的武器弹药补满。"


def _halved(effect: Effect) -> Pair:
    condition = _if(effect["if"])
    english, chinese = (
        f"Damage to the warship is halved, rounded down, {condition[0]}.",
        f"{condition[1]}，战舰所受伤害减半（向下取整）。",
    )
    return english, chinese


_PLAIN: dict[str, Pair] = {
    "shot_damage_mult": (
        "From the {from_landed}rd landed shot of a volley on, damage x{value}.",
        "同一齐射中第{from_landed}次命中起，伤害×{value}。",
    ),
    "mark": (
        f"Each landed shot marks the target: the next volley of your units at it has hit +{TRACER_HIT} per mark and uses them up. "
        "Unused marks end with your next turn.",
        f"每次命中给目标一个曳光标记：我方下一次对其齐射每个标记命中+{TRACER_HIT}并耗尽标记。未用的标记在我方下回合结束时消失。",
    ),
    "no_judgement": ("The attack lands without hit or evade rolls.", "无需命中与闪避判定，必定命中。"),
    "push_back": (
        "A mech that was hit and survives is pushed {areas} areas back.",
        "被命中且未被击毁的战甲后退{areas}个区域。",
    ),
    "burn": (
        "If it deals damage, the target burns: {damage} damage in each of its owner's next {turns} end steps.",
        "若造成伤害，目标燃烧：其拥有者接下来{turns}个结束阶段各受{damage}点伤害。",
    ),
    "spend_all_energy": (
        "Spends all your energy tokens: damage +{damage_per_token} per token; with none, damage {damage_if_none}.",
        "消耗全部能量指示物：每个伤害+{damage_per_token}；若没有，伤害{damage_if_none}。",
    ),
    "second_target": (
        "If the first attack lands, a second volley is fired at a different enemy unit.",
        "若第一次攻击命中，立即对另一个敌方单位进行第二次攻击。",
    ),
    "steal_energy": (
        "If it lands on a warship whose seat has energy, that seat loses {amount} token and you gain it.",
        "命中拥有能量的敌方战舰时，夺取其{amount}个能量指示物。",
    ),
    "parry": (
        "If the target carries a melee weapon: {chance} % that the damage becomes 0.",
        "若目标拥有近战武器：{chance}%几率伤害变为0。",
    ),
    "heal_full": ("Another own mech in range goes to full HP.", "射程内另一架我方战甲HP完全恢复。"),
    "extra_move": (
        "In your end step, if it made no attack this turn, is able and was not deployed this turn, it may move once more.",
        "我方结束阶段，若本回合未攻击、可以行动且非本回合出动，可额外移动一次。",
    ),
    "repeat_volley": (
        "After its melee volley landed: {chance} % to repeat it at the same target, once.",
        "近战攻击命中后：{chance}%几率对同一目标再次攻击一次。",
    ),
    "share_damage": (
        "Damage is shared evenly by all own mechs with this shield in the area.",
        "伤害由同区域内所有拥有该护盾的我方战甲平均分担。",
    ),
    "skip_wound": (
        "When its mech is destroyed: {chance} % that the pilot is ready again at once.",
        "战甲被击毁时：{chance}%几率不负伤并可立即再次出动。",
    ),
    "gather_gain": ("`gather` gives {value} tokens.", "聚集能量（`gather`）获得{value}个能量指示物。"),
    "free_resupply": ("One resupply costs no action points.", "一次补充副武器不消耗行动点。"),
    "become_giant": (
        "All own mechs on the board become one with the warship: a mech with the sum of their HP and all their weapons.",
        "场上所有我方战甲与战舰合体为一架巨型战甲，HP为其总和，拥有其全部武器。",
    ),
    "pay_ship_hp": ("Pay {amount} HP of the warship.", "支付战舰{amount}点HP。"),
    "extra_acts": (
        "Up to {up_to} own mechs on the board act once each, whether or not they acted before.",
        "至多{up_to}架场上我方战甲各行动一次，无论是否已行动。",
    ),
    "heal_ship": ("Your warship regains {amount} HP.", "我方战舰恢复{amount}点HP。"),
    "install": (
        "Stays on the warship. Once in each of your turns it deals {damage} direct damage to an enemy mech within {within} of your ship area.",
        "留在战舰上。我方每回合一次，对距战舰区{within}以内的一架敌方战甲造成{damage}点直接伤害。",
    ),
    "force_recall": ("The deployment fails: the mech goes back to the hangar.", "出动失败：该战甲返回机库。"),
    "deploy_lock": (
        "It cannot be deployed during its owner's next {turns} turns.",
        "其拥有者接下来{turns}个回合内不能再出动它。",
    ),
    "peek": ("You alone see {count} random ship card of the enemy hand.", "随机查看敌方{count}张战舰副武器手牌。"),
    "discard_random_other": ("{count} other random one is discarded.", "随机弃掉其另外{count}张。"),
    "gain_energy": ("Gain {amount} energy tokens.", "获得{amount}个能量指示物。"),
    "void_gather": ("The gathering does nothing.", "本次聚集能量无效。"),
    "end_turn_now": ("The enemy turn ends at once.", "敌方回合立即结束。"),
    "reveal_top": ("Turn up the top {count} cards of one of your piles.", "翻开我方一个牌堆顶的{count}张牌。"),
    "choose_to_hand": ("Take {count} of them into your hand.", "选择其中{count}张加入手牌。"),
    "shuffle_rest_back": ("Shuffle the others back.", "其余洗回牌堆。"),
    "teleport_random": ("Jumps to a random area outside the enemy home row.", "随机跃迁到敌方区域以外的一个区域。"),
    "destroy_self": ("This mech is destroyed.", "本机被摧毁。"),
    "absorb": ("Absorbs the first {points} points of damage.", "吸收最先受到的{points}点伤害。"),
    "see_face_down": (
        "You see face-down pilots and cards of enemy mechs within {within}.",
        "可查看距离{within}以内敌方战甲背面的驾驶员与副武器。",
    ),
    "move_areas": (
        "Used with an ordinary move: the move may be {value} areas.",
        "与普通移动一同使用：可移动{value}个区域。",
    ),
    "immune": ("Is neither pushed back nor pulled.", "不会被击退或牵引。"),
    "dodge_attack": ("The whole attack counts as evaded.", "整次攻击视为被闪避。"),
    "redirect": (
        "Leads the attack from one of its targets to any other unit on the board.",
        "将攻击从一个目标转移给场上任意另一单位。",
    ),
    "divert": (
        "One of your weapons loses all ammo; then another kind is refilled or you gain {energy} tokens.",
        "我方一件武器弹药归零，另一种武器弹药补满或获得{energy}个能量指示物。",
    ),
    "destroy": ("One enemy mech on the board is destroyed.", "摧毁场上一架敌方战甲。"),
    "set_ship_hp": ("HP and maximum HP of your warship become {hp}.", "我方战舰HP与上限变为{hp}。"),
    "defence_zero": (
        "Its evade is 0 and its skill reduces no damage for the rest of the match.",
        "其闪避变为0，技能不再减少伤害，直到对局结束。",
    ),
    "final_volley": (
        "All your mechs on the board are destroyed and all tokens spent: one shot per mech at the enemy warship, "
        "{damage_per_token} damage per token each.",
        "摧毁场上所有我方战甲并消耗全部能量：对敌方战舰进行等同战甲数的射击，每发每个能量{damage_per_token}点伤害。",
    ),
    "pull": (
        "Every mech at distance {within} from the event area is pulled into it and takes {damage} direct damage.",
        "距事件区{within}的所有战甲被拉入并受到{damage}点直接伤害。",
    ),
    "hold": ("No mech leaves the event area by moving.", "战甲无法移动离开事件区。"),
    "shelter": (
        "Mechs in the event area take no part in `operate_all`; operating one alone costs {ap} AP.",
        "事件区内战甲不参与`operate_all`，单独操作消耗{ap}行动点。",
    ),
    "barrier": (
        "The entering mech gets a barrier of {points} points for {turns} own turns.",
        "进入的战甲获得{points}点屏障，持续{turns}个己方回合。",
    ),
    "drift": (
        "{chance} % that damage by a mech in the event area to an enemy mech goes to its own warship.",
        "事件区内战甲对敌方战甲的伤害有{chance}%几率转由己方战舰承受。",
    ),
    "draw_card": ("The owner of the entering mech draws {count} ship card.", "进入战甲的拥有者抽{count}张战舰副武器。"),
    "overload": ("Mechs in the event area deal and take x{value} damage.", "事件区内战甲造成与受到的伤害×{value}。"),
    "backup": (
        "A mech in the event area that would drop to 0 HP stays at 1, once.",
        "事件区内战甲HP将降为0时保留1点，每架一次。",
    ),
    "ion": ("Mechs in the event area have evade +{evade}.", "事件区内战甲闪避+{evade}。"),
    "resonance": (
        "{chance} % that damage by a mech in the event area to an enemy mech becomes its maximum HP.",
        "事件区内战甲对敌方战甲造成伤害时，{chance}%几率变为目标HP上限。",
    ),
    "frenzy": (
        "In its owner's end step a mech in the event area may act once more and then takes {damage} direct damage.",
        "拥有者结束阶段，事件区内战甲可再行动一次，随后受到{damage}点直接伤害。",
    ),
    "flare": (
        "Laser volleys by or at a mech in the event area have hit {hit}.",
        "由事件区内战甲发动或以其为目标的镭射攻击命中{hit}。",
    ),
    "reveal_near": (
        "All face-down pilots and cards of mechs within {within} of the event area are turned up.",
        "距事件区{within}以内所有战甲背面的驾驶员与副武器翻开。",
    ),
    "end_weather": ("The weather in force ends.", "当前天气结束。"),
    "hit_rolls_against": (
        "Enemies need {value} successful hit rolls per shot against it while this mech is damaged.",
        "本机受损时，敌方对其每次攻击需{value}次命中判定成功。",
    ),
    "evade_rolls": (
        "A damaged enemy mech needs {value} successful evade rolls per shot.",
        "受损的敌方战甲每次需{value}次闪避判定成功。",
    ),
}


def say(effect: Effect) -> Pair:
    """One operation in words."""
    op = effect["op"]
    if op in _SPECIAL:
        special: Pair = _SPECIAL[op](effect)
        return special
    english, chinese = _PLAIN[op]
    return english.format(**effect), chinese.format(**effect)


_SPECIAL: dict[str, Any] = {
    "hit_mod": lambda effect: _modifier(effect, "Hit", "命中"),
    "evade_mod": lambda effect: _modifier(effect, "Evade", "闪避"),
    "damage_add": lambda effect: _modifier(effect, "Damage", "伤害"),
    "halve_packet": lambda effect: (
        f"A packet {_if(effect['if'])[0]}: {effect['chance']} % to be halved, rounded down.",
        f"{_if(effect['if'])[1]}，{effect['chance']}%几率伤害减半（向下取整）。",
    ),
    "halve_damage": _halved,
    "status": _status,
    "seat_status": lambda effect: _SEAT_STATUS[effect["id"]],
    "buff": _buff,
    "direct_damage": _damage,
    "heal": _heal,
    "negate_damage": _negate,
    "refill": _refill,
    "grant_trait": lambda effect: (
        f"This mech has the trait {cards.TRAIT[effect['trait']]['name']}.",
        f"本机拥有特性“{cards.TRAIT[effect['trait']]['zh']}”。",
    ),
    "grant_weapon": lambda effect: tuple(
        f"{start}{facts}"
        for start, facts in zip(
            ("This mech has an extra weapon: ", "本机拥有额外武器："),
            _weapon_facts(cards.WEAPON[effect["weapon"]]),
            strict=True,
        )
    ),
}

_ATTR: dict[str, Pair] = {
    "ballistic": ("ballistic", "实弹"),
    "laser": ("laser", "镭射"),
    "special": ("special", "特殊"),
}


def _weapon_facts(card: Card) -> Pair:
    """The printed numbers of a weapon."""
    attr = _ATTR[card["attr"]]
    low_high = None if card["range"] is None else tuple(card["range"])
    span = ("any", "全图") if low_high is None else (f"{low_high[0]}–{low_high[1]}",) * 2
    parts = [
        (f"{attr[0]}{', melee' if card['melee'] else ''}", f"{attr[1]}{'、近战' if card['melee'] else ''}"),
        (f"range {span[0]}", f"射程{span[1]}"),
    ]
    if card["use"] == "attack":
        parts.append((f"{card['shots']} × {card['damage']} damage", f"攻击次数{card['shots']}，伤害{card['damage']}"))
    if card["aoe"] is not None:
        parts.append((f"AOE {card['aoe']}", f"范围{card['aoe']}"))
    if card["ammo"] is not None:
        parts.append((f"ammo {card['ammo']}", f"弹药{card['ammo']}"))
    if card["energy"]:
        parts.append((f"{card['energy']} energy token", f"消耗{card['energy']}个能量指示物"))
    return "; ".join(one for one, _ in parts) + ".", "；".join(one for _, one in parts) + "。"


def _effects(card: Card) -> list[Effect]:
    keys = ("effects", "do", "draw", "enter", "while")
    return [effect for key in keys for effect in card.get(key, ())]


def text_of(card: Card) -> Pair:
    """The whole text of a card or skill."""
    parts: list[Pair] = []
    if "attr" in card:
        parts.append(_weapon_facts(card))
    if card.get("cost"):
        names = {"ap": ("AP", "行动点"), "energy": ("energy token", "能量指示物")}
        price = [(f"{value} {names[key][0]}", f"{value}{names[key][1]}") for key, value in card["cost"].items()]
        parts.append((f"Cost: {price[0][0]}.", f"消耗：{price[0][1]}。"))
    if card.get("needs"):
        condition = _if(card["needs"])
        parts.append((f"Condition: {condition[0]}.", f"条件：{condition[1]}。"))
    if "area_within" in card.get("aim", ()):
        within = card["aim"]["area_within"]
        parts.append(
            (f"Choose an area within {within} of your ship area.", f"选择距我方战舰区{within}以内的一个区域。")
        )
    if card.get("once"):
        parts.append(
            ("Once per match.", "每局一次。") if card["once"] == "match" else ("Once per own turn.", "我方每回合一次。")
        )
    parts += [say(effect) for effect in _effects(card)]
    if card.get("charges") and card["charges"] > 1 and card.get("use") == "act":
        parts.append((f"{card['charges']} charges.", f"可用{card['charges']}次。"))
    if card.get("rounds"):
        parts.append((f"Lasts {card['rounds']} rounds.", f"持续{card['rounds']}回合。"))
    return " ".join(one for one, _ in parts), "".join(one for _, one in parts)


def _entry(card: Card) -> dict[str, Any]:
    english, chinese = text_of(card)
    return {"name": card["name"], "zh": card["zh"], "text": english, "text_zh": chinese}


def _all_cards() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    indexes = (
        cards.CAPTAIN, cards.SKILL, cards.SHIP, cards.SHIP_SKILL, cards.WEAPON, cards.MECH, cards.TRAIT, cards.PILOT,
        cards.SHIP_CARD, cards.MECH_CARD, cards.EVENT, cards.STARTER,
    )  # fmt: skip
    for index in indexes:
        for card in index.values():
            found.setdefault(card["id"], _entry(card))
    return found


CATALOGUE = _all_cards()
"""Names and texts of all cards by id, in both languages."""


# Orders in words


def name_of(card_id: str) -> Pair:
    """Name of a card, a skill or a weapon."""
    entry = CATALOGUE[card_id.split("#")[0]]
    return entry["name"], entry["zh"]


def unit_name(state: State, unit_id: str) -> Pair:
    """A unit as labels name it; `any` stands for the best target there is (12.3)."""
    if unit_id == "any":
        return ("any target", "任意目标")
    unit = state.need(unit_id)
    if unit.id.startswith("s"):
        return (f"the {('blue', 'red')[unit.seat]} ship", ("蓝方战舰", "红方战舰")[unit.seat])
    return (f"{unit_id} {name_of(unit.card)[0]}", f"{unit_id}{name_of(unit.card)[1]}")


_KINDS: dict[str, Pair] = {
    "fleet": ("Fleet", "舰队"), "victory": ("Win by", "胜利条件"), "fire": ("Fire", "使用武器"),
    "resupply": ("Resupply", "补充副武器"), "operate_all": ("Operate all", "操作战甲"), "operate_one": ("Operate", "单独操作"),
    "deploy": ("Deploy", "出动"), "recall": ("Recall", "回收"), "gather": ("Gather energy", "聚集能量"), "play": ("Play", "使用"),
    "use_gear": ("Use", "使用"), "autocannon": ("Cannon at", "火炮攻击"), "captain": ("Captain", "舰长"),
    "ship_skill": ("Ship", "战舰技能"), "end_turn": ("End turn", "结束回合"), "act": ("Act", "行动"), "finish": ("Finish", "完成"),
    "choose": ("Take", "选择"), "react": ("React", "反应"), "pass": ("Pass", "放弃"),
    "move": ("moves to", "移动到"), "attack": ("attacks", "攻击"), "support": ("supports", "支援"), "gear": ("uses", "使用"),
    "hold": ("holds", "待命"), "free": ("for free", "免费"), "ship": ("ship", "战舰"), "mech": ("mech", "战甲"),
    "raid": ("raid", "劫掠战舰"), "annihilation": ("annihilation", "歼灭作战"), "arms_race": ("arms race", "军备竞赛"),
    "lingering": ("lingering", "苟延残喘"), "energy": ("energy", "能量"),
}  # fmt: skip


def held_name(state: State, seat: int, card_id: str) -> Pair:
    """Name of an own card, by its number."""
    side = state.sides[seat]
    held = side.held_in_hand(card_id)
    if held is None:
        held = next(one for mech in side.board_mechs() for one in mech.gear if one.id == card_id)
    return name_of(held.card)


def _say_act(state: State, seat: int, act: dict[str, Any]) -> list[Pair]:
    parts = [unit_name(state, act["unit"]), _KINDS[act["do"]]]
    if "path" in act:
        parts += [(str(place), str(place)) for place in act["path"]]
    if act.get("boost") is not None:
        parts.append(held_name(state, seat, act["boost"]))
    if "weapon" in act:
        parts.append(name_of(act["weapon"]))
    if "card" in act:
        parts.append(held_name(state, seat, act["card"]))
    if "target" in act:
        parts.append(unit_name(state, act["target"]))
    return parts


def say_act(state: State, seat: int, act: dict[str, Any]) -> Pair:
    """An act of a mech in a few words."""
    parts = _say_act(state, seat, act)
    return " ".join(one for one, _ in parts), " ".join(one for _, one in parts)


def _say_item(state: State, seat: int, item: dict[str, Any]) -> list[Pair]:
    if "skill" in item:
        parts = [name_of(item["skill"])]
    else:
        parts = [held_name(state, seat, item.get("card") or item["gear"])]
    return parts + [unit_name(state, item[key]) for key in ("from", "to") if key in item]


def say_order(state: State, seat: int, order: dict[str, Any]) -> Pair:
    """A legal order in a few words, for the seat that may give it."""
    kind = order["type"]
    if kind == "react" and not order["use"]:
        return _KINDS["pass"]
    parts = [_KINDS[kind]]
    if kind == "react":
        parts += [part for item in order["use"] for part in _say_item(state, seat, item)]
    elif kind == "choose":
        parts.append(name_of(state.waiting["cards"][order["index"]]))
    else:
        parts += _say_fields(state, seat, order)
    return " ".join(one for one, _ in parts), " ".join(one for _, one in parts)


def _say_fields(state: State, seat: int, order: dict[str, Any]) -> list[Pair]:
    parts: list[Pair] = []
    if "act" in order:
        parts += _say_act(state, seat, order["act"])
    for key in ("starter", "weapon", "pilot", "skill"):
        if key in order:
            parts.append(name_of(order[key]))
    for key in ("choice", "mode", "pile"):
        if key in order:
            parts.append(_KINDS[order[key]])
    if order.get("free"):
        parts.append(_KINDS["free"])
    for key in ("mech", "unit", "target", "second_target"):
        if order.get(key) is not None:
            parts.append(unit_name(state, order[key]))
    for name in order.get("units", ()):
        parts.append(unit_name(state, name))
    for name in order.get("gear", ()):
        parts.append(held_name(state, seat, name))
    if "card" in order:
        parts.append(held_name(state, seat, order["card"]))
    for key in ("area", "at"):
        if key in order:
            parts.append((str(order[key]),) * 2)
    for key in ("from", "to"):
        if key in order:
            given = order[key]
            parts += (
                [_KINDS[given]]
                if isinstance(given, str)
                else [unit_name(state, given["unit"]), name_of(given["weapon"])]
            )
    return parts
