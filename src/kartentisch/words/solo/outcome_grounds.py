"""Solo: why a question about outcomes is answered as it is at the desk."""

from __future__ import annotations

from collections.abc import Callable

from kartentisch.words.language import say
from kartentisch.words.question import Case, Ground, asked, both


def _is(*symbols: str) -> Callable[[Case], bool]:
    """The card that is asked about is one of these."""
    return lambda case: case.asked["card"] in symbols or str(case.asked["card"])[1:] in symbols


_PROTECTED = asked("answer", "protects")
_AGAIN = ("again",)
OUTCOMES = (
    Ground(
        "again_protected_all",
        "7.7",
        say("Everybody protected themselves: nothing moves, and it is your turn on the bolt’s color."),
        _AGAIN,
        both(_is("A"), _PROTECTED),
    ),
    Ground(
        "again_protected",
        "8.7",
        say("Play goes on after the one who protected, and between two that is you again, on the bolt’s color."),
        _AGAIN,
        both(_is("X", "G"), _PROTECTED),
    ),
    Ground(
        "again_protector",
        "8.6",
        say("The protection was the other one’s turn: now it is yours, on the bolt’s color."),
        _AGAIN,
        _PROTECTED,
    ),
    Ground(
        "again_skip",
        "6.2",
        say("With two players the other one is skipped, and it is your turn again."),
        _AGAIN,
        _is("S"),
    ),
    Ground(
        "again_reverse", "12.7", say("At your table a change of direction also skips if there are two of you."), _AGAIN
    ),
    Ground(
        "next_all",
        "7.7",
        say("After the answers it is the turn of the first player after you who did not protect."),
        _AGAIN,
        both(_is("A"), _PROTECTED),
        yes=False,
    ),
    Ground(
        "next_protector_asked",
        "8.7",
        say("It is the turn of the player next after the one who protected."),
        _AGAIN,
        both(_is("X", "G"), _PROTECTED),
        yes=False,
    ),
    Ground(
        "next_protector",
        "8.6",
        say("The protection was that player’s turn: the one after them is next."),
        _AGAIN,
        _PROTECTED,
        yes=False,
    ),
    Ground(
        "next_skip",
        "6.2",
        say("The next player is skipped, and the one after them is in turn."),
        _AGAIN,
        _is("S"),
        yes=False,
    ),
    Ground(
        "next_reverse",
        "6.3",
        say("Play only turns round: between two it is the other one’s turn."),
        _AGAIN,
        lambda c: _is("R")(c) and c.asked["seats"] == "2",
        yes=False,
    ),
    Ground(
        "next_turned",
        "6.3",
        say("Play turns round, so it is the turn of the player on your other side."),
        _AGAIN,
        _is("R"),
        yes=False,
    ),
    Ground(
        "next_swap", "7.2", say("After a swap it is the turn of the one you swapped with."), _AGAIN, _is("X"), yes=False
    ),
    Ground(
        "next_gift",
        "7.3",
        say("After a gift it is the turn of the player next after you."),
        _AGAIN,
        _is("G"),
        yes=False,
    ),
    Ground(
        "next_all_swap",
        "7.6",
        say("After the swap it is the turn of the player next after you, and any card fits."),
        _AGAIN,
        _is("A"),
        yes=False,
    ),
    Ground(
        "next_owing",
        "6.6",
        say("After taking the cards, a player has a normal turn."),
        _AGAIN,
        _is("+2", "+4"),
        yes=False,
    ),
    Ground("next", "3.1", say("After a discard it is the next player’s turn."), _AGAIN, yes=False),
    Ground(
        "penalty_next",
        "12.11",
        say("The next player has discarded or drawn as their turn, so the call comes too late."),
        ("missed",),
        asked("rule", "next"),
    ),
    Ground(
        "penalty",
        "9.2",
        say("Somebody else has discarded or drawn, so the call comes too late: you draw two cards."),
        ("missed",),
    ),
    Ground(
        "no_penalty_thrown",
        "12.11",
        say("Only the next player’s own turn ends your time to call, not a card out of turn."),
        ("missed",),
        asked("act", "throw"),
        yes=False,
    ),
    Ground(
        "no_penalty", "9.7", say("That is neither a discard nor a draw: you can still call."), ("missed",), yes=False
    ),
    Ground("given_out", "7.4", say("With one or two cards left you give all of them, and have gone out."), ("given",)),
    Ground(
        "given_two",
        "7.3",
        say("You give two cards, and one stays with you."),
        ("given",),
        asked("answer", "lets"),
        yes=False,
    ),
    Ground(
        "given_not", "8.4", say("The protection keeps the gift away: your cards stay with you."), ("given",), yes=False
    ),
    Ground(
        "last_effect",
        "11.2",
        say("The round is over with it, and its action is not carried out."),
        ("last",),
        yes=False,
    ),
    Ground(
        "owing_swapped", "9.3", say("The single card came with a swap of your own, so you owe the call."), ("owing",)
    ),
    Ground(
        "owing_not",
        "9.3",
        say("You have more than one card now. The player who got your single card by your swap owes nothing either."),
        ("owing",),
        yes=False,
    ),
    Ground("passed_on", "7.6", say("Everyone passes their whole hand to the next player who takes part."), ("passed",)),
    Ground(
        "passed_over",
        "7.7",
        say("A player who protects keeps their hand and is passed over: yours goes to the one after them."),
        ("passed",),
        yes=False,
    ),
    Ground("over", "12.1", say("Somebody has more than 500 points, and the player with the fewest wins."), ("limit",)),
    Ground(
        "not_over",
        "12.1",
        say("The match ends only above 500 points. With 500 exactly it goes on."),
        ("limit",),
        yes=False,
    ),
)
