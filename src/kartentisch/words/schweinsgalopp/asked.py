"""Schweinsgalopp: what people ask at the table. Every card may always be played, so most is about what follows."""

from __future__ import annotations

from typing import Any

from kartentisch.games.schweinsgalopp.cards import CARDS, COLOURS, TRACK
from kartentisch.words.language import say
from kartentisch.words.question import Case, Impossible, Question, Slot, Values
from kartentisch.words.schweinsgalopp.situations import pigs_of, setting_up, situation

FAR = 45
YES = {"no": say("no"), "yes": say("yes")}
PIG_LABELS = {
    "b": say("the blue pig"),
    "g": say("the green pig"),
    "r": say("the red pig"),
    "v": say("the purple pig"),
    "y": say("the yellow pig"),
}
AT_START = {"b": "0", "g": "1", "r": "2", "v": "3", "y": "4"}
DISTANCES = tuple(str(n) for n in range(FAR + 1))
PIGS = tuple(
    Slot(f"pig_{letter}", PIG_LABELS[letter], "number", DISTANCES, unset=AT_START[letter]) for letter in COLOURS
)
CARD = Slot("card", say("I play"), "card", CARDS.tokens, among="hand")
SUPPLY = Slot(
    "supply",
    say("the supply of scoff cards"),
    "choice",
    ("plenty", "one", "none"),
    {"plenty": say("many"), "one": say("one"), "none": say("none")},
    unset="plenty",
)
LAST = Slot("last", say("it is my last card"), "choice", ("no", "yes"), YES, unset="no")
TRACK_SPACE = Slot(
    "track", say("a scoff card lies on space"), "number", tuple(str(n) for n in range(5, TRACK)), unset=""
)
STAGE = Slot(
    "stage",
    say("where we are"),
    "choice",
    ("play", "lay", "line_up"),
    {
        "play": say("the race is on"),
        "lay": say("scoff cards are being laid on the track"),
        "line_up": say("the pigs are being set up"),
    },
    usual="play",
    bare=True,
)
COUNTED = say(
    "Spaces are counted from the one under the last pig at the start, which is 0. A second round goes on with 22."
)
QUIET = {letter: int(distance) for letter, distance in AT_START.items()}


def _playing(v: Values) -> dict[str, Any]:
    hand = list(v.get("hand") or ()) or [str(v["card"])]
    if v["stage"] == "line_up":
        return setting_up(["r"])
    if v["stage"] == "lay":
        return {**situation(hand, QUIET, house={"track_scoff": True}), "phase": "lay"}
    left = max(len(hand), 1) if v.get("hand") else 5
    return situation(hand, QUIET, left=left)


PLAY = Question(
    "play",
    say("May I play this card?"),
    (CARD, STAGE, Slot("hand", say("my hand"), "cards", CARDS.tokens, unset="", most=7)),
    _playing,
    ("{card}",),
)
MUST = Question(
    "must",
    say("Do I have to play a card?"),
    (Slot("hand", say("my hand"), "cards", CARDS.tokens, most=7),),
    lambda v: situation(list(v["hand"]), QUIET, left=len(v["hand"])),
    CARDS.tokens,
    must=True,
)


def _racing(v: Values) -> dict[str, Any]:
    track = [int(v["track"])] if v.get("track") else []
    pigs, supply = pigs_of(v), str(v.get("supply") or "plenty")
    return situation(
        [str(v["card"])],
        pigs,
        left=1 if v.get("last") == "yes" else 4,
        supply=supply,
        track=track,
        house={"track_scoff": bool(track)},
    )


def _far(case: Case, when: str) -> int:
    """How far the pig of the card is."""
    pigs = case.after["pigs"] if when == "after" else case.view["pigs"]
    return int(pigs[case.asked["card"]])


def _leads(case: Case) -> bool:
    return bool(_far(case, "after") == max(case.after["pigs"].values()))


