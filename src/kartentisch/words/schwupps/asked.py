"""Schwupps: what people ask at the table."""

from __future__ import annotations

from typing import Any

from kartentisch.games.schwupps.cards import CARDS, TASK_KINDS
from kartentisch.words.language import say
from kartentisch.words.question import Impossible, Question, Slot, Values
from kartentisch.words.schwupps.situations import situation

NUMBERS = tuple(card for card in CARDS.tokens if card != "!")
YES = {"no": say("no"), "yes": say("yes")}
TASK = Slot("task", say("the Schwupps card"), "card", TASK_KINDS)
TOP = Slot("top", say("on the pile beside it"), "card", NUMBERS)
ACTED = Slot("acted", say("I have already done something in this turn"), "choice", ("no", "yes"), YES, unset="no")
SHIFTED = Slot("shifted", say("I have already schwupped a row in this turn"), "choice", ("no", "yes"), YES, unset="no")
STACK = Slot(
    "stack",
    say("my personal pile"),
    "choice",
    ("some", "none"),
    {"some": say("my personal pile is not empty"), "none": say("my personal pile is empty")},
    unset="some",
    bare=True,
)


def _done(v: Values) -> dict[str, Any]:
    shifted = v.get("shifted") == "yes"
    return {"acted": shifted or v.get("acted") == "yes", "shifted": shifted}


PLAY = Question(
    "play",
    say("May I play this card there?"),
    (TASK, TOP, Slot("card", say("I want to play"), "card", NUMBERS), ACTED),
    lambda v: situation([v["card"]], v["task"], v["top"], **_done(v)),
    ("{card}>A1",),
    instead="card",
)
SHIFT = Question(
    "shift",
    say("May I schwupp a row?"),
    (
        SHIFTED,
        Slot("fits", say("a card of mine fits somewhere"), "choice", ("no", "yes"), YES, unset="no"),
        ACTED,
    ),
    lambda v: situation(["r10" if v["fits"] == "yes" else "y4"], "+1", "r9", **_done(v)),
    ("~A",),
)


def _aggravating(v: Values) -> dict[str, Any]:
    held = ["!"] if v["have"] == "yes" else ["y4"]
    last = v["last"] == "yes"
    return situation(held if last else [*held, "b2"], stack=0 if last else 6, **_done(v))


AGGRAVATE = Question(
    "aggravate",
    say("May I play an aggravation card?"),
    (
        Slot(
            "whom",
            say("the card goes to"),
            "choice",
            ("other", "me", "nobody"),
            {"other": say("another player"), "me": say("myself"), "nobody": say("nobody")},
            usual="other",
        ),
        Slot("have", say("I hold one"), "choice", ("yes", "no"), YES, unset="yes"),
        Slot(
            "last", say("it is my very last card, my personal pile is empty"), "choice", ("no", "yes"), YES, unset="no"
        ),
        SHIFTED,
    ),
    _aggravating,
    lambda v: ({"other": "!A>1", "me": "!A>0", "nobody": "!"}[v["whom"]],),
)
END = Question(
    "end",
    say("May I end my turn?"),
    (ACTED, SHIFTED),
    lambda v: situation(["y4", "b2"], **_done(v)),
    ("end",),
)
HELD = {"none": ["y4", "v6"], "fits": ["r10", "v6"], "aggravation": ["!", "v6"]}
"""At the other three places 1, blue, and blue or 2 are wanted."""
MUST = Question(
    "must",
    say("Do I have to schwupp a row?"),
    (
        Slot(
            "hand",
            say("my hand"),
            "choice",
            tuple(HELD),
            {
                "none": say("no card of mine fits"),
                "fits": say("a card of mine fits"),
                "aggravation": say("no card fits, but I hold an aggravation card"),
            },
            bare=True,
        ),
        ACTED,
    ),
    lambda v: situation(HELD[v["hand"]], "+1", "r9", **_done(v)),
    ("~*",),
    must=True,
)

# ---- What comes of it -----------------------------------------------------------------------------------------------


def _ending(v: Values) -> dict[str, Any]:
    held, stack = int(v["held"]), {"plenty": 9, "two": 2, "none": 0}[v["pile"]]
    if not held and not stack:
        raise Impossible(say("With neither a hand nor a personal pile the round was over before."))
    return situation(["b2", "b4", "g6", "g8", "v2", "v4"][:held], stack=stack, acted=True)


