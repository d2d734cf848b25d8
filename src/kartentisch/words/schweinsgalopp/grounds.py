"""Schweinsgalopp: why something is allowed at the desk, or why a question of another kind is answered as it is."""

from __future__ import annotations

from kartentisch.words.language import say
from kartentisch.words.question import Case, Ground, asked, both

TRACK = 22


def _far(case: Case, when: str) -> int:
    pigs = case.after["pigs"] if when == "after" else case.view["pigs"]
    return int(pigs[case.asked["card"]])


def _leads(case: Case) -> bool:
    return bool(_far(case, "after") == max(case.after["pigs"].values()))


def _led(case: Case) -> bool:
    return bool(_far(case, "before") == max(case.view["pigs"].values()))


def _laps(case: Case) -> bool:
    """A pig that is a round or more behind has been jumped over."""
    between = range(_far(case, "before") + 1, _far(case, "after"))
    own = case.asked["card"]
    return any(
        far not in between and far % TRACK in {n % TRACK for n in between}
        for pig, far in case.view["pigs"].items()
        if pig != own
    )


def _found(case: Case) -> bool:
    """A scoff card was taken from the track."""
    return len(case.after["track_scoff"]) < len(case.view["track_scoff"])


GROUNDS = (
    Ground(
        "play_last",
        "6.1",
        say("It is your last card. Whether you keep your scoff cards depends on where its pig lands."),
        ("play",),
        lambda c: len(c.view["hands"][0]) == 1,
    ),
    Ground(
        "play", "3.2", say("Every card of your hand may be played, always: some space is free for its pig."), ("play",)
    ),
    Ground("must", "3.2", say("There is no passing: you play one card in each turn."), ("must",)),
    Ground(
        "jump_lapped", "4.4", say("It jumps a pig that is more than a round behind like any other."), ("jump",), _laps
    ),
    Ground(
        "jump",
        "4.1",
        say("The next space is taken, so it goes on to the nearest free one, however many stand between."),
        ("jump",),
    ),
    Ground("no_jump", "4.1", say("The next space is free, so it goes there."), ("jump",), yes=False),
    Ground("lead_kept", "5.1", say("It was in front, and it still is."), ("lead",), _led),
    Ground("lead", "5.1", say("It is now the furthest of the five."), ("lead",)),
    Ground(
        "no_lead",
        "4.3",
        say("Another pig has come further, wherever the two are on the circle."),
        ("lead",),
        yes=False,
    ),
    Ground(
        "scoff_both",
        "8.7",
        say("One for the space on which it lands, and one for the lead."),
        ("scoff",),
        both(_found, lambda c: c.after["face_up"][0] == 2),
    ),
    Ground(
        "scoff_track",
        "8.5",
        say("It lands on a space with a scoff card: you take it, in the lead or not."),
        ("scoff",),
        _found,
    ),
    Ground("scoff_kept", "5.1", say("It stays in the lead, and that counts like taking the lead."), ("scoff",), _led),
    Ground("scoff", "5.1", say("It takes the lead, so you take a scoff card. That is no choice."), ("scoff",)),
    Ground(
        "scoff_none",
        "5.4",
        say("It leads, but the supply is empty: there is nothing to take."),
        ("scoff",),
        _leads,
        yes=False,
    ),
    Ground(
        "scoff_jumped",
        "8.6",
        say("It only jumps over the scoff card, and it does not lead."),
        ("scoff",),
        lambda c: any(
            _far(c, "before") < space + TRACK * lap < _far(c, "after")
            for space in c.after["track_scoff"]
            for lap in range(3)
        ),
        yes=False,
    ),
    Ground("scoff_not", "5.3", say("It does not lead, so nothing is taken."), ("scoff",), yes=False),
    Ground(
        "bank_lead",
        "6.1",
        say("Your last pig leads: you take one more, and all of them are safe."),
        ("bank",),
        both(_leads, asked("supply", "plenty", "one")),
    ),
    Ground(
        "bank_empty",
        "6.3",
        say("Your last pig leads. The supply is empty, so you keep just those that lie there."),
        ("bank",),
        _leads,
    ),
    Ground("bank_keep", "9.2", say("At your table they are kept in any case, in the lead or not."), ("bank",)),
    Ground("bank_lost", "6.2", say("Your last pig does not lead: they go back to the supply."), ("bank",), yes=False),
    Ground(
        "lay", "8.3", say("No pig is there, and it is none of the four spaces in front of the first one."), ("lay",)
    ),
    Ground("set_up", "9.6", say("The start player chooses the order freely, from the front."), ("pig",)),
)
