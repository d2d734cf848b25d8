"""Solo: why something is allowed at the desk, and why it must be done or need not be."""

from __future__ import annotations

from collections.abc import Callable

from kartentisch.words.language import Language, say
from kartentisch.words.question import Case, Ground, both
from kartentisch.words.shared import colour
from kartentisch.words.solo.cards import card as named


def _card(case: Case) -> str:
    return str(case.move[0]) if case.move else ""


def _top(case: Case) -> str:
    return str(case.view["discard"][-1])


def _phase(*phases: str) -> Callable[[Case], bool]:
    return lambda case: case.view["phase"] in phases


def _alike(case: Case) -> bool:
    """The same number or action."""
    return _top(case)[0] in "rgby" and _card(case)[0] in "rgby" and _card(case)[1:] == _top(case)[1:]


def _twin(case: Case) -> bool:
    return _card(case) == _top(case) and _card(case)[1:].isdigit()


def _protects(case: Case) -> bool:
    return _card(case) in ("Pr", "Pg", "Pb", "Py")


def _in_force(t: Language, case: Case) -> dict[str, str]:
    return {"colour": colour(t, case.view["colour"]), "top": named(t, _top(case))}


_CARD = ("play", "throw")

MAY = (
    Ground(
        "last",
        "11.2",
        say("It is your last card: with it you have gone out, and what it says is not carried out."),
        ("play",),
        lambda c: len(c.view["hands"][0]) == 1 and len(c.move) == 1 and not _twin(c) and not _card(c)[1:].isdigit(),
    ),
    Ground(
        "twin_drawn",
        "5.3",
        say("It is the very same card as the one on top. The player who has drawn keeps that card and loses the turn."),
        _CARD,
        lambda c: c.view["turn"] != 0 and c.view["phase"] == "drawn",
    ),
    Ground(
        "protect_answer",
        "8.4",
        say("A protection keeps the swap or gift away from you, though it is not your turn."),
        _CARD,
        _phase("answer"),
    ),
    Ground(
        "twin",
        "5.1",
        say("It is not your turn, but it is the very same card as the one on top. Play goes on after you."),
        _CARD,
        lambda c: c.view["turn"] != 0,
    ),
    Ground(
        "protect_owed",
        "8.2",
        say("A protection ends the chain: you draw nothing, and the bolt’s color is in force."),
        _CARD,
        both(_phase("owed"), _protects),
    ),
    Ground(
        "answer_two",
        "6.4",
        say("A Draw 2 of any color answers a Draw 2: the next player then owes two more."),
        _CARD,
        both(_phase("owed"), lambda c: _card(c) != "+4"),
    ),
    Ground(
        "answer_four",
        "6.5",
        say("A Draw 4 answers a Draw 4: the next player then owes four more, and your color counts."),
        _CARD,
        _phase("owed"),
    ),
    Ground(
        "protect_skip",
        "8.3",
        say("With a protection you are not skipped: it is your discard, and the next player follows."),
        _CARD,
        _phase("skipped"),
    ),
    Ground(
        "drawn_twin",
        "3.7",
        say("It is the twin of the top card, so you may interject it although you have drawn another card."),
        _CARD,
        lambda c: c.view["phase"] == "drawn" and _card(c) != c.view["drawn"],
    ),
    Ground(
        "drawn", "3.6", say("You may play the card that you have just drawn, since it matches."), _CARD, _phase("drawn")
    ),
    Ground(
        "own_twin",
        "5.1",
        say("It is the very same card as the one on top: you may put it down in your turn too."),
        ("throw",),
        _twin,
    ),
    Ground(
        "protection",
        "8.1",
        say("A protection may be laid like any black card. The next player must match its bolt or play black."),
        _CARD,
        _protects,
    ),
    Ground("black", "3.2", say("Black cards always match."), _CARD, lambda c: _card(c)[0] not in "rgby"),
    Ground(
        "anything", "3.3", say("On All Swap Cards anything may be played."), _CARD, lambda c: c.view["colour"] == "*"
    ),
    Ground(
        "colour_chosen",
        "3.3",
        say("It has the color in force, {colour}, which the card on top does not show by itself."),
        _CARD,
        lambda c: _top(c)[0] not in "rgby" and _card(c)[0] == c.view["colour"],
        fills=_in_force,
    ),
    Ground(
        "number",
        "3.2",
        say("It has the same number as {top}."),
        _CARD,
        lambda c: _alike(c) and _card(c)[1:].isdigit(),
        fills=_in_force,
    ),
    Ground(
        "symbol",
        "3.2",
        say("It is the same action card as {top}. The color does not matter then."),
        _CARD,
        _alike,
        fills=_in_force,
    ),
    Ground("colour", "3.2", say("It has the color in force: {colour}."), _CARD, fills=_in_force),
    Ground(
        "triple_drawn",
        "3.6",
        say("With the card that you have drawn there are three of its number now."),
        ("triple",),
        _phase("drawn"),
    ),
    Ground(
        "triple",
        "4.1",
        say("You hold three or more of that number, and one of them may lie first. All of them go."),
        ("triple",),
    ),
    Ground(
        "names_colour",
        "6.1",
        say("You choose any color, the present one too."),
        ("name",),
        lambda c: c.move[1][0] == "=",
    ),
    Ground("names_target", "6.1", say("You name any other player, together with the card."), ("name",)),
    Ground(
        "draw_owed",
        "6.7",
        say("After the cards that you owed you have a normal turn, and in it you may draw one more."),
        ("do",),
        lambda c: c.move == ("draw",) and _top(c)[1:] == "+2",
    ),
    Ground(
        "draw", "3.4", say("You may draw a card even if you could discard one."), ("do",), lambda c: c.move == ("draw",)
    ),
    Ground(
        "pass",
        "3.6",
        say("You may keep the card that you have drawn. Your turn is over then."),
        ("do",),
        lambda c: c.move == ("pass",),
    ),
    Ground(
        "take",
        "6.4",
        say("You may take the cards even if you could answer. A normal turn follows."),
        ("do",),
        lambda c: c.move == ("take",),
    ),
    Ground(
        "sit_out", "6.2", say("You may sit out even if you hold a protection."), ("do",), lambda c: c.move == ("skip",)
    ),
    Ground("accept", "7.1", say("You may accept, whatever you hold."), ("do",)),
    Ground("gift", "7.3", say("You choose the two cards freely, out of your whole hand."), ("gift",)),
    Ground(
        "call",
        "9.1",
        say("You have one card left, by what you did yourself: call before anybody else discards or draws."),
        ("call",),
    ),
)

