"""The test kit on a stranger's game, and on ones that break its laws."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from kartentisch import testing
from kartentisch.engine import bags
from kartentisch.engine.compiled import COMPILED, rule
from kartentisch.engine.fields import ALL, OWNER, TRUTH, Flag
from kartentisch.engine.game import Game
from kartentisch.engine.luck import below
from kartentisch.engine.piles import Cards
from kartentisch.engine.reasons import Reason
from kartentisch.testing import LAWS, LawBroken, first_difference, playthrough, truths, walk
from tests import toy
from tests.toy import TOY
from tests.ways import in_turn

pytestmark = pytest.mark.rules

CASES: list[tuple[int, dict[str, Any]]] = [(2, {}), (3, {"rounds": 3, "copies": 6}), (4, {}), (3, {"snaps": False})]


@pytest.mark.parametrize(("law", "case"), in_turn(LAWS, range(len(CASES))))
def test_a_game_from_elsewhere_keeps_the_law(law: str, case: int) -> None:
    seats, options = CASES[case]
    LAWS[law](TOY, seats, options, case)


def test_check_holds_all_laws() -> None:
    testing.check(TOY, 2, seed=5)


def test_a_walk_ends_with_the_match() -> None:
    moments = list(walk(TOY, 3, {"rounds": 2}, 1))
    assert [moment.seat for moment in moments if moment.seat < 0] == [-1, -2]
    assert moments[-1].record["over"] == 1
    assert str(moments[0]).startswith("toy, 3 seats, seed 1, after 1 events, next: seat ")
    with pytest.raises(LawBroken, match="not over after 5 events"):
        list(walk(TOY, 3, {}, 1, most=5))


def test_truths_are_some_of_a_walk_with_both_ends() -> None:
    numbers = [moment.number for moment in walk(TOY, 3, {"rounds": 3}, 1)]
    some = [moment.number for moment in truths(TOY, 3, {"rounds": 3}, 1, most=5)]
    assert some[0] == numbers[0]
    assert some[-1] == numbers[-1]
    assert set(some) < set(numbers)


def test_a_playthrough_is_the_same_each_time_and_tells_deals_views_and_moves() -> None:
    text = playthrough(TOY, 3, {"rounds": 2}, 2)
    assert text == playthrough(TOY, 3, {"rounds": 2}, 2)
    assert text != playthrough(TOY, 3, {"rounds": 2}, 3)
    for part in ("truth {", "seat 0 sees {", "nobody sees {", "seat 0 may: take", " deal | "):
        assert part in text


def test_the_first_difference_of_two_texts_is_named_by_its_line() -> None:
    assert first_difference("a\nb\nc\n", "a\nb\nc\n") == ""
    assert first_difference("a\nb\nc\n", "a\nx\ny\n") == "line 2:\n- b\n+ x"
    assert first_difference("a\n", "a\nb\n") == "line 2:\n- (nothing)\n+ b"


# ---- Games that break a law -----------------------------------------------------------------------------------------


@rule
def backwards(s: Any, seat: Any, out: Any) -> Any:
    n = toy.legal(s, seat, out)
    for i in range(n // 2):
        out[i], out[n - 1 - i] = out[n - 1 - i], out[i]
    return n


@rule
def everybody(s: Any) -> Any:
    return 0 if s.round_over != 0 else (1 << s.seats) - 1


@rule
def always(s: Any, seat: Any, step: Any) -> Any:
    return 1


@rule
def losing(s: Any, seat: Any, step: Any, luck: Any) -> None:
    toy.apply(s, seat, step, luck)
    if step == toy.TAKE and s.deck_n > 1:
        bags.pick(s.deck, s.deck_n, luck)
        s.deck_n -= 1


@rule
def hasty(s: Any, seat: Any, step: Any, luck: Any) -> None:
    if step == toy.GIVE:
        below(luck, 6)
    toy.apply(s, seat, step, luck)


@rule
def early(s: Any, seat: Any, step: Any, luck: Any) -> None:
    toy.apply(s, seat, step, luck)
    s.totals[seat] -= 1


@rule
def forgetful(s: Any, seat: Any, step: Any, luck: Any) -> None:
    toy.apply(s, seat, step, luck)
    if s.over != 0:
        s.winners = 0


@rule
def telling(s: Any, seat: Any, out: Any) -> Any:
    """Whether `dare` is legal tells what lies in the deck."""
    n = toy.legal(s, seat, out)
    return n - 1 if n > 0 and out[n - 1] == toy.DARE and bags.held(s.deck) & 1 != 0 else n


@rule
def silent(s: Any, seat: Any) -> Any:
    return toy.SNAP


def chatty(s: Any, seat: int, step: int) -> Reason:
    return Reason("not_now", {"deck": [int(word) for word in s["deck"]]})


def leaky(field: str, seen_by: Callable[[Any, int, int], bool]) -> Game:
    fields = tuple(replace(one, seen_by=seen_by) if one.name == field else one for one in toy.LAYOUT.fields)
    return replace(TOY, layout=replace(toy.LAYOUT, fields=fields))


def neighbour(record: Any, viewer: int, index: int) -> bool:
    """Shows a hand to whoever sits to the left."""
    return viewer in (index, (index + 1) % int(record["seats"])) or bool(record["round_over"])


def while_it_runs(record: Any, viewer: int, index: int) -> bool:
    """The hands stay hidden after the round."""
    return viewer == index


def with_an_ace(record: Any, viewer: int, index: int) -> bool:
    """Rests on what is hidden."""
    return viewer == index or bool(record["hands"][index][0] & 1)


def forgotten() -> Game:
    """The hand's number is there, its cards are not wiped."""

    class Careless(Cards):
        def hide(self, record: Any, index: int) -> None:
            return

    fields = tuple(
        Careless(name="hands", seen_by=OWNER, per_seat=True, pack=toy.CARDS, nulls=True) if one.name == "hands" else one
        for one in toy.LAYOUT.fields
    )
    return replace(TOY, layout=replace(toy.LAYOUT, fields=fields))


