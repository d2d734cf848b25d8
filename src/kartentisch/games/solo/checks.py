"""Solo: why a step is refused, and what a state must not be (§15, §19)."""

from __future__ import annotations

from typing import Any

from kartentisch.engine.fields import TRUTH
from kartentisch.engine.packs import spread
from kartentisch.engine.reasons import Reason
from kartentisch.engine.rounds import FEWEST, misnamed
from kartentisch.games.solo.cards import (
    ACCEPTS,
    AIMS,
    ALIKE,
    ALL_OTHERS,
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
    FIRST_ACTION,
    FOUR_COLOURS,
    GIFT,
    GIVING,
    HUE,
    HUSHES,
    IN_COLOUR,
    KINDS,
    MUST_CALL,
    NAMES,
    NO_CARD,
    NO_SEAT,
    OWED,
    PASSES,
    PER_COLOUR,
    ROUND_OVER,
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


def _seats(s: Any, name: str) -> list[int]:
    """The seats in one of the sets of seats."""
    return spread([s[name]])


def _matches(s: Any, kind: int) -> bool:
    """Whether a card matches (§3.2)."""
    return kind in spread([IN_COLOUR[int(s["colour"])] | ALIKE[_top(s)]])


def _holds_twin(s: Any, seat: int) -> bool:
    """Whether a seat holds the twin of the top card (§5.1)."""
    return int(SYMBOL[_top(s)]) < FIRST_ACTION and _top(s) in _hand(s, seat)


def heard(s: Any, seat: int, step: int, reader: int) -> bool:
    """Giver and receiver hear the cards of a gift (§15.2); nobody else hears that a seat does not act (§14.2)."""
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
        return Reason("no_twin", {}, "5.1")
    if step in (CALLS, HUSHES):
        automatic = int(s["option_solo_call"]) != MUST_CALL
        return Reason("no_debt", {"cards": int(s["hands_n"][seat]), "auto": automatic}, "9.3")
    phase = int(s["phase"])
    if seat not in _seats(s, "to_answer") and seat != int(s["target"] if phase == ANSWER else s["turn"]):
        if phase <= DRAWN and _holds_twin(s, seat) and seat not in _seats(s, "declined"):
            return Reason("only_twin", {"card": CARDS.tokens[_top(s)]}, "5.1")
        return Reason("only_call", {}, "3.8")
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
    if phase == DRAWN and TRIPLES <= step < WORDS and int(SYMBOL[int(s["drawn"])]) == _number_and_colour(step)[0]:
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
        return Reason("gift_order", {"card": CARDS.tokens[step]}, "7.8")
    if int(SYMBOL[first]) in (CHOOSE, DRAW_FOUR):
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


def _number_and_colour(step: int) -> tuple[int, int]:
    """What a Triple + puts down, and the colour on top."""
    return divmod(step - TRIPLES, FOUR_COLOURS)


def _why_triple(s: Any, seat: int, step: int) -> Reason:
    number, colour = _number_and_colour(step)
    held = [kind for kind in _hand(s, seat) if int(SYMBOL[kind]) == number]
    if len(held) < 3:
        return Reason("triple_few", {"number": number + 1, "n": len(held)}, "4.1")
    last = colour * PER_COLOUR + number
    card = CARDS.tokens[last]
    if last not in held:
        return Reason("card_missing", {"card": card}, "4.1")
    matches = any(int(HUE[kind]) == int(s["colour"]) for kind in held)
    args = {"card": card, "number": number + 1, "top": CARDS.tokens[_top(s)], "colour": COLOURS[int(s["colour"])]}
    return Reason("triple_first" if matches else "triple_match", args, "4.3" if matches else "4.1")


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
    return Reason("gift_order", {"card": CARDS.tokens[step]}, "7.8") if step < KINDS else Reason("gift_two", {}, "7.3")


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
    if not s["round_over"] and _gone_out(s):
        return "a hand is empty before the round is over"
    return _unsound_end(s, seats) or _unsound_phase(s, seats) or _unsound_cards(s, viewer) or _unsound_calls(s, seats)


def _gone_out(s: Any) -> bool:
    return any(int(n) == 0 for n in s["hands_n"][: s["seats"]])


def _unsound_end(s: Any, seats: int) -> str:
    rounds, number, limit = int(s["option_rounds"]), int(s["number"]), int(s["option_limit"])
    past = int(max(s["totals"][:seats])) > limit
    if bool(s["over"]) != (bool(s["round_over"]) and (number >= rounds if rounds else past)):
        return "over does not fit the totals"
    return misnamed(s, FEWEST)


def _unsound_phase(s: Any, seats: int) -> str:
    """`layer`, `target`, `to_answer` and `protected` (§17.1, §19.4, §19.5)."""
    phase, turn, layer, target = (int(s[name]) for name in ("phase", "turn", "layer", "target"))
    has_layer, has_target = layer != NO_SEAT, target != NO_SEAT
    if max(layer, target) >= seats:
        return "layer and target must be seats"
    if has_layer != (phase in (SKIPPED, ANSWER, GIVING)) or (has_layer and (layer == turn) == (phase == SKIPPED)):
        return "layer does not fit the phase"
    if (has_target and (phase not in (ANSWER, GIVING) or target == layer)) or (phase == GIVING and not has_target):
        return "target does not fit the phase"
    to_answer, protected = _seats(s, "to_answer"), _seats(s, "protected")
    if phase == ANSWER and target == ALL_OTHERS:
        if not to_answer or set(to_answer) & set(protected) or layer in to_answer or layer in protected:
            return "to_answer and protected do not fit each other and layer"
    elif to_answer or protected:
        return "to_answer and protected must be empty but for the answers to an all swap"
    if phase == ANSWER and has_target and int(SYMBOL[_top(s)]) not in (SWAP, GIFT):
        return "nothing that has a target lies on top"
    if phase == GIVING and int(s["hands_n"][layer]) < 3:
        return "who gives must hold three cards"
    return ""


def _unsound_cards(s: Any, viewer: int) -> str:
    """`pending`, `drawn`, and `colour` (§19.2, §19.3, §19.6)."""
    phase, pending, drawn = int(s["phase"]), int(s["pending"]), int(s["drawn"])
    symbol = int(SYMBOL[_top(s)])
    each = {DRAW_TWO: 2, DRAW_FOUR: 4}.get(symbol, 0)
    if pending < 0 or (pending != 0 if phase != OWED else each == 0 or pending == 0 or pending % each != 0):
        return f"pending {pending} does not fit the phase and the top card"
    if (drawn != NO_CARD) != (phase == DRAWN and viewer in (TRUTH, int(s["turn"]))):
        return "drawn does not fit the phase"
    if int(s["colour"]) not in _colours(s, symbol, phase):
        return f"colour does not fit the top card {CARDS.tokens[_top(s)]}"
    if drawn != NO_CARD and (drawn not in _hand(s, int(s["turn"])) or not _matches(s, drawn)):
        return "drawn must be a card of the hand that matches"
    return ""


def _colours(s: Any, symbol: int, phase: int) -> set[int]:
    """§19.6: the colours that can be in force on the top card."""
    colours = {int(HUE[_top(s)])} - {ANY}
    names_nothing = phase == ROUND_OVER and _gone_out(s)  # §11.2: the last card
    if symbol in (CHOOSE, DRAW_FOUR) and not names_nothing:
        colours = set(range(FOUR_COLOURS))
    if symbol == ALL_SWAP or (symbol >= FIRST_ACTION and phase in (TURN, DRAWN, ROUND_OVER)):  # §2.5
        colours.add(ANY)
    return colours


def _unsound_calls(s: Any, seats: int) -> str:
    declined, owing, quiet = _seats(s, "declined"), _seats(s, "owes_call"), _seats(s, "quiet")
    can_owe = int(s["option_solo_call"]) == MUST_CALL and not s["round_over"]
    for seat in range(seats):
        if seat in declined and (int(s["phase"]) > DRAWN or seat == int(s["turn"]) or not _holds_twin(s, seat)):
            return f"seat {seat} has nothing to decline"
        if seat in owing and (int(s["hands_n"][seat]) != 1 or not can_owe):
            return f"seat {seat} cannot owe the call"
        if seat in quiet and seat not in owing:
            return f"seat {seat} has nothing to be quiet about"
    return ""