MUST = (
    Ground(
        "must_take",
        "6.4",
        say("Only another Draw 2 or a protection would help, and you hold neither."),
        ("take",),
        lambda c: _top(c) != "+4",
    ),
    Ground(
        "must_take_four", "6.5", say("Only another Draw 4 or a protection would help, and you hold neither."), ("take",)
    ),
    Ground("must_skip", "8.3", say("Only a protection would help, and you hold none."), ("skip",)),
    Ground("must_accept", "8.4", say("Only a protection would help, and you hold none."), ("accept",)),
    Ground(
        "need_not_take",
        "6.4",
        say("Another Draw 2 passes them on, and a protection ends the chain, if you hold one."),
        ("take",),
        lambda c: _top(c) != "+4",
        yes=False,
    ),
    Ground(
        "need_not_take_four",
        "6.5",
        say("Another Draw 4 passes them on, and a protection ends the chain, if you hold one."),
        ("take",),
        yes=False,
    ),
    Ground(
        "need_not_skip", "8.3", say("With a protection, if you hold one, you are not skipped."), ("skip",), yes=False
    ),
    Ground(
        "need_not_accept",
        "8.4",
        say("With a protection, if you hold one, the swap or gift passes you by."),
        ("accept",),
        yes=False,
    ),
)

GROUNDS = (*MAY, *MUST)
