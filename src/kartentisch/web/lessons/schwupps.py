"""The lesson of Schwupps: the end of a round, in which the learner goes out."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import Any

from kartentisch.web.lessons.lesson import In, Left, Lesson, Moment, Pile, Press, Reply, Taught
from kartentisch.words.language import say

TEAPOT, SALT = 1, 2
SPLIT = {"+1": 5, "+2": 4, "-1": 5, "-2": 4, "n": 4, "c": 4, "nc": 4}
"""How many task cards of each kind there are."""
HANDS = [["g7", "r1", "v10", "y3"], ["b2", "g3", "r5", "y6"], ["b1", "g10", "v4", "y9"]]
TOPS = {"A1": "b5", "A2": "r8", "B1": "y2", "B2": "g9"}
TASKS = {"A1": "+2", "A2": "n", "B1": "c", "B2": "-1"}
NEXT = "+1"
STACKS = [2, 1, 4]
"""The personal piles: the learner draws only once more."""
BAG = ["b8", "v8", "b3", "b4", "g2", "r2", "r4", "v1", "v5", "y1", *["!"] * 14]
"""What can still come: personal piles and common pile together."""


def _start() -> dict[str, Any]:
    """The numbers that nobody will see lie under the tops of the piles."""
    tasks = Counter(SPLIT) - Counter([*TASKS.values(), NEXT])
    numbers = Counter({f"{colour}{value}": 2 for colour in "bgrvy" for value in range(1, 11)})
    under = sorted((numbers - Counter([*chain(*HANDS), *TOPS.values(), *BAG])).elements())
    return {
        "game": "schwupps",
        "rules": 2,
        "seats": 3,
        "options": {"match": "single", "tasks": SPLIT, "step_limit": 10_000, "rounds": 0},
        "round": 1,
        "steps": 40,
        "turn": 0,
        "round_over": False,
        "start": 0,
        "acted": False,
        "shifted": False,
        "tasks": TASKS,
        "next": NEXT,
        "task_bag": [kind for kind in SPLIT for _ in range(tasks[kind])],
        "task_discard": [],
        "piles": {place: [*under[number::4], top] for number, (place, top) in enumerate(TOPS.items())},
        "hands": HANDS,
        "bag": BAG,
        "stacks": STACKS,
        "common": len(BAG) - sum(STACKS),
        "common_bag": None,
        "boxed": 0,
        "points": [0, 0, 0],
        "totals": [0, 0, 0],
        "over": False,
        "winners": [],
    }


LESSON = Lesson(
    game="schwupps",
    start=_start(),
    moments=(
        Moment(
            "plus",
            say("The dark card says what its pile takes. *+2* on the 5 wants a *7*, of any color."),
            say("Put a card on pile A1."),
            (Pile("task-A1"),),
            "4.2",
            ("g7>A1",),
            "g7>A1",
            wrong={
                "task_unmet": say("Two *more* than the 5 is wanted; the color does not matter."),
                "y3>B1": say("Yellow 3 comes next. First the *7* for pile A1."),
                "~*": say("You need not change the wishes yet: you hold the *7* for pile A1."),
            },
        ),
        Moment(
            "colour",
            say("*=* with colors wants the *same color* as the top card: yellow here. The number does not matter."),
            say("Put a card on pile B1."),
            (Pile("task-B1"),),
            "4.5",
            ("y3>B1",),
            "y3>B1",
            wrong={
                "task_unmet": say("Pile B1 wants *yellow*, whatever the number."),
                "end": say("But you can get rid of one more: your *yellow* card."),
                "~*": say("But you can get rid of one more: your *yellow* card."),
            },
        ),
        Moment(
            "end",
            say("Play as many cards as you like. When nothing fits, *end your turn* and draw up to four."),
            say("End your turn."),
            (Press("end"),),
            "3.4",
            ("end",),
            "end",
            gives={"hands.0": ["b8", "v8"]},
            wrong={
                "task_unmet": say("None of your cards fits any more."),
                "~*": say("For that you would take a card. Just end your turn here."),
            },
            then=(Reply(TEAPOT, "y6>B1"), Reply(TEAPOT, "end"), Reply(SALT, "y9>B1"), Reply(SALT, "end")),
        ),
        Moment(
            "minus",
            say("*−1* wants *one less* than the 9 beside it. You hold two cards that fit."),
            say("Put a card on pile B2."),
            (Pile("task-B2"),),
            "4.2",
            ("b8>B2", "v8>B2"),
            "b8>B2",
            wrong={
                "task_unmet": say("One *less* than 9 is wanted, of any color."),
                "*8>A2": say("One 8 is for that pile too. First the one with *−1*, please."),
                "~*": say("But two of your cards fit as the table is."),
            },
        ),
        Moment(
            "number",
            say("*=* with numbers wants the *same number*, in any color. Where does your other 8 go?"),
            say("Put your other 8 on its pile."),
            (Pile("task-A2"),),
            "4.4",
            ("*8>A2",),
            "v8>A2",
            wrong={
                "task_unmet": say("Here the number must be the *same*: an 8 on an 8."),
                "*": say("First your other 8: it lies on a pile with an 8 on top."),
            },
        ),
        Moment(
            "shift",
            say("Nothing fits? *Schwupp* a row: its tasks move on, and the next one comes in. It costs you a card."),
            say("Schwupp row A: the +2 moves beside the 8."),
            (Pile("next"), Pile("task-A1")),
            "5.1",
            ("~A",),
            "~A",
            gives={"hands.0": ["!"], "next": "+2"},
            wrong={
                "task_unmet": say("Change the wishes first: schwupp a row."),
                "~B": say("But row A helps you: its *+2* moves beside the 8, and that wants your 10."),
                "end": say("But try the other way out once: *schwupp* row A."),
            },
        ),
        Moment(
            "after",
            say("Look: the *+2* has moved beside the 8. What does pile A2 want now?"),
            say("Put a card on pile A2."),
            (Pile("task-A2"),),
            "5.2",
            ("v10>A2",),
            "v10>A2",
            wrong={
                "task_unmet": say("Pile A2 wants *two more than 8*."),
                "!*": say("Keep the aggravation for later: one of your numbers fits now."),
                "end": say("But one of your numbers fits now, on pile A2."),
            },
        ),
        Moment(
            "aggravate",
            say("You took an *aggravation card*. It schwupps a row too, and *somebody else* takes the card."),
            say("Aggravate somebody with row B."),
            (In("hand", "!"),),
            "6.1",
            ("!B>*",),
            "!B>1",
            wrong={
                "task_unmet": say("First the aggravation card: it makes your last number fit."),
                "!A>*": say("But row *B* helps you: there *+2* comes beside the yellow 9."),
                "end": say("But you can go out in this turn: play the aggravation card."),
            },
        ),
        Moment(
            "out",
            say("After 10 comes 1, so *+2* on the 9 wants a *1*. Play your last card and you *win*."),
            say("Play your last card."),
            (Pile("task-B1"), In("hand", "r1")),
            "8.1",
            ("r1>B1",),
            "r1>B1",
            wrong={
                "task_unmet": say("Count on from 9: *10*, then *1*."),
                "end": say("But your last card fits: play it and you have won."),
            },
        ),
    ),
    teaches=(
        Taught(say("one or two more, +"), "plus", ("g7>A1",)),
        Taught(say("same color, ="), "colour", ("y3>B1",)),
        Taught(say("ending a turn"), "end", ("end",)),
        Taught(say("one or two less, −"), "minus", ("*8>B2",)),
        Taught(say("same number, ="), "number", ("*8>A2",)),
        Taught(say("schwupping a row"), "shift", ("~A",)),
        Taught(say("aggravation"), "aggravate", ("!B>1",)),
        Taught(say("going out"), "out", ("r1>B1",)),
    ),
    leaves_out=(
        Left(say("tasks that take a color or a number"), "4.6"),
        Left(say("what happens when a pile is empty"), "7.1"),
        Left(say("an aggravation as the last card"), "8.2"),
        Left(say("points and the tournament"), "9.1"),
    ),
)