def refusing(record: Any, viewer: int) -> str:
    return "seat 1 holds no 3" if not bags.copies(record["hands"][1], 2) and not record["round_over"] else ""


def lenient(record: Any, viewer: int) -> str:
    """Refuses in a truth what it lets pass in a view."""
    return "totals above 0" if viewer == TRUTH and (record["totals"] > 0).any() else ""


def belated(record: Any, viewer: int) -> str:
    """Lets pass what it refuses a step later."""
    return "totals above 0" if record["steps"] % 2 and (record["totals"] > 0).any() else ""


def upset(record: Any, viewer: int) -> None:
    record["laid"][0] ^= 1


BROKEN: dict[str, tuple[Game, set[str]]] = {
    "steps out of order": (replace(TOY, legal=backwards), {"steps are in order"}),
    "actors without steps": (replace(TOY, actors=everybody), {"actors have steps"}),
    "ends that lie": (replace(TOY, ends=always), {"a move ends when it says"}),
    "a card that is lost": (replace(TOY, apply=losing), {"cards are conserved", "json comes back"}),
    "luck before the end of a move": (replace(TOY, apply=hasty), {"a move ends when it says"}),
    "totals in the middle of a round": (replace(TOY, apply=early), {"totals change with the last move"}),
    "an end without winners": (replace(TOY, apply=forgetful), {"comes to an end"}),
    "moves that tell": (replace(TOY, legal=telling), {"refusals rest on the view", "ends rests on the view"}),
    "reasons that tell": (replace(TOY, why=chatty), {"refusals rest on the view"}),
    "an answer that is not legal": (replace(TOY, answer=silent), {"actors have steps"}),
    "two tokens alike": (replace(TOY, tokens=(*TOY.tokens[:-1], "snap")), {"moves have one text"}),
    "hands open to the neighbour of all": (leaky("hands", ALL), {"views hold no hidden card"}),
    "hands that stay closed": (leaky("hands", while_it_runs), {"views hold no hidden card"}),
    "cards left in memory": (forgotten(), {"views hold no hidden card", "shuffling the unseen changes no view"}),
    "worlds that are refused": (replace(TOY, unsound=refusing), {"imagined truths look the same"}),
    "views that no truth can be behind": (replace(TOY, unsound=lenient), {"accepted views can be imagined"}),
    "truths that lead to none": (replace(TOY, unsound=belated), {"accepted truths can be played"}),
    "worlds that look different": (replace(TOY, settle=upset), {"imagined truths look the same"}),
}


@pytest.mark.ways
@pytest.mark.skipif(COMPILED, reason="as plain Python alone: nothing of this needs compiling thrice")
def test_hands_that_are_open_by_what_they_hold_cannot_be_shown() -> None:
    """Who sees a field may rest on open fields alone: the others are not there to be asked."""
    with pytest.raises(KeyError, match="hands"):
        LAWS["shuffling the unseen changes no view"](leaky("hands", with_an_ace), 3, {}, 1)


@pytest.mark.ways
@pytest.mark.skipif(COMPILED, reason="as plain Python alone: nothing of this needs compiling thrice")
@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_game_breaks_the_law(fault: str) -> None:
    game, laws = BROKEN[fault]
    for law in laws:
        with pytest.raises((LawBroken, ValueError, AssertionError)):  # noqa: PT012 - one of the seeds is enough
            for seed in range(4):
                LAWS[law](game, 3, {}, seed)


def test_a_field_that_is_hidden_in_views_only_is_no_field() -> None:
    with pytest.raises(TypeError, match="seen_by"):
        Flag(name="secret")  # type: ignore[call-arg]


def test_what_a_neighbour_sees_is_a_matter_of_the_game() -> None:
    """A hand that the seat to the left may see is no leak: it is declared."""
    testing.LAWS["shuffling the unseen changes no view"](leaky("hands", neighbour), 3, {}, 1)
