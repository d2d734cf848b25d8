"""SWUP: why a step is refused, what a state must not be, and what a hidden hand must hold (§15, §16)."""

from __future__ import annotations

from functools import cache
from typing import Any

from kartentisch.engine.fields import TRUTH, Field
from kartentisch.engine.packs import spread
from kartentisch.engine.reasons import Reason
from kartentisch.engine.rounds import MOST, misnamed
from kartentisch.games.swup.cards import (
    BUILD,
    CARD,
    CARDS,
    DONE,
    HAND,
    HIGH,
    KINDS,
    LAID_OUT,
    LAY,
    LOW,
    NO_SEAT,
    OWNED,
    TAKE,
    WITH_AIM,
    WITH_CARD,
    WORTH,
)

# ---- Refusals -------------------------------------------------------------------------------------------------------


def why(s: Any, seat: int, step: int) -> Reason:
    """Why a step of the seat in turn is not legal."""
    own = int(s["builds_value"][seat])
    if int(s["begun"]) >= WITH_AIM:
        return _why_item(s, seat, step, own)
    if int(s["begun"]) == WITH_CARD:
        return _why_aim(s, seat, step, own)
    if not CARD <= step < OWNED:
        return Reason("card_first", {}, "3.3")
    card = CARDS.tokens[step - CARD]
    if step - CARD not in spread(s["hands"][seat]):
        return Reason("card_missing", {"card": card}, "3.1")
    return Reason("card_idle", {"card": card, "own": own}, "6.2")


def _values(kind: int) -> list[int]:
    return sorted({int(LOW[kind]), int(HIGH[kind])})


def _any_worth(kinds: list[int], value: int) -> bool:
    """Whether one of these cards has the value."""
    return any(value in _values(kind) for kind in kinds)


def _why_aim(s: Any, seat: int, step: int, own: int) -> Reason:
    kind = int(s["card"])
    card = CARDS.tokens[kind]
    kept = [held for held in spread(s["hands"][seat]) if held != kind]
    if step == LAY:
        return Reason("lay_owner", {"own": own}, "6.2")
    if TAKE < step <= BUILD:
        value = step - TAKE
        if value not in _values(kind):
            return Reason("value_other", {"card": card, "value": value, "values": _values(kind)}, "1.2")
        if own and not _any_worth(kept, own):
            return Reason("own_promise", {"own": own}, "6.3")
        return Reason("take_nothing", {"card": card, "value": value}, "4.1")
    if step > BUILD:
        value = step - BUILD
        if not _any_worth(kept, value):
            return Reason("build_promise", {"value": value}, "5.2")
        if own and (own > value or (own < value and s["builds_double"][seat])):
            return Reason("build_own", {"value": value, "own": own, "double": bool(s["builds_double"][seat])}, "6.1")
        return Reason("build_nothing", {"card": card, "value": value, "own": own}, "6.1" if own else "5.3")
    return Reason("aim_first", {"card": card}, "3.3")


def _why_item(s: Any, seat: int, step: int, own: int) -> Reason:
    aim, building = int(s["aim"]), bool(s["building"])
    open_group = aim not in spread([s["plain"]])
    missing = bool(s["owing"]) and seat not in spread([s["got"]])
    if step >= LAY:
        return Reason("items_now", {}, "3.3")
    if step == DONE:
        if int(s["begun"]) == WITH_AIM:
            return Reason("items_none", {}, "5.1" if building else "4.1")
        if missing and not open_group:
            return Reason("own_missing", {"own": own}, "6.1" if building else "6.3")
        return Reason("group_open", {"value": aim}, "5.3" if building else "4.1")
    bars_own = missing and own < aim
    if step < OWNED:
        kind = step - CARD
        args = {"card": CARDS.tokens[kind], "own": own, "value": aim}
        if kind not in spread([s["left"]]):
            return Reason("item_picked" if kind in spread(s["table"]) else "item_absent", args, "4.1")
        if bars_own and int(LOW[kind]) <= aim:
            return Reason("item_bars_own", args, "6.1" if building else "6.3")
        return Reason("item_unfit", args, "5.11" if building else "4.6")
    return _why_build(s, seat, step - OWNED, open_group, bars_own)


def _why_build(s: Any, seat: int, owner: int, open_group: bool, bars_own: bool) -> Reason:
    value, aim = int(s["builds_value"][owner]), int(s["aim"])
    args = {"seat": owner, "own": value, "value": aim}
    if not value:
        return Reason("owned_absent", args, "4.1")
    if owner in spread([s["got"]]):
        return Reason("owned_picked", args, "4.1")
    if value == aim and open_group and not bars_own:
        return Reason("group_open", {"value": aim}, "5.11" if s["building"] else "4.6")
    if value != aim and s["builds_double"][owner]:
        return Reason("owned_double", args, "5.6")
    if value != aim and not s["building"] and not s["option_builds_in_sums"]:
        return Reason("owned_whole", args, "4.4")
    if bars_own and owner != seat:
        return Reason("owned_bars_own", args, "6.5" if s["building"] else "6.3")
    if value < aim and int(s["joined"]):
        return Reason("owned_two", args, "5.5")
    return Reason("owned_unfit", args, "5.11" if s["building"] else "4.6")


