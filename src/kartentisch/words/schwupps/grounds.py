"""Schwupps: why something is allowed at the desk, or why a question of another kind is answered as it is."""

from __future__ import annotations

from kartentisch.words.language import Language, say
from kartentisch.words.question import Case, Ground, asked
from kartentisch.words.schwupps.cards import card, wanted
from kartentisch.words.shared import a_number, colour

_STEP = {"+1": 1, "+2": 2, "-1": -1, "-2": -2}


def _task(case: Case) -> str:
    return str(case.view["tasks"]["A1"])


def _top(case: Case) -> str:
    return str(case.view["piles"]["A1"][-1])


def _wraps(case: Case) -> bool:
    """The circle of values is passed at 10."""
    return not 1 <= int(_top(case)[1:]) + _STEP.get(_task(case), 0) <= 10


def _same(case: Case) -> bool:
    """The same colour."""
    return case.move[0][0] == _top(case)[0]


def _words(t: Language, case: Case) -> dict[str, str]:
    top = _top(case)
    number = a_number(t, wanted(_task(case), top))
    return {"top": card(t, top), "number": number, "colour": colour(t, top[0])}


MAY = (
    Ground(
        "value_round",
        "4.3",
        say("The numbers go round: 1 follows 10, and 10 comes before 1."),
        ("play",),
        lambda c: _task(c) in _STEP and _wraps(c),
    ),
    Ground(
        "value",
        "4.2",
        say("The pile wants {number} on {top}, in any color."),
        ("play",),
        lambda c: _task(c) in _STEP,
        fills=_words,
    ),
    Ground(
        "number", "4.4", say("It has the same number as {top}."), ("play",), lambda c: _task(c) == "n", fills=_words
    ),
    Ground("colour", "4.5", say("It has the same color as {top}."), ("play",), lambda c: _task(c) == "c", fills=_words),
    Ground(
        "either_colour", "4.6", say("The same color is enough here, and so would be the same number."), ("play",), _same
    ),
    Ground("either_number", "4.6", say("The same number is enough here, and so would be the same color."), ("play",)),
    Ground(
        "shift_anyway",
        "5.3",
        say("You may schwupp once a turn, even if you could play a card."),
        ("shift",),
        asked("fits", "yes"),
    ),
    Ground("shift", "5.3", say("You may schwupp once a turn, before or after playing cards."), ("shift",)),
    Ground(
        "aggravate_last",
        "8.2",
        say("Your last card is played alone: no row moves, nobody takes a card, and you have won."),
        ("aggravate",),
        lambda c: c.move == ("!",),
    ),
    Ground(
        "aggravate_again",
        "6.1",
        say("You may play aggravation cards as often as you hold them, after schwupping a row too."),
        ("aggravate",),
        asked("shifted", "yes"),
    ),
    Ground("aggravate", "6.1", say("You schwupp a row with it, and somebody else takes a card."), ("aggravate",)),
    Ground(
        "end",
        "3.2",
        say("You have done something in this turn, so you may end it, whatever else would be possible."),
        ("end",),
    ),
)
OTHER = (
    Ground(
        "must_shift",
        "3.3",
        say("No card of yours fits, and you must do something: schwupping is all that is left."),
        ("must",),
    ),
    Ground(
        "need_not_done",
        "3.2",
        say("You have done something already, so you may just end your turn."),
        ("must",),
        asked("acted", "yes"),
        yes=False,
    ),
    Ground(
        "need_not_aggravation",
        "3.3",
        say("With an aggravation card you may do that instead."),
        ("must",),
        asked("hand", "aggravation"),
        yes=False,
    ),
    Ground("need_not", "3.1", say("You may play a card instead, and then end your turn."), ("must",), yes=False),
    Ground("fill_kept", "3.4", say("You hold four already, so you draw nothing."), ("fill",), asked("held", "4")),
    Ground(
        "fill", "3.4", say("At the end of your turn you draw from your personal pile until you hold four."), ("fill",)
    ),
    Ground(
        "fill_more",
        "3.4",
        say("You hold more than four: you keep them all, and draw nothing."),
        ("fill",),
        asked("held", "5", "6"),
        yes=False,
    ),
    Ground(
        "fill_less", "3.5", say("Your personal pile has too few cards: you draw what there is."), ("fill",), yes=False
    ),
    Ground(
        "taken",
        "5.3",
        say("After schwupping without an aggravation card you take one card from the common pile."),
        ("taken",),
        asked("common", "plenty"),
    ),
    Ground(
        "taken_renewed",
        "7.4",
        say("First the cards under the tops become a new common pile; then you take one."),
        ("taken",),
    ),
    Ground(
        "taken_other",
        "6.1",
        say("With an aggravation card somebody else takes the card, not you."),
        ("taken",),
        asked("how", "aggravation"),
        yes=False,
    ),
    Ground(
        "taken_none",
        "7.4",
        say("There is nothing to take: the row is schwupped, and that is all."),
        ("taken",),
        yes=False,
    ),
    Ground(
        "renewed",
        "7.3",
        say("As soon as its last card is taken, all cards under the four tops become the new common pile."),
        ("renewed",),
    ),
    Ground(
        "renewed_not",
        "7.3",
        say("That happens only when the last card has been taken."),
        ("renewed",),
        asked("common", "plenty"),
        yes=False,
    ),
    Ground(
        "renewed_nothing",
        "7.4",
        say("Under the tops lies nothing, so the common pile stays empty."),
        ("renewed",),
        yes=False,
    ),
    Ground(
        "won_alone",
        "8.2",
        say("An aggravation card that is your last card just goes to the box, and you have won."),
        ("won",),
        asked("card", "aggravation"),
    ),
    Ground("won", "8.1", say("Your hand and your personal pile are both empty: you have won at once."), ("won",)),
    Ground(
        "won_not",
        "3.6",
        say("Your personal pile still has cards. Your turn goes on, and at its end you draw."),
        ("won",),
        yes=False,
    ),
    Ground("counts", "9.1", say("Each card costs a point, in your hand and in your personal pile."), ("count",)),
    Ground(
        "counts_none",
        "9.1",
        say("Your personal pile is empty, so only the cards in your hand cost points."),
        ("count",),
        yes=False,
    ),
)
GROUNDS = (*MAY, *OTHER)
