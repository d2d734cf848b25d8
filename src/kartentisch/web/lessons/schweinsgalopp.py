"""The lesson of Schweins-Galopp: the last six cards of a round."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import Any

from kartentisch.web.lessons.lesson import In, Left, Lesson, Moment, Pile, Reply, Taught
from kartentisch.words.language import say

TEAPOT, SALT = 1, 2
HANDS = [[*"bggryy"], [*"bbrvvy"], [*"bbgggv"]]
PLAYED = [*"rvy"]


def _start() -> dict[str, Any]:
    aside = Counter(dict.fromkeys("bgrvy", 7)) - Counter([*chain(*HANDS), *PLAYED])
    return {
        "game": "schweinsgalopp",
        "rules": 2,
        "seats": 3,
        "options": {"rounds": 3, "keep": False, "rotate_start": False, "track_scoff": False, "line_up": "lot"},
        "round": 1,
        "steps": 3,
        "turn": 0,
        "round_over": False,
        "phase": "play",
        "start": 0,
        "pigs": {"b": 4, "g": 6, "r": 9, "v": 8, "y": 12},
        "hands": HANDS,
        "aside": sorted(aside.elements()),
        "played": PLAYED,
        "face_up": [0, 0, 0],
        "banked": [0, 0, 0],
        "supply": 55,
        "track_scoff": [],
        "from_track": [0, 0, 0],
        "lost": [0, 0, 0],
        "points": [0, 0, 0],
        "totals": [0, 0, 0],
        "over": False,
        "winners": [],
    }


LESSON = Lesson(
    game="schweinsgalopp",
    start=_start(),
    moments=(
        Moment(
            "card",
            say(
                "Collect the most scoff. The pigs belong to nobody: a *green* card moves the green pig, to the next "
                "free space."
            ),
            say("Play a green card."),
            (In("track", "pig-g"),),
            "4.1",
            ("g",),
            "g",
            wrong={
                "card_missing": say("You can only move pigs whose color you hold: *green*, for example."),
                "*": say("Every card moves the pig of its color. This time move the *green* one, please."),
            },
            then=(Reply(TEAPOT, "b"), Reply(SALT, "b")),
        ),
        Moment(
            "jump",
            say("Three pigs stand right before the blue one. It *jumps* over all of them, to the first free space."),
            say("Let the blue pig jump."),
            (In("track", "pig-b"),),
            "4.1",
            ("b",),
            "b",
            wrong={
                "card_missing": say("You hold a *blue* card: let that pig jump."),
                "*": say("But the *blue* pig jumps farther than any other now."),
            },
            then=(Reply(TEAPOT, "v"), Reply(SALT, "g")),
        ),
        Moment(
            "lead",
            say("Red stands behind a whole row of pigs. One jump and it is *in the lead*: that earns a *scoff card*."),
            say("Put the red pig into the lead."),
            (In("track", "pig-r"),),
            "5.1",
            ("r",),
            "r",
            wrong={
                "card_missing": say("You hold a *red* card: it is worth a scoff card now."),
                "y": say("Yellow would stay in the lead. But look what *red* can do!"),
                "*": say("That pig would not come to the front. *Red* would."),
            },
            then=(Reply(TEAPOT, "y"), Reply(SALT, "g")),
        ),
        Moment(
            "stay",
            say("Teapot put yellow in the lead. Who moves the *leading* pig on gets a scoff card, too."),
            say("Move the yellow pig on."),
            (In("track", "pig-y"),),
            "5.1",
            ("y",),
            "y",
            wrong={
                "card_missing": say("You hold *yellow* cards: one of them earns scoff now."),
                "*": say("That pig would not lead, so it would earn nothing. *Yellow* leads."),
            },
            then=(Reply(TEAPOT, "v"), Reply(SALT, "b")),
        ),
        Moment(
            "keep",
            say("Your open scoff is safe only if your *last* card puts a pig in the lead. Which one should you keep?"),
            say("Play one card, and keep the better one."),
            (Pile("scoff"),),
            "5.5",
            ("g",),
            "g",
            wrong={
                "card_missing": say("You have two cards left: green and yellow."),
                "y": say("Then green would be your last card, but green is far behind. Keep *yellow*."),
            },
            then=(Reply(TEAPOT, "b"), Reply(SALT, "g")),
        ),
        Moment(
            "last",
            say("Your *last card* leaves yellow in the lead: you take one more scoff card and *bank* them all."),
            say("Play your last card."),
            (In("track", "pig-y"), In("hand", "y")),
            "6.1",
            ("y",),
            "y",
            wrong={"card_missing": say("You have one card left: *yellow*.")},
            then=(Reply(TEAPOT, "r"), Reply(SALT, "v")),
        ),
        Moment(
            "banked",
            say(
                "Three scoff cards are yours for good. Teapot’s last card did *not* lead: all scoff lost. Most "
                "scoff wins."
            ),
            say("Then go on."),
            (Pile("scoff"),),
            "6.2",
        ),
    ),
    teaches=(
        Taught(say("a card and its pig"), "card", ("g",)),
        Taught(say("jumping"), "jump", ("b",)),
        Taught(say("the lead and its scoff card"), "lead", ("r",)),
        Taught(say("staying in the lead"), "stay", ("y",)),
        Taught(say("the card to keep"), "keep", ("g",)),
        Taught(say("the last card"), "last", ("y",)),
    ),
    leaves_out=(
        Left(say("how a round begins"), "2.3"),
        Left(say("an empty supply"), "5.4"),
        Left(say("three rounds, and who wins"), "7.5"),
        Left(say("scoff cards on the track, a variant"), "8.1"),
    ),
)
