"""The lesson of Solo: a round from the learner's fifth-last card to their last one."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import Any

from kartentisch.web.lessons.lesson import In, Left, Lesson, Moment, Pile, Press, Reply, Taught
from kartentisch.words.language import say

TEAPOT, SALT = 1, 2
PACK = {
    **{f"{colour}{face}": 2 for colour in "rgby" for face in (*"123456789", "S", "R", "+2")},
    **{f"{colour}{face}": 1 for colour in "rgby" for face in "XG"},
    **dict.fromkeys(("C", "+4", "A"), 4),
    **dict.fromkeys(("Pr", "Pg", "Pb", "Py"), 1),
}
HANDS = [
    ["g5", "g6", "g7", "b7", "y3"],
    ["r3", "r6", "g2", "g6", "g9", "b8", "y7"],
    ["r1", "g+2", "b2", "b9", "y9", "y+2"],
]
TOP = "r5"
DRAW = [
    *("r2", "r4", "r7", "r8", "rS", "rR", "g1", "g3", "g4", "gS", "gR", "b1"),
    *("b3", "b5", "bS", "y1", "y2", "y4", "y6", "C", "+4", "Pr", "Pg", "Pb"),
]
"""The draw pile; all other cards lie under the top one."""


def _start() -> dict[str, Any]:
    under = sorted((Counter(PACK) - Counter([*chain(*HANDS), TOP, *DRAW])).elements())
    return {
        "game": "solo",
        "rules": 2,
        "seats": 3,
        "options": {
            "limit": 500,
            "rounds": 0,
            "solo_call": "call",
            "step_limit": 10_000,
            "reverse_skips": False,
            "hand": 8,
            "call_until": "anybody",
            "swaps": True,
        },
        "round": 1,
        "steps": 40,
        "turn": 0,
        "round_over": False,
        "dealer": 2,
        "direction": 1,
        "phase": "turn",
        "hands": HANDS,
        "known": [[[] for _ in range(3)] for _ in range(3)],
        "draw_bag": DRAW,
        "discard": [*under, TOP],
        "colour": "r",
        "pending": 0,
        "drawn": None,
        "layer": None,
        "target": None,
        "to_answer": [],
        "protected": [],
        "declined": [],
        "owes_call": [],
        "quiet": [],
        "points": [0, 0, 0],
        "totals": [0, 0, 0],
        "over": False,
        "winners": [],
    }


LESSON = Lesson(
    game="solo",
    start=_start(),
    moments=(
        Moment(
            "match",
            say("Play a card with the *same color* or the *same number* as the top card: red, or a 5."),
            say("Play a card that fits."),
            (Pile("discard"),),
            "3.2",
            ("g5",),
            "g5",
            wrong={
                "no_match": say("Neither its color nor its number is on the top card."),
                "draw": say("But one of your cards fits: look at the *numbers*."),
            },
            then=(Reply(TEAPOT, "g6"),),
        ),
        Moment(
            "twin",
            say(
                "You hold the *twin* of Teapot’s card: same color, same number. Throw it in *at any time*, even "
                "on Salt’s turn."
            ),
            say("Throw in your green 6."),
            (Pile("discard"),),
            "5.1",
            ("g6",),
            "g6",
            wrong={"only_twin": say("Out of turn, only the very *same* card goes.")},
            then=(Reply(TEAPOT, "r6"), Reply(SALT, "r1")),
        ),
        Moment(
            "draw",
            say("Play went on after you. Now nothing of yours fits red 1: *draw* a card."),
            say("Draw a card."),
            (Press("draw"), Pile("draw")),
            "3.4",
            ("draw",),
            "draw",
            gives={"hands.0": ["C"]},
            wrong={"no_match": say("You need red or a 1, and you have neither.")},
        ),
        Moment(
            "colour",
            say("A black card *always* fits, and with this one you *choose the color*. Take one that you hold: green."),
            say("Play the black card and choose green."),
            (In("hand", "C"),),
            "6.8",
            ("C =g",),
            "C =g",
            wrong={
                "only_drawn": say("After drawing, only the *drawn* card may be played."),
                "C *": say("This time choose *green*, please: your green 7 will thank you."),
                "pass": say("But the card that you have drawn may be played at once."),
            },
            then=(Reply(TEAPOT, "g2"), Reply(SALT, "g+2")),
        ),
        Moment(
            "owed",
            say("Salt’s *Draw 2* is for you. You could pass it on with a Draw 2. Without one, *take* the two cards."),
            say("Take two cards."),
            (Press("draw"), Pile("discard")),
            "6.4",
            ("take",),
            "take",
            gives={"hands.0": ["r7", "Pg"]},
            wrong={"only_take": say("You have none of these, so take the cards. It will not cost you the turn.")},
        ),
        Moment(
            "triple",
            say("It is still your turn, and you have *three 7s* now. A *Triple +* plays all of them at once."),
            say("Raise a 7 and play the Triple +."),
            (In("hand", "g7"), In("hand", "b7"), In("hand", "r7")),
            "4.1",
            ("triple:7*",),
            "triple:7r",
            wrong={
                "no_match": say("Alone it does not fit. As a *Triple +* it goes along with the green 7."),
                "g7": say("But all three 7s may go *together*."),
                "P*": say("Keep the protection for bad times. Three 7s can go at once."),
                "draw": say("But you can get rid of three cards at once."),
            },
            then=(Reply(TEAPOT, "y7"), Reply(SALT, "y+2")),
        ),
        Moment(
            "protect",
            say(
                "Two cards again? Not this time: your *protection* cancels them. The next player must play the "
                "color of its bolt."
            ),
            say("Play your protection."),
            (In("hand", "Pg"),),
            "8.2",
            ("Pg",),
            "Pg",
            wrong={
                "only_take": say("The card with the *bolt* is your protection."),
                "take": say("But your protection saves you from that."),
            },
        ),
        Moment(
            "call",
            say("You have *one card* left. Call *“Solo!”* before anybody plays, or you draw two."),
            say("Call “Solo!”."),
            (Press("solo"),),
            "9.1",
            ("solo",),
            "solo",
            wrong={"only_call": say("First call, then wait for your turn.")},
            then=(Reply(TEAPOT, "g9"), Reply(SALT, "y9")),
        ),
        Moment(
            "out",
            say("Yellow lies on top, and your last card is yellow. Play it and the round is *yours*."),
            say("Play your last card."),
            (Pile("discard"), In("hand", "y3")),
            "11.1",
            ("y3",),
            "y3",
            wrong={"draw": say("But your last card fits: play it and you have gone out.")},
        ),
    ),
    teaches=(
        Taught(say("color or number"), "match", ("g5",)),
        Taught(say("twins"), "twin", ("g6",)),
        Taught(say("draw one"), "draw", ("draw",)),
        Taught(say("choosing a color"), "colour", ("C =g",)),
        Taught(say("owed cards"), "owed", ("take",)),
        Taught(say("Triple +"), "triple", ("triple:7r",)),
        Taught(say("protection"), "protect", ("Pg",)),
        Taught(say("“Solo!”"), "call", ("solo",)),
        Taught(say("going out"), "out", ("y3",)),
    ),
    leaves_out=(
        Left(say("skip a turn, and change direction"), "6.2"),
        Left(say("Draw 4"), "6.5"),
        Left(say("swapping hands, and gifts"), "7.2"),
        Left(say("points"), "11.3"),
    ),
)