FILL = Question(
    "fill",
    say("Do I end with four cards in my hand?"),
    (
        Slot("held", say("cards left in my hand"), "number", ("0", "1", "2", "3", "4", "5", "6")),
        Slot(
            "pile",
            say("my personal pile"),
            "choice",
            ("plenty", "two", "none"),
            {"plenty": say("many cards"), "two": say("two cards"), "none": say("empty")},
            unset="plenty",
        ),
    ),
    _ending,
    course=lambda v: [(0, "end")],
    does=lambda case: len(case.after["hands"][0]) == 4,
)
TAKEN = Question(
    "taken",
    say("Do I take a card after schwupping?"),
    (
        Slot(
            "how",
            say("I schwupp"),
            "choice",
            ("plain", "aggravation"),
            {"plain": say("without an aggravation card"), "aggravation": say("with an aggravation card")},
            bare=True,
        ),
        Slot(
            "common",
            say("the common pile"),
            "choice",
            ("plenty", "gone", "nothing"),
            {
                "plenty": say("the common pile has cards"),
                "gone": say("the common pile is empty, but cards lie under the tops"),
                "nothing": say("the common pile is empty, and so it is under the tops"),
            },
            unset="plenty",
            bare=True,
        ),
    ),
    lambda v: situation(["!", "b2", "y4"], common=str(v["common"])),
    course=lambda v: [(0, "~A" if v["how"] == "plain" else "!A>1")],
    does=lambda case: len(case.after["hands"][0]) > len(case.view["hands"][0]),
)
RENEWED = Question(
    "renewed",
    say("Are the number piles turned into a new common pile?"),
    (
        Slot(
            "common",
            say("the common pile"),
            "choice",
            ("plenty", "last", "nothing"),
            {
                "plenty": say("several cards are left"),
                "last": say("I take its last card"),
                "nothing": say("it is empty, and so it is under the tops"),
            },
            bare=True,
        ),
    ),
    lambda v: situation(["b2", "y4"], common=str(v["common"])),
    course=lambda v: [(0, "~A")],
    does=lambda case: bool(case.after["common_bag"]),
)
WON = Question(
    "won",
    say("Have I won with my last card?"),
    (
        Slot(
            "card",
            say("my last card"),
            "choice",
            ("number", "aggravation"),
            {"number": say("a number card"), "aggravation": say("an aggravation card")},
        ),
        STACK,
    ),
    lambda v: situation(["r10" if v["card"] == "number" else "!"], "+1", "r9", stack=6 if v["stack"] == "some" else 0),
    course=lambda v: [
        (0, "r10>A1" if v["card"] == "number" else "!" if v["stack"] == "none" else "!A>1"),
    ],
    does=lambda case: bool(case.after["round_over"]),
)


def _counting(v: Values) -> dict[str, Any]:
    """Seat 1 is about to go out."""
    held, stack = int(v["held"]), int(v["pile"])
    if not held and not stack:
        raise Impossible(say("With neither a hand nor a personal pile the round was over before."))
    state = situation(["b2", "b4", "g6", "g8"][:held], "+1", "r9", stack=stack)
    own, left = state["hands"][1], state["stacks"][1]
    state["hands"][2] += [card for card in own if card != "r10"]
    bag = list(state["bag"])
    bag.remove("r10")
    return {
        **state,
        "turn": 1,
        "hands": [state["hands"][0], ["r10"], state["hands"][2]],
        "bag": bag,
        "stacks": [stack, 0, state["stacks"][2]],
        "common": state["common"] + left - 1,
    }


COUNT = Question(
    "count",
    say("Does my personal pile count against me too?"),
    (
        Slot("held", say("cards in my hand"), "number", ("0", "1", "2", "3", "4")),
        Slot("pile", say("cards in my personal pile"), "number", ("0", "1", "3", "6", "12")),
    ),
    _counting,
    course=lambda v: [(1, "r10>A1")],
    does=lambda case: case.after["points"][0] < -len(case.after["hands"][0]),
)
QUESTIONS = (PLAY, SHIFT, AGGRAVATE, END, MUST, FILL, TAKEN, RENEWED, WON, COUNT)
