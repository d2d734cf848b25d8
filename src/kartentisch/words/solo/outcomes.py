"""Solo: questions about what comes of a move: whose turn it is, who pays, what ends."""

from __future__ import annotations

from typing import Any

from kartentisch.games.solo.cards import CARDS, COLOURS
from kartentisch.words.language import say
from kartentisch.words.question import Impossible, Question, Slot, Values
from kartentisch.words.solo.situations import situation

YES = {"yes": say("yes"), "no": say("no")}
ACTIONS = tuple(card for card in CARDS.tokens if card[0] not in COLOURS or not card[1:].isdigit())
TARGETED = ("X", "G")
ANSWER = Slot(
    "answer",
    say("and then"),
    "choice",
    ("lets", "protects"),
    {"lets": say("they let it happen"), "protects": say("they play a protection")},
    usual="lets",
    bare=True,
)


def _base(card: str) -> str:
    """A number card on which this one can be played."""
    return f"{card[0] if card[0] in COLOURS else 'r'}5"


def _needs(card: str) -> str:
    """The move with this card, at the neighbor on the left."""
    return f"{card} >1" if card[1:] in TARGETED else f"{card} =g" if card in ("C", "+4") else card


# ---- Is it my turn again? -------------------------------------------------------------------------------------------


def _before(v: Values) -> dict[str, Any]:
    card, seats = str(v["card"]), int(v["seats"])
    protected = {1: ["Py", "g9", "b8"]} if v["answer"] == "protects" and card != "Py" else {}
    if v["answer"] == "protects" and card == "Py":
        raise Impossible(say("Against a protection there is nothing to protect oneself from."))
    house = {"reverse_skips": True} if v["skips"] == "yes" else {}
    return situation(_base(card), [card], seats=seats, others=protected, house=house)


def _answers(v: Values) -> list[tuple[int, str | tuple[str, ...]]]:
    """The card, and what everybody says to it."""
    card, seats = str(v["card"]), int(v["seats"])
    says = "Py" if v["answer"] == "protects" else ""
    skips = card[1:] == "S" or (card[1:] == "R" and seats == 2 and v["skips"] == "yes")
    moves: list[tuple[int, str | tuple[str, ...]]] = [(0, _needs(card))]
    if skips:
        moves.append((1, says or "skip"))
    elif card[1:] == "+2" or card == "+4":
        moves.append((1, says or "take"))
    elif card[1:] in TARGETED:
        moves.append((1, says or "accept"))
        moves += [(0, "**")] if card[1:] == "G" and not says else []
    elif card == "A":
        moves += [(1, says or "accept"), *((seat, "accept") for seat in range(2, seats))]
    elif says:
        raise Impossible(say("{card} is aimed at nobody: a protection has no effect on it."), card=card)
    return moves


AGAIN = Question(
    "again",
    say("Is it my turn again after this card?"),
    (
        Slot("card", say("I play"), "card", CARDS.tokens),
        Slot("seats", say("players"), "number", tuple(str(n) for n in range(2, 11))),
        ANSWER,
        Slot("skips", say("with two, a change of direction skips"), "choice", ("no", "yes"), YES, unset="no"),
    ),
    _before,
    course=_answers,
    does=lambda case: case.after["turn"] == 0 and not case.after["round_over"],
)

# ---- Do I draw two for a call that I missed? ------------------------------------------------------------------------

ACTS = {
    "play": say("plays a card"),
    "draw": say("draws a card"),
    "take": say("takes cards owed"),
    "pass": say("passes after drawing"),
    "skip": say("sits out"),
    "accept": say("accepts a swap or gift"),
    "throw": say("interjects out of turn"),
}


def _owing(v: Values) -> dict[str, Any]:
    """Seat 0 owes the call, seat 1 is about to act."""
    act = str(v["act"])
    top = {"take": "r+2", "skip": "rS", "accept": "rX"}.get(act, "r5")
    phases: dict[str, dict[str, Any]] = {
        "take": {"phase": "owed", "pending": 2},
        "skip": {"phase": "skipped", "layer": 0},
        "pass": {"phase": "drawn", "drawn": "r8"},
        "accept": {"phase": "answer", "turn": 2, "layer": 2, "target": 1},
    }
    more: dict[str, Any] = {"turn": 1, "owes_call": [0]} | phases.get(act, {})
    others = {1: ["r8", "g9", "b4"], 2: ["r5", "g4", "b9"]}
    house = {"call_until": v["rule"]}
    return situation(top, ["g1"], filled=1, others=others, house=house, **more)