# ---- State ----------------------------------------------------------------------------------------------------------


def unsound(s: Any, viewer: int) -> str:
    """What a handed-in state, or view, must not be, besides the general checks."""
    seats, number = int(s["seats"]), int(s["number"])
    last = int(s["option_rounds"]) or seats
    if number > last:
        return f"round {number} is one too many"
    if int(s["dealer"]) != (number - 2) % seats:
        return f"dealer {int(s['dealer'])} does not fit round {number}"
    if int(s["last_taker"]) >= seats:
        return f"there is no seat {int(s['last_taker'])} that took last"
    if bool(s["over"]) != (bool(s["round_over"]) and number == last):
        return "over does not fit the round"
    if fault := misnamed(s, MOST):
        return fault
    builds = (_unsound_build(s, seat, viewer) for seat in range(seats))
    return _unsound_hands(s, seats) or _unsound_piles(s, seats) or next(filter(None, builds), "")


def _unsound_hands(s: Any, seats: int) -> str:
    deck, turn = int(s["deck_n"]), int(s["turn"])
    hands = [int(n) for n in s["hands_n"][:seats]]
    if deck % (HAND * seats) or deck + HAND * seats > KINDS - LAID_OUT:
        return f"there is no deal that leaves {deck} cards in the deck"
    if bool(s["round_over"]) != (deck == 0 and not any(hands)):
        return "round_over does not fit the hands and the deck"
    if s["round_over"]:
        return ""
    before = (turn - int(s["dealer"]) - 1) % seats  # seats that have had one turn more in this deal
    in_turn = [hands[(turn + i) % seats] for i in range(seats)]
    most = in_turn[0]
    if not 1 <= most <= HAND or in_turn != [most] * (seats - before) + [most - 1] * before:
        return f"hands of {', '.join(map(str, hands))} cards do not fit the dealer and the turn"
    return ""


def _unsound_piles(s: Any, seats: int) -> str:
    """§15.4: who took in this round."""
    piles, taker = [int(n) for n in s["piles_n"][:seats]], int(s["last_taker"])
    if taker == NO_SEAT and any(piles):
        return "last_taker must be a seat, since cards were taken"
    if taker != NO_SEAT and not piles[taker]:
        return f"seat {taker} took last, but nothing lies in its pile"
    if taker != NO_SEAT and s["round_over"] and s["table_n"]:
        return "the last cards of the round went to nobody"
    swups = sum(int(n) for n in s["swups"][:seats])
    turns = KINDS - LAID_OUT - int(s["deck_n"]) - sum(int(n) for n in s["hands_n"][:seats])
    return f"{turns} turns cannot have brought {swups} SWUPs" if swups > turns else ""


def _unsound_build(s: Any, owner: int, viewer: int) -> str:
    kinds, value = spread(s["builds"][owner]), int(s["builds_value"][owner])
    if not kinds:
        return ""
    shown = viewer in (TRUTH, owner) or bool(s["round_over"])
    if not s["hands_n"][owner] or (shown and not _any_worth(spread(s["hands"][owner]), value)):
        return f"seat {owner} holds no card for its build of {value}"
    double = bool(s["builds_double"][owner])
    if len(kinds) < 2 or not divides(sorted((_values(kind) for kind in kinds), reverse=True), value, double):
        return f"the cards of seat {owner}'s build are not {'some groups' if double else 'one group'} worth {value}"
    return ""


def divides(cards: list[list[int]], value: int, several: bool) -> bool:
    """Whether cards, each with one of its values, make one group of this value (or several)."""

    @cache
    def fill(rest: tuple[tuple[int, ...], ...], need: int, groups: int) -> bool:
        if need == 0:
            if not rest:
                return (groups > 1) == several
            return (several or groups == 0) and any(
                fill(rest[1:], value - worth, groups + 1 if groups < 2 else 2) for worth in rest[0] if worth <= value
            )
        return any(
            fill(rest[:place] + rest[place + 1 :], need - worth, groups)
            for place, card in enumerate(rest)
            if place == 0 or rest[place - 1] != card
            for worth in card
            if worth <= need
        )

    return fill(tuple(map(tuple, cards)), 0, 0)


def limits(view: Any, viewer: int, field: Field, index: int) -> tuple[int, int]:
    """§6.3, §11.3: the owner of a build holds a card of its value."""
    return -1, int(WORTH[view["builds_value"][index]]) if field.name == "hands" else 0
