"""The lesson of SWUP: three cards of one deal, then the four of the next."""

from __future__ import annotations

from itertools import chain
from typing import Any

from kartentisch.web.lessons.lesson import In, Left, Lesson, Moment, Pile, Press, Reply, Taught
from kartentisch.words.language import say

TEAPOT, SALT = 1, 2
PACK = [f"{colour}{number}" for colour in "krby" for number in range(1, 14)]
HANDS = [["k9", "k11", "y13"], ["k4", "y1", "y4"], ["r13", "b8", "y2"]]
TABLE = ["r6", "r11", "b5", "y9"]
LATER = [["k5", "r2", "r3", "b2"], ["r7", "b12", "y12", "b9"], ["k13", "r10", "y10", "b6"]]
"""The hands of the next deal."""
PILES = [["k1", "k6", "r1", "b1", "y3"], ["k2", "k7", "k10", "b4", "y7"], ["k3", "k8", "r8", "b3", "y11"]]
DECK = [card for card in PACK if card not in {*chain(*HANDS, *PILES), *TABLE}]


def _start() -> dict[str, Any]:
    return {
        "game": "swup",
        "rules": 2,
        "seats": 3,
        "options": {
            "most_cards": 1,
            "most_black": 2,
            "last_cards": 1,
            "builds_in_sums": False,
            "rounds": 0,
            "swup_points": 1,
            "star_points": 1,
        },
        "round": 1,
        "steps": 20,
        "turn": 0,
        "round_over": False,
        "dealer": 2,
        "hands": HANDS,
        "table": TABLE,
        "builds": [],
        "deck": DECK,
        "piles": PILES,
        "swups": [0, 0, 0],
        "last_taker": 2,
        "points": [0, 0, 0],
        "totals": [0, 0, 0],
        "over": False,
        "winners": [],
    }