MISSED = Question(
    "missed",
    say("I forgot to call “Solo!”. Do I draw two cards?"),
    (
        Slot("act", say("somebody else"), "choice", tuple(ACTS), ACTS),
        Slot(
            "rule",
            say("at our table the call is due"),
            "choice",
            ("anybody", "next"),
            {"anybody": say("before anybody else plays"), "next": say("before the next player plays")},
            unset="anybody",
        ),
    ),
    _owing,
    course=lambda v: [(2, "r5")] if v["act"] == "throw" else [(1, "r8" if v["act"] == "play" else str(v["act"]))],
    does=lambda case: len(case.after["hands"][0]) == 3,
)

# ---- Is the round, or the match, over? ------------------------------------------------------------------------------


def _giving(v: Values) -> dict[str, Any]:
    held = ["rG", "g1", "b2", "y3"][: 1 + int(v["left"])]
    return situation("r5", held, filled=len(held), others={1: ["Py", "g9", "b8"]})


GIVEN = Question(
    "given",
    say("Have I gone out by giving my last cards away?"),
    (Slot("left", say("cards left to give"), "number", ("1", "2", "3")), ANSWER),
    _giving,
    course=lambda v: [
        (0, "rG >1"),
        (1, "Py" if v["answer"] == "protects" else "accept"),
        *([(0, "**")] if v["left"] == "3" and v["answer"] == "lets" else []),
    ],
    does=lambda case: bool(case.after["round_over"]),
)


def _last(v: Values) -> dict[str, Any]:
    card = str(v["card"])
    return situation(_base(card), [card], filled=1)


LAST = Question(
    "last",
    say("Does my last card still do what it says?"),
    (Slot("card", say("my last card"), "card", ACTIONS),),
    _last,
    course=lambda v: [(0, v["card"])],
    does=lambda case: not case.after["round_over"],
)


def _near_limit(v: Values) -> dict[str, Any]:
    totals = [0, int(v["points"]) - 6, 0]
    return situation("r5", ["r8"], filled=1, others={1: ["g6"]}, totals=totals)


MATCH = Question(
    "limit",
    say("Is the match over with this many points?"),
    (Slot("points", say("somebody has"), "number", ("499", "500", "501", "520")),),
    _near_limit,
    course=lambda v: [(0, "r8")],
    does=lambda case: bool(case.after["over"]),
)


def _debts(v: Values) -> dict[str, Any]:
    card = str(v["card"])
    partner = {"one": ["g9"], "more": ["g9", "b8", "y7"]}[v["theirs"]]
    held = [card, "y3", "g1"][: 1 + int(v["left"])]
    return situation(_base(card), held, filled=len(held), others={1: partner})


OWING = Question(
    "owing",
    say("I swapped: do I have to call “Solo!” now?"),
    (
        Slot("card", say("I play"), "card", tuple(card for card in CARDS.tokens if card[1:] == "X")),
        Slot("left", say("cards in my hand before the swap"), "number", ("1", "2")),
        Slot(
            "theirs",
            say("the other hand has"),
            "choice",
            ("one", "more"),
            {"one": say("one card"), "more": say("more cards")},
        ),
    ),
    _debts,
    course=lambda v: [(0, f"{v['card']} >1"), (1, "accept")],
    does=lambda case: 0 in case.after["owes_call"],
)


def _passing(v: Values) -> dict[str, Any]:
    """Four seats; seat 0 lays All Swap Cards."""
    others = {1: ["Pr", "g1", "b2"], 2: ["Pg", "g3", "b4"], 3: ["Pb", "g5", "b6"]}
    return situation("r5", ["A", "y1", "y2", "y9"], seats=4, others=others)


PASSED = Question(
    "passed",
    say("All Swap Cards, four of us: does my hand go to my neighbor on the left?"),
    (
        Slot(
            "protects",
            say("who protects"),
            "choice",
            ("none", "left", "across", "right"),
            {
                "none": say("nobody protects"),
                "left": say("my neighbor on the left protects"),
                "across": say("the one across protects"),
                "right": say("my neighbor on the right protects"),
            },
            bare=True,
        ),
    ),
    _passing,
    course=lambda v: [
        (0, "A"),
        *(
            (
                seat,
                {"left": {1: "Pr"}, "across": {2: "Pg"}, "right": {3: "Pb"}}.get(v["protects"], {}).get(seat, "accept"),
            )
            for seat in (1, 2, 3)
        ),
    ],
    does=lambda case: "y1" in case.after["hands"][1],
)
QUESTIONS = (AGAIN, MISSED, GIVEN, LAST, OWING, PASSED, MATCH)
