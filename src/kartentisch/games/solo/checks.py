"""Solo: why a step is refused, what a state must not be, what may be imagined. A part of the rule sheet, solo.py."""

from __future__ import annotations

from typing import Any

from kartentisch.engine.fields import TRUTH, Field
from kartentisch.engine.packs import spread
from kartentisch.engine.reasons import Reason
from kartentisch.engine.rounds import FEWEST, misnamed
from kartentisch.games.solo.cards import (
    ACCEPTS,
    AIMS,
    ALIKE,
    ALL_SWAP,
    ANSWER,
    ANY,
    CALLS,
    CARDS,
    CHOOSE,
    COLOURS,
    DECLINES,
    DRAW_FOUR,
    DRAW_TWO,
    DRAWN,
    DRAWS,
    GIFT,
    GIVING,
    HUE,
    HUSHES,
    IN_COLOUR,
    KINDS,
    NAMES,
    NUMBERS,
    OWED,
    PASSES,
    ROUND_OVER,
    SKIP,
    SKIPPED,
    SKIPS,
    SWAP,
    SYMBOL,
    TAKES,
    TRIPLES,
    TURN,
    WORDS,
)


def _top(s: Any) -> int:
    return int(s["discard"][int(s["discard_n"]) - 1])


def _hand(s: Any, seat: int) -> list[int]:
    return spread(s["hands"][seat])


def _bit(s: Any, name: str, seat: int) -> bool:
    return bool((int(s[name]) >> seat) & 1)


def _fitting(s: Any) -> int:
    return int(IN_COLOUR[int(s["colour"])]) | int(ALIKE[_top(s)])


def _has_twin(s: Any, seat: int) -> bool:
    return bool((NUMBERS >> _top(s)) & 1) and _top(s) in _hand(s, seat)


def heard(s: Any, seat: int, step: int, reader: int) -> bool:
    """The cards of a gift are for giver and receiver (§15.2); that somebody does not act is for nobody else (§14.2)."""
    if reader == seat:
        return True
    if step < KINDS and int(s["phase"]) == GIVING:
        return reader == int(s["target"])
    return step not in (DECLINES, HUSHES)


# ---- Refusals -------------------------------------------------------------------------------------------------------


def why(s: Any, seat: int, step: int) -> Reason:
    """Why a step of a seat that may act is not legal."""
    if s["begun"]:
        return _why_second(s, seat, step)
    if step == DECLINES:
        return Reason("no_twin", {}, "14.2")
    if step in (CALLS, HUSHES):
        return Reason("no_debt", {"cards": int(s["hands_n"][seat]), "auto": bool(s["option_solo_call"])}, "9.3")
    phase = int(s["phase"])
    if not (_bit(s, "to_answer", seat) or seat == (int(s["target"]) if phase == ANSWER else int(s["turn"]))):
        if phase <= DRAWN and _has_twin(s, seat) and not _bit(s, "declined", seat):
            return Reason("only_twin", {"card": CARDS.tokens[_top(s)]}, "5.1")
        return Reason("only_call", {}, "14.1")
    if NAMES <= step < TRIPLES:
        return Reason("card_first", {}, "6.1")
    if step < KINDS and step not in _hand(s, seat):
        return Reason("card_missing", {"card": CARDS.tokens[step]}, "3.1")
    if step == TAKES:
        return Reason("nothing_owed", {}, "6.4")
    if step == SKIPS:
        return Reason("not_skipped", {}, "6.2")
    if step == ACCEPTS:
        return Reason("nothing_asked", {}, "7.1")
    if phase == TURN:
        return _why_in_turn(s, seat, step)
    if phase == DRAWN and TRIPLES <= step < WORDS and int(SYMBOL[int(s["drawn"])]) == (step - TRIPLES) >> 2:
        return _why_triple(s, seat, step)
    return _why_in(s, phase, step)


