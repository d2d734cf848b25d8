"""SWUP: why something is allowed at the desk, or why a question of another kind is answered as it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kartentisch.words.language import Language, say
from kartentisch.words.question import Case, Ground, asked
from kartentisch.words.swup.cards import card
from kartentisch.words.swup.situations import values

BUILDING = ("build", "raise")


def _sweeps(case: Case) -> bool:
    return case.move == ("k5",)


def _builds(case: Case) -> dict[int, Any]:
    """The builds by owner."""
    return {one["owner"]: one for one in case.view["builds"]}


def _picks(*owners: int) -> Callable[[Case], bool]:
    """The move picks the builds of these seats."""
    return lambda case: all(f"@{owner}" in case.move for owner in owners)


def _aim(case: Case) -> int:
    return int(case.move[1].partition(":")[2])


def _owns_another(case: Case) -> bool:
    return 0 in _builds(case) and "@0" not in case.move


def _high(case: Case) -> bool:
    """The played card counts with the higher one of two values."""
    return len(values(case.move[0])) == 2 and _aim(case) == values(case.move[0])[1]


def _raised(owner: int) -> Callable[[Case], bool]:
    return lambda case: f"@{owner}" in case.move and _builds(case)[owner]["value"] != _aim(case)


def _loose(case: Case) -> list[str]:
    return [token for token in case.move[2:-1] if token[0] != "@"]


def _in_sum(case: Case) -> bool:
    return any(f"@{owner}" in case.move and one["value"] != _aim(case) for owner, one in _builds(case).items())


def _several(case: Case) -> bool:
    return len(_loose(case)) > 1 and sum(values(one)[0] for one in _loose(case)) >= 2 * _aim(case)


def _numbers(t: Language, case: Case) -> dict[str, str]:
    """What the sentences speak of: the value aimed at, the worth of the own build, the card."""
    own, other = (_builds(case).get(owner, {"value": ""})["value"] for owner in (0, 1))
    aim = str(_aim(case)) if len(case.move) > 2 else ""
    return {"value": aim, "own": str(own), "other": str(other), "card": card(t, case.move[0])}


LAYS = (
    Ground(
        "lay_sweep",
        "7.2",
        say("On an empty table black 5 is laid like any card."),
        ("lay",),
        lambda c: c.move[0] == "k5",
    ),
    Ground(
        "lay", "3.2", say("You own no build, so you may lay any card, even one that could take something."), ("lay",)
    ),
)
TAKES = (
    Ground(
        "sweep",
        "7.1",
        say("Black 5 takes everything on the table, builds too, whatever they promised."),
        ("take",),
        _sweeps,
    ),
    Ground(
        "take_in_sum",
        "10.2",
        say("At your table a single build may be part of a sum: together it is {value}."),
        ("take",),
        _in_sum,
        fills=_numbers,
    ),
    Ground(
        "take_both",
        "5.10",
        say("Both builds are worth {value}, and one card may take both."),
        ("take",),
        _picks(0, 1),
        fills=_numbers,
    ),
    Ground(
        "take_own",
        "4.1",
        say("Your build is worth {value}, and so is your card."),
        ("take",),
        _picks(0),
        fills=_numbers,
    ),
    Ground(
        "take_beside_build",
        "6.4",
        say("You own a build, and may still take something else first, as long as you keep a card worth {own}."),
        ("take",),
        _owns_another,
        fills=_numbers,
    ),
    Ground(
        "take_other",
        "4.1",
        say("A build of {value} is taken by any card of {value}, no matter who owns it."),
        ("take",),
        _picks(1),
        fills=_numbers,
    ),
    Ground("take_high", "1.2", say("{card} may count as {value}."), ("take",), _high, fills=_numbers),
    Ground(
        "take_several",
        "4.1",
        say("You take several groups at once, each of them worth {value}."),
        ("take",),
        _several,
        fills=_numbers,
    ),
    Ground(
        "take_sum",
        "4.1",
        say("Loose cards that add up to {value} are one group."),
        ("take",),
        lambda c: len(_loose(c)) > 1,
        fills=_numbers,
    ),
    Ground("take_one", "4.1", say("A card takes a loose card of its value."), ("take",)),
)
MAKES = (
    Ground(
        "join_builds",
        "5.10",
        say("Both builds end in one pile of {value}, and it is yours."),
        BUILDING,
        _picks(0, 1),
        fills=_numbers,
    ),
    Ground(
        "raise_own",
        "5.9",
        say("You may raise your own single build, here from {own} to {value}."),
        BUILDING,
        _raised(0),
        fills=_numbers,
    ),
    Ground(
        "raise_other",
        "5.8",
        say("A single build may be raised by anybody. It is worth {value} then, and yours."),
        BUILDING,
        _raised(1),
        fills=_numbers,
    ),
    Ground(
        "add_own",
        "5.4",
        say("You add a group of the same value to your build. It is double then."),
        BUILDING,
        _picks(0),
    ),
    Ground(
        "add_other",
        "5.4",
        say("You may add a group of the same value to any build. The pile is yours then, and double."),
        BUILDING,
        _picks(1),
    ),
    Ground(
        "build_high",
        "1.2",
        say("{card} may count as its higher value, and you keep a card worth {value}."),
        BUILDING,
        lambda c: (
            len(values(c.move[0])) == 2 and _aim(c) - sum(values(one)[0] for one in _loose(c)) == values(c.move[0])[1]
        ),
        fills=_numbers,
    ),
    Ground(
        "build",
        "5.1",
        say("Together they are worth {value}, and you keep a card worth {value}."),
        BUILDING,
        fills=_numbers,
    ),
)
OTHER = (
    Ground(
        "must_promise",
        "6.3",
        say("You may not lay while you own a build, nor give away your only card for it: only taking is left."),
        ("must",),
        lambda c: 0 in _builds(c),
    ),
    Ground("must_sweep", "7.3", say("Black 5 has no other use than to take everything."), ("must",)),
    Ground("need_not", "4.2", say("Nobody has to take, even if something fits."), ("must",), yes=False),
    Ground(
        "collect_only",
        "6.3",
        say("With these cards nothing else is left: every other move would break what your build promises."),
        ("collect",),
    ),
    Ground(
        "collect_later",
        "6.4",
        say("You may take something else first, as long as you keep a card for your build."),
        ("collect",),
        yes=False,
    ),
    Ground("is_double", "5.6", say("It holds several groups of one value, so its value is fixed."), ("double",)),
    Ground("is_single", "5.6", say("It is a single group, so it can still be raised."), ("double",), yes=False),
    Ground(
        "is_mine",
        "5.8",
        say("A build belongs to the player who played on it last, no matter who had it before."),
        ("mine",),
    ),
    Ground("swup_sweep", "7.1", say("Black 5 has taken everything: that is a SWUP."), ("swup",), _sweeps),
    Ground("swup", "8.1", say("Nothing is left on the table, no loose card and no build."), ("swup",)),
    Ground(
        "no_swup_last",
        "8.2",
        say("The very last card of a round never makes a SWUP."),
        ("swup",),
        asked("last", "yes"),
        yes=False,
    ),
    Ground("no_swup", "8.1", say("Something is left on the table."), ("swup",), yes=False),
    Ground(
        "rest_mine", "8.3", say("What is left at the end goes to the player who took last. It is no SWUP."), ("last",)
    ),
    Ground(
        "rest_nobody",
        "8.4",
        say("Nobody has taken anything, so the cards stay where they are, and these points go to nobody."),
        ("last",),
        asked("taker", "nobody"),
        yes=False,
    ),
    Ground("rest_other", "8.3", say("What is left at the end goes to the player who took last."), ("last",), yes=False),
    Ground("most", "9.1", say("You have more cards than anybody else."), ("most",)),
    Ground(
        "most_tie",
        "9.2",
        say("Two have equally many, so nobody gets the point."),
        ("most",),
        asked("mine", "26"),
        yes=False,
    ),
    Ground("most_not", "9.1", say("Somebody has more cards than you."), ("most",), yes=False),
)
GROUNDS = (*LAYS, *TAKES, *MAKES, *OTHER)
