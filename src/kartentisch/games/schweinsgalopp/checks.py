"""Schweinsgalopp: why a step is refused, and what a state must not be (§14)."""

from __future__ import annotations

from typing import Any

from kartentisch.engine.packs import spread
from kartentisch.engine.reasons import Reason
from kartentisch.engine.rounds import MOST, misnamed
from kartentisch.games.schweinsgalopp.cards import (
    BY_START,
    CARDS,
    COLOURS,
    COPIES,
    FAR,
    HAND,
    LAY,
    LAYING,
    LINING_UP,
    NOWHERE,
    PIGS,
    PLAYING,
    RACE_CARDS,
    SCOFF,
    SET,
    TRACK,
)

# ---- Refusals -------------------------------------------------------------------------------------------------------


def why(s: Any, seat: int, step: int) -> Reason:
    """Why a step of the seat in turn is not legal."""
    if _lining_up(s):
        return Reason("pigs_first", {}, "9.7") if step < SET else Reason("pig_set", {"pig": COLOURS[step - SET]}, "9.6")
    if step >= SET:
        return _why_not_set_up(s)
    if int(s["phase"]) == LAYING:
        return _why_not_here(s, step)
    if step < LAY:
        return Reason("card_missing", {"card": CARDS.tokens[step]}, "3.1")
    if s["option_track_scoff"]:
        return Reason("lay_over", {}, "8.2")
    return Reason("lay_never", {}, "8.1")


def _lining_up(s: Any) -> bool:
    return int(s["phase"]) == LINING_UP


def _why_not_set_up(s: Any) -> Reason:
    return Reason("pigs_set" if int(s["option_line_up"]) == BY_START else "pigs_by_lot", {}, "9.5")


def _why_not_here(s: Any, step: int) -> Reason:
    if step < LAY:
        return Reason("lay_first", {}, "8.2")
    space = step - LAY
    if space in spread([s["track_scoff"]]):
        return Reason("scoff_there", {"space": space}, "8.4")
    for kind in range(PIGS):
        if int(s["pigs"][kind]) % TRACK == space:
            return Reason("pig_there", {"space": space, "pig": CARDS.tokens[kind]}, "8.3")
    return Reason("gap_there", {"space": space}, "8.3")


# ---- State ----------------------------------------------------------------------------------------------------------


def unsound(s: Any, viewer: int) -> str:
    """What a handed-in state, or view, must not be, besides the general checks (§14)."""
    seats = int(s["seats"])
    return (
        _unsound_round(s, seats)
        or _unsound_pigs(s)
        or _unsound_cards(s, seats)
        or _unsound_scoff(s, seats)
        or _unsound_kept(s, seats)
    )


def _unsound_round(s: Any, seats: int) -> str:
    number, rounds = int(s["number"]), int(s["option_rounds"])
    if number > rounds:
        return f"round {number} is one too many"
    if int(s["start"]) != ((number - 1) % seats if s["option_rotate_start"] else 0):
        return f"start {int(s['start'])} does not fit round {number}"
    if bool(s["round_over"]) != (int(s["played_n"]) == HAND * seats):
        return "round_over does not fit the cards played"
    if bool(s["over"]) != (bool(s["round_over"]) and number == rounds):
        return "over does not fit the round"
    if int(s["phase"]) == LAYING and not (s["option_track_scoff"] and number == 1 and int(s["played_n"]) == 0):
        return "scoff cards are laid only before the first card of a match with track_scoff"
    if _lining_up(s) and not (int(s["option_line_up"]) == BY_START and number == 1 and int(s["played_n"]) == 0):
        return "pigs are set up only before the first card of a match with line_up start"
    return ""


def _unsound_pigs(s: Any) -> str:
    distances = [int(distance) for distance in s["pigs"]]
    if _lining_up(s):
        standing = sorted(distance for distance in distances if distance != NOWHERE)
        if standing != [PIGS - 1 - behind for behind in reversed(range(len(standing)))] or len(standing) > PIGS - 2:
            return "while pigs are set up, up to three of them stand, without a gap from the start line at 4"
        return ""
    if NOWHERE in distances:
        return "every pig stands somewhere once all are set up"
    if len({distance % TRACK for distance in distances}) < PIGS:
        return "two pigs stand on one space"
    if int(s["phase"]) == LAYING and max(distances) >= PIGS:
        return "while scoff cards are laid the pigs stand at 0 to 4"
    played = [int(kind) for kind in s["played"][: s["played_n"]]]
    for kind, distance in enumerate(distances):
        if distance + (COPIES - played.count(kind)) * PIGS > FAR:  # what is still to come takes it no further
            return f"pig {COLOURS[kind]} cannot be as far as {distance}"
    return ""