def _why_second(s: Any, seat: int, step: int) -> Reason:
    first = int(s["first"])
    card = CARDS.tokens[first]
    if int(s["phase"]) == GIVING:
        if step >= KINDS:
            return Reason("gift_two", {}, "7.3")
        if _hand(s, seat).count(step) <= (step == first):
            return Reason("gift_missing", {"card": CARDS.tokens[step], "more": step == first}, "7.3")
        return Reason("gift_order", {"card": CARDS.tokens[step]}, "15.2")
    if int(SYMBOL[first]) >= CHOOSE:
        return Reason("name_colour", {"card": card}, "6.1")
    if step == AIMS + seat:
        return Reason("target_self", {"card": card}, "6.1")
    if AIMS <= step < TRIPLES:
        return Reason("seat_unknown", {"seat": step - AIMS, "seats": int(s["seats"])}, "6.1")
    return Reason("name_target", {"card": card}, "6.1")


def _why_in_turn(s: Any, seat: int, step: int) -> Reason:
    if step < KINDS:
        args = {"card": CARDS.tokens[step], "top": CARDS.tokens[_top(s)], "colour": COLOURS[int(s["colour"])]}
        return Reason("no_match", args, "3.2")
    if step == PASSES:
        return Reason("pass_drawn", {}, "3.6")
    return _why_triple(s, seat, step)


def _why_triple(s: Any, seat: int, step: int) -> Reason:
    number, colour = (step - TRIPLES) >> 2, (step - TRIPLES) & 3
    held = [kind for kind in _hand(s, seat) if int(SYMBOL[kind]) == number]
    if len(held) < 3:
        return Reason("triple_few", {"number": number + 1, "n": len(held)}, "4.1")
    card = CARDS.tokens[colour * 14 + number]
    if colour * 14 + number not in held:
        return Reason("card_missing", {"card": card}, "4.1")
    fits = any(int(HUE[kind]) == int(s["colour"]) for kind in held)
    args = {"card": card, "number": number + 1, "top": CARDS.tokens[_top(s)], "colour": COLOURS[int(s["colour"])]}
    return Reason("triple_first" if fits else "triple_match", args, "4.3" if fits else "4.1")


def _why_in(s: Any, phase: int, step: int) -> Reason:
    """What the seat must do in a phase other than `turn`."""
    card = CARDS.tokens[_top(s)]
    if phase == DRAWN:
        return Reason("only_drawn", {"card": CARDS.tokens[int(s["drawn"])]}, "3.6" if step == DRAWS else "3.7")
    if phase == OWED:
        two = int(SYMBOL[_top(s)]) == DRAW_TWO
        return Reason("only_take", {"n": int(s["pending"]), "card": card}, "6.4" if two else "6.5")
    if phase == SKIPPED:
        return Reason("only_skip", {}, "6.2")
    if phase == ANSWER:
        return Reason("only_answer", {}, "7.1")
    return Reason("gift_order", {"card": CARDS.tokens[step]}, "15.2") if step < KINDS else Reason("gift_two", {}, "7.3")


# ---- State (§19) ----------------------------------------------------------------------------------------------------


def unsound(s: Any, viewer: int) -> str:
    """What a handed-in state, or view, must not be, besides the general checks."""
    seats = int(s["seats"])
    if int(s["discard_n"]) == 0:
        return "the discard pile is empty"
    if int(s["direction"]) == 0:
        return "direction must be 1 or -1"
    if int(s["dealer"]) != (seats - 2 + int(s["number"])) % seats:
        return f"dealer {int(s['dealer'])} does not fit round {int(s['number'])}"
    if bool(s["round_over"]) != (int(s["phase"]) == ROUND_OVER):
        return "the phase must be round_over exactly when the round is over"
    if not s["round_over"] and any(int(n) == 0 for n in s["hands_n"][:seats]):
        return "a hand is empty before the round is over"
    return _bad_end(s, seats) or _bad_phase(s, seats) or _bad_cards(s, seats, viewer) or _bad_calls(s, seats)