JUMP = Question(
    "jump",
    say("Does my pig jump over another one?"),
    (CARD, *PIGS),
    _racing,
    course=lambda v: [(0, v["card"])],
    does=lambda case: _far(case, "after") > _far(case, "before") + 1,
    hint=COUNTED,
)
LEAD = Question(
    "lead",
    say("Is my pig in the lead then?"),
    (CARD, *PIGS),
    _racing,
    course=lambda v: [(0, v["card"])],
    does=_leads,
    hint=COUNTED,
)
SCOFF_CARD = Question(
    "scoff",
    say("Do I get a scoff card?"),
    (CARD, *PIGS, SUPPLY, TRACK_SPACE),
    _racing,
    course=lambda v: [(0, v["card"])],
    does=lambda case: case.after["face_up"][0] > 0,
    hint=COUNTED,
)


def _banking(v: Values) -> dict[str, Any]:
    house = {"keep": v["keep"] == "yes"}
    state = situation(
        [str(v["card"])], pigs_of(v), left=1, face_up=int(v["face_up"]), supply=str(v["supply"]), house=house
    )
    return state


BANK = Question(
    "bank",
    say("Do I keep my scoff cards with my last card?"),
    (
        Slot("card", say("my last card"), "card", CARDS.tokens),
        *PIGS,
        Slot("face_up", say("scoff cards face up before me"), "number", tuple(str(n) for n in range(1, 8)), unset="4"),
        SUPPLY,
        Slot("keep", say("at our table they are kept in any case"), "choice", ("no", "yes"), YES, unset="no"),
    ),
    _banking,
    course=lambda v: [(0, v["card"])],
    does=lambda case: case.after["banked"][0] > 0,
    hint=COUNTED,
)


def _laying(v: Values) -> dict[str, Any]:
    if v["when"] == "later":
        return situation(["r"], QUIET, left=5, house={"track_scoff": v["variant"] == "yes"})
    if v["variant"] == "no":
        return situation(["r"], QUIET)
    there = [int(v["there"])] if v["there"] else []
    if not there:
        return {**situation(["r"], QUIET, house={"track_scoff": True}), "phase": "lay"}
    if there[0] < 9:
        raise Impossible(
            say("No scoff card can lie there yet: not on the pigs, nor on the four spaces in front of them.")
        )
    laid = situation(["r"], QUIET, track=there, house={"track_scoff": True})
    return {**laid, "phase": "lay", "turn": 1}


def _laid(v: Values) -> int:
    """Who asks: seat 1, if seat 0 has laid its scoff card."""
    return 1 if v["when"] == "first" and v["variant"] == "yes" and v["there"] else 0


LAY = Question(
    "lay",
    say("May I lay my scoff card on this space?"),
    (
        Slot("space", say("the space"), "number", tuple(str(n) for n in range(TRACK))),
        Slot("there", say("a scoff card lies already on"), "number", tuple(str(n) for n in range(5, TRACK)), unset=""),
        Slot(
            "when",
            say("when"),
            "choice",
            ("first", "later"),
            {"first": say("before the first race card"), "later": say("while the race is on")},
            unset="first",
            bare=True,
        ),
        Slot("variant", say("we play with scoff cards on the track"), "choice", ("yes", "no"), YES, unset="yes"),
    ),
    _laying,
    ("@{space}",),
    seat=_laid,
    hint=COUNTED,
)


def _lining(v: Values) -> dict[str, Any]:
    if v["when"] == "first" and v["lot"] == "no":
        return setting_up([letter for letter in (v["standing"] or ()) if letter])
    return situation(["r"], QUIET, left=5, house={"line_up": "lot" if v["lot"] == "yes" else "start"})


SET_UP = Question(
    "pig",
    say("May I set up this pig next?"),
    (
        Slot("card", say("the pig"), "card", CARDS.tokens, among="standing"),
        Slot("standing", say("these stand already, from the front"), "cards", CARDS.tokens, unset="", most=3),
        Slot(
            "when",
            say("when"),
            "choice",
            ("first", "later"),
            {"first": say("before the first round"), "later": say("later")},
            unset="first",
            bare=True,
        ),
        Slot("lot", say("at our table the pigs are set up by lot"), "choice", ("no", "yes"), YES, unset="no"),
    ),
    _lining,
    ("+{card}",),
    single=True,
)
QUESTIONS = (PLAY, JUMP, LEAD, SCOFF_CARD, BANK, MUST, LAY, SET_UP)