def _unsound_cards(s: Any, seats: int) -> str:
    start, played = int(s["start"]), int(s["played_n"])
    if _lining_up(s):
        return _unsound_before_the_deal(s, seats)
    if int(s["phase"]) == PLAYING and not s["round_over"] and int(s["turn"]) != (start + played) % seats:
        return f"turn {int(s['turn'])} does not fit start {start} and the {played} cards played"
    for seat in range(seats):
        held = HAND - (played + (start - seat - 1) % seats) // seats
        if int(s["hands_n"][seat]) != held:
            return f"seat {seat} holds {int(s['hands_n'][seat])} cards, by start and the cards played it must be {held}"
    if int(s["aside_n"]) != RACE_CARDS - HAND * seats:
        return f"aside has {int(s['aside_n'])} cards, with {seats} seats it must be {RACE_CARDS - HAND * seats}"
    return ""


def _unsound_before_the_deal(s: Any, seats: int) -> str:
    if int(s["turn"]) != int(s["start"]):
        return f"turn {int(s['turn'])} is not the start player, who sets up the pigs"
    if any(int(held) for held in s["hands_n"][:seats]) or int(s["aside_n"]) != RACE_CARDS:
        return f"while pigs are set up nobody has been dealt a card, and all {RACE_CARDS} lie aside"
    return ""


def _unsound_scoff(s: Any, seats: int) -> str:
    face_up, banked, totals = ([int(n) for n in s[name][:seats]] for name in ("face_up", "banked", "totals"))
    track = spread([s["track_scoff"]])
    there = int(s["supply"]) + sum(face_up) + sum(banked) + len(track)
    if there != SCOFF:
        return f"there are {there} scoff cards, not {SCOFF}"
    if track and not s["option_track_scoff"]:
        return "scoff cards lie on the track without track_scoff"
    if track and track[0] < PIGS:
        return "a scoff card lies where the pigs stand at the start"
    if _lining_up(s) and int(s["supply"]) != SCOFF:
        return f"while pigs are set up all {SCOFF} scoff cards are in the supply"
    if int(s["phase"]) == LAYING:
        laid = (int(s["turn"]) - int(s["start"])) % seats
        if len(track) != laid or int(s["supply"]) != SCOFF - laid:
            return f"by turn {laid} scoff cards are laid and the others in the supply"
    for seat in range(seats):
        if face_up[seat] and not s["hands_n"][seat]:
            return f"seat {seat} has scoff cards face up after its last card"
        if banked[seat] < totals[seat] or (s["round_over"] and banked[seat] != totals[seat]):
            return f"banked of seat {seat} does not fit its total"
    return _unsound_end(s, [int(n) for n in s["points"][:seats]], totals)


def _unsound_kept(s: Any, seats: int) -> str:
    """The counts that explain the score of a round (§13.5)."""
    for seat in range(seats):
        found, lost = int(s["from_track"][seat]), int(s["lost"][seat])
        gained = int(s["points"][seat]) if s["round_over"] else int(s["banked"][seat]) - int(s["totals"][seat])
        if found and not s["option_track_scoff"]:
            return "scoff cards were taken from the track without track_scoff"
        if lost and (s["hands_n"][seat] or _lining_up(s) or s["option_keep"]):
            return f"lost of seat {seat} does not fit its last card"
        if found > (int(s["face_up"][seat]) if s["hands_n"][seat] else lost or gained):
            return f"from_track of seat {seat} is more than it has taken"
    return ""


def _unsound_end(s: Any, points: list[int], totals: list[int]) -> str:
    if any(not 0 <= n <= total for n, total in zip(points, totals, strict=True)):
        return "points are not from 0 to the total"
    return misnamed(s, MOST)