def _bad_end(s: Any, seats: int) -> str:
    rounds, number, limit = int(s["option_rounds"]), int(s["number"]), int(s["option_limit"])
    past = int(max(s["totals"][:seats])) > limit
    if bool(s["over"]) != (bool(s["round_over"]) and (number >= rounds if rounds else past)):
        return "over does not fit the totals"
    return misnamed(s, FEWEST)


def _bad_phase(s: Any, seats: int) -> str:
    phase, turn, layer, target = (int(s[name]) for name in ("phase", "turn", "layer", "target"))
    to_answer, protected = int(s["to_answer"]), int(s["protected"])
    if max(layer, target) >= seats:
        return "layer and target must be seats"
    if (layer >= 0) != (phase in (SKIPPED, ANSWER, GIVING)) or (layer >= 0 and (layer == turn) == (phase == SKIPPED)):
        return "layer does not fit the phase"
    if (target >= 0 and (phase not in (ANSWER, GIVING) or target == layer)) or (phase == GIVING and target < 0):
        return "target does not fit the phase"
    if phase == ANSWER and target < 0:
        if to_answer == 0 or to_answer & protected or ((to_answer | protected) >> layer) & 1:
            return "to_answer and protected do not fit each other and layer"
    elif to_answer or protected:
        return "to_answer and protected must be empty but for the answers to an all swap"
    if phase == ANSWER and target >= 0 and int(SYMBOL[_top(s)]) not in (SWAP, GIFT):
        return "nothing that has a target lies on top"
    if phase == GIVING and int(s["hands_n"][layer]) < 3:
        return "who gives must hold three cards"
    return ""


def _bad_cards(s: Any, seats: int, viewer: int) -> str:
    """`pending`, `drawn`, and `colour` (§19.2, §19.3, §19.6)."""
    phase, pending, drawn = int(s["phase"]), int(s["pending"]), int(s["drawn"])
    symbol, colour = int(SYMBOL[_top(s)]), int(s["colour"])
    owed = {DRAW_TWO: 2, DRAW_FOUR: 4}.get(symbol, 0)
    if pending < 0 or (pending != 0 if phase != OWED else owed == 0 or pending == 0 or pending % owed != 0):
        return f"pending {pending} does not fit the phase and the top card"
    if (drawn >= 0) != (phase == DRAWN and viewer in (TRUTH, int(s["turn"]))):
        return "drawn does not fit the phase"
    own = int(HUE[_top(s)])
    any_fits = symbol == ALL_SWAP or (symbol >= SKIP and phase in (TURN, DRAWN, ROUND_OVER))  # §2.5
    named = symbol in (CHOOSE, DRAW_FOUR)
    if named and phase == ROUND_OVER and any(int(n) == 0 for n in s["hands_n"][:seats]):
        named = False  # the last card's action is not carried out
    if not (any_fits if colour == ANY else named or colour == own):
        return f"colour does not fit the top card {CARDS.tokens[_top(s)]}"
    if drawn >= 0 and (drawn not in _hand(s, int(s["turn"])) or not (_fitting(s) >> drawn) & 1):
        return "drawn must be a card of the hand that matches"
    return ""


def _bad_calls(s: Any, seats: int) -> str:
    for seat in range(seats):
        if _bit(s, "declined", seat) and (int(s["phase"]) > DRAWN or seat == int(s["turn"]) or not _has_twin(s, seat)):
            return f"seat {seat} has nothing to decline"
        if _bit(s, "owes_call", seat) and (int(s["hands_n"][seat]) != 1 or s["option_solo_call"] or s["round_over"]):
            return f"seat {seat} cannot owe the call"
        if _bit(s, "quiet", seat) and not _bit(s, "owes_call", seat):
            return f"seat {seat} has nothing to be quiet about"
    return ""


# ---- Imagining (§20.2) ----------------------------------------------------------------------------------------------


def limits(view: Any, viewer: int, field: Field, index: int) -> tuple[int, int]:
    """The seat that ponders over a drawn card holds one that matches, besides those known."""
    pondering = field.name == "hands" and int(view["phase"]) == DRAWN and index == int(view["turn"])
    return -1, _fitting(view) if pondering else 0