LESSON = Lesson(
    game="swup",
    start=_start(),
    moments=(
        Moment(
            "take",
            say("A card *takes* what is worth as much. Your *9* takes the 9 on the table."),
            say("Take the 9 with your 9."),
            (In("table", "y9"),),
            "4.1",
            ("k9 take:9 y9 done",),
            "k9 take:9 y9 done",
            wrong={
                "take_nothing": say("Look for a card of your hand that lies on the table, too."),
                "* lay": say("But before a card is laid, look what it takes: your *9* takes the 9."),
                "k11 *": say("Well seen. Keep the 11 for your next turn; first the *9*."),
            },
            then=(Reply(TEAPOT, "y4 lay"), Reply(SALT, "b8 lay")),
        ),
        Moment(
            "several",
            say("A card may take *several groups*. Your *11* takes the 11, and 5 and 6 as well: 5 + 6 = 11."),
            say("Take all three cards with your 11."),
            (In("table", "r11"), In("table", "b5"), In("table", "r6")),
            "4.1",
            (
                "k11 take:11 r11 b5 r6 done",
                "k11 take:11 r11 r6 b5 done",
                "k11 take:11 b5 r6 r11 done",
                "k11 take:11 r6 b5 r11 done",
            ),
            "k11 take:11 r6 b5 r11 done",
            wrong={
                "item_unfit": say("Each group must be worth *11*: the 11 alone, or 5 with 6."),
                "k11 take:11 *": say("But your 11 can take *more*: the 11, and 5 with 6."),
                "* lay": say("But your *11* takes three cards at once."),
            },
            then=(Reply(TEAPOT, "k4 take:4 y4 done"), Reply(SALT, "y2 lay")),
        ),
        Moment(
            "lay",
            say("Each turn you play exactly one card. What takes nothing is *laid* on the table, for everybody."),
            say("Lay your 13."),
            (Press("lay"),),
            "3.2",
            ("y13 lay",),
            "y13 lay",
            wrong={"take_nothing": say("So this one can only be *laid*.")},
            then=(Reply(TEAPOT, "y1 lay"), Reply(SALT, "r13 take:13 y13 done")),
        ),
        Moment(
            "build",
            say("New cards! *2 + 1 = 3*: put together they are a *build*. You may do so because you *keep a 3*."),
            say("Build 3: play a 2 onto the yellow 1."),
            (In("table", "y1"),),
            "5.1",
            ("*2 build:3 y1 done",),
            "b2 build:3 y1 done",
            wrong={
                "build_promise": say("You keep a *3*: so build 3."),
                "* take:*": say("But with a 2 you can do more: *build* with it."),
                "* lay": say("But try to *build* this time: 2 and the yellow 1 make 3."),
                "k5": say("The black 5 comes last. First: *build*."),
            },
            state={"hands": LATER, "deck": [card for card in DECK if card not in {*chain(*LATER)}]},
            then=(Reply(TEAPOT, "b12 lay"), Reply(SALT, "y10 lay")),
        ),
        Moment(
            "raise",
            say(
                "It is a *simple* build, so it can still be *raised*, by anybody. Your other 2 makes 5 of it: "
                "you keep a 5."
            ),
            say("Raise your build to 5."),
            (Pile("build:0"),),
            "5.6",
            ("*2 build:5 @0 done",),
            "r2 build:5 @0 done",
            wrong={
                "build_promise": say("You keep a *5*: so raise the build to 5."),
                "lay_owner": say("Raise the build instead: 3 + *2* = 5."),
                "r3 *": say("You could collect it now. But let it *grow* first."),
                "* take:*": say("But let your build *grow* first."),
                "k5": say("The black 5 comes last. First let the build *grow*."),
            },
            then=(Reply(TEAPOT, "y12 take:12 b12 done"), Reply(SALT, "r10 take:10 y10 done")),
        ),
        Moment(
            "double",
            say("3 + 2 = 5 as well. Add such a second group, and the build is *double*: nobody can raise it any more."),
            say("Play your 3 with the yellow 2, and add your build."),
            (In("table", "y2"), Pile("build:0")),
            "5.4",
            ("r3 build:5 y2 @0 done",),
            "r3 build:5 y2 @0 done",
            wrong={
                "lay_owner": say("Your 3 goes with the yellow 2, and both onto your build."),
                "own_missing": say("Pick your build as well: both groups are worth *5*."),
                "k5": say("One more thing first: make the build *double*."),
            },
            then=(Reply(TEAPOT, "r7 lay"), Reply(SALT, "k13 lay")),
        ),
        Moment(
            "sweep",
            say("The *black 5* is the broom: it takes *everything*. A player who empties the table has made a *SWUP*."),
            say("Sweep the table with your black 5."),
            (In("hand", "k5"),),
            "7.1",
            ("k5",),
            "k5",
            wrong={"card_missing": say("You have one card left, and it is a good one.")},
        ),
        Moment(
            "points",
            say(
                "All of it is in your pile now. In the end *most cards*, *black cards*, *stars* and *SWUPs* are points."
            ),
            say("Then go on."),
            (Pile("own"),),
            "9.1",
        ),
    ),
    teaches=(
        Taught(say("take one"), "take", ("k9 take:9 y9 done",)),
        Taught(say("take several"), "several", ("k11 take:11 * done",)),
        Taught(say("lay"), "lay", ("y13 lay",)),
        Taught(say("build"), "build", ("b2 build:3 * done",)),
        Taught(say("raise"), "raise", ("r2 build:5 @0 done",)),
        Taught(say("double build"), "double", ("r3 build:5 y2 @0 done",)),
        Taught(say("sweep"), "sweep", ("k5",)),
    ),
    leaves_out=(
        Left(say("cards with two values"), "1.2"),
        Left(say("what binds you while you own a build"), "6.1"),
        Left(say("the last cards of a round"), "8.3"),
        Left(say("all points"), "9.1"),
    ),
)
