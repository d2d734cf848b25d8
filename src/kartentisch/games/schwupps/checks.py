"""Schwupps: why a step is refused, and what a state must not be (§15)."""

from __future__ import annotations

from typing import Any

from kartentisch.engine.fields import Field
from kartentisch.engine.packs import spread
from kartentisch.engine.reasons import Reason
from kartentisch.engine.rounds import MOST, misnamed
from kartentisch.games.schwupps.cards import (
    AGGRAVATION,
    CARDS,
    END,
    GIVE,
    LAST,
    NOT_RENEWED,
    PARAGRAPH,
    PILES,
    SEATS,
    SHIFT,
    TASK_KINDS,
)

# ---- Refusals -------------------------------------------------------------------------------------------------------


def why(s: Any, seat: int, step: int) -> Reason:
    """Why a step of the seat in turn is not legal."""
    if step == END:
        return Reason("end_first", {}, "3.2")
    if step >= SHIFT:
        return Reason("shift_once", {}, "5.3")
    hand = spread(s["hands"][seat])
    if step >= GIVE:
        return _why_aggravation(s, seat, step, AGGRAVATION in hand)
    kind, pile = divmod(step, len(PILES))
    if kind not in hand:
        return Reason("card_missing", {"card": CARDS.tokens[kind]}, "4.1")
    top = int(s["piles"][pile][s["piles_n"][pile] - 1])
    return Reason(
        "task_unmet",
        {
            "card": CARDS.tokens[kind],
            "pile": PILES[pile],
            "task": TASK_KINDS[int(s["tasks"][pile])],
            "top": CARDS.tokens[top],
        },
        PARAGRAPH[int(s["tasks"][pile])],
    )


def _why_aggravation(s: Any, seat: int, step: int, held: bool) -> Reason:
    if not held:
        return Reason("card_missing", {"card": "!"}, "6.1")
    last = int(s["hands_n"][seat]) == 1 and int(s["stacks"][seat]) == 0
    if step == LAST:
        return Reason("give_to", {}, "8.2")
    if last:
        return Reason("last_alone", {}, "8.2")
    target = (step - GIVE) % SEATS
    if target >= int(s["seats"]):
        return Reason("seat_unknown", {"seat": target, "seats": int(s["seats"])}, "6.3")
    return Reason("give_other", {}, "6.3")


# ---- State ----------------------------------------------------------------------------------------------------------


def unsound(s: Any, viewer: int) -> str:
    """What a handed-in state, or view, must not be, besides the general checks."""
    seats = int(s["seats"])
    if any(n == 0 for n in s["piles_n"]):
        return "a number pile is empty"
    for pile in range(len(PILES)):
        if AGGRAVATION in s["piles"][pile][: s["piles_n"][pile]]:
            return "an aggravation card lies on a number pile"
    if AGGRAVATION in spread(s["common_bag"]):
        return "an aggravation card lies in common_bag"
    return _unsound_counts(s) or _unsound_round(s, seats)


def _unsound_counts(s: Any) -> str:
    personal = sum(int(n) for n in s["stacks"][: s["seats"]])
    common = int(s["common"])
    if int(s["common_bag_n"]) != NOT_RENEWED:
        if common != int(s["common_bag_n"]):
            return f"common says {common} cards, common_bag has {int(s['common_bag_n'])}"
        common = 0
    if int(s["bag_n"]) != personal + common:
        return f"bag has {int(s['bag_n'])} cards, the piles in it say {personal + common}"
    if s["shifted"] and not s["acted"]:
        return "shifted without acted"
    return ""


def _unsound_round(s: Any, seats: int) -> str:
    last = int(s["option_rounds"]) or (seats if s["option_match"] else 1)
    if int(s["number"]) > last:
        return f"round {int(s['number'])} is one too many"
    if int(s["start"]) != (int(s["number"]) - 1) % seats:
        return f"start {int(s['start'])} does not fit round {int(s['number'])}"
    gone_out = any(int(s["hands_n"][i]) == 0 and int(s["stacks"][i]) == 0 for i in range(seats))
    if bool(s["round_over"]) != (gone_out or int(s["steps"]) >= int(s["option_step_limit"])):
        return "round_over does not fit the hands, the personal piles and the step limit"
    if bool(s["over"]) != (bool(s["round_over"]) and int(s["number"]) == last):
        return "over does not fit the round"
    return misnamed(s, MOST)


def limits(view: Any, viewer: int, field: Field, index: int) -> tuple[int, int]:
    """Aggravation cards never come back, so none lies in a renewed common pile."""
    return ((1 << AGGRAVATION) - 1, 0) if field.name == "common_bag" else (-1, 0)
