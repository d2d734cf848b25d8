"""Duplicate deals: the same luck from every seat, one value a deal, the same result however the work is shared out."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from kartentisch.bots.arena import Contest, Deal, Standing, compete, dealt, play, plays
from kartentisch.bots.own import BotFaultError
from kartentisch.bots.workers import LocalEngine
from kartentisch.play.games import games, sheet
from tests.ways import first_now

FIRST = '''
import zlib

class First:
    """It has no chance in it: what it sees decides."""

    def choose(self, view, seconds=None):
        number, move = zlib.crc32(repr(view.json()).encode()), ""
        while steps := view.steps(move):
            move = f"{move} {steps[number % len(steps)]}"
        return move
'''


@pytest.fixture
def first(tmp_path: Path) -> str:
    (tmp_path / "first.py").write_text(FIRST, encoding="utf-8")
    return f"{tmp_path / 'first.py'}:First"


def contest(*bots: str, game: str = "schweinsgalopp", seats: int = 2, **more: object) -> Contest:
    return Contest(game, seats, bots or ("greedy", "random"), **more)  # type: ignore[arg-type]


def last(what: Contest, deals: int, **how: object) -> Standing:
    return list(compete(what, deals, **how))[-1]  # type: ignore[arg-type]


def test_fewer_bots_than_seats_get_them_by_turns() -> None:
    two = contest("random", "greedy", seats=3)
    assert two.members == ("greedy", "random", "random")
    assert two.entrants == ("greedy", "random")
    assert [two.held(name) for name in two.entrants] == [1, 2]
    assert contest("b", "b", "a", "a", seats=4).members == contest("a", "b", seats=4).members == ("a", "a", "b", "b")


@pytest.mark.parametrize("game", ["schweinsgalopp", "schwupps", "solo"])
def test_where_all_play_alike_each_deal_is_fair_to_the_last_digit(game: str, first: str, tmp_path: Path) -> None:
    """Two bots that do the same get the same cards from each seat: no luck is left in what is compared."""
    (tmp_path / "twin.py").write_text(FIRST, encoding="utf-8")
    twin = f"{tmp_path / 'twin.py'}:First"
    seats = sheet(game).seats.start
    one = dealt(contest(first, twin, game=game, seats=seats, one_round=True), 0)
    assert one.plays == seats
    assert one.shares == pytest.approx((0.5, 0.5))
    assert one.leads == pytest.approx((0.0, 0.0))


def test_with_the_shift_the_bots_move_on_and_the_luck_stays(first: str) -> None:
    """Seat 0 holds the same cards in each play of a deal, whoever sits there."""
    alike = plays(contest(first, seats=3), 4)
    assert len(alike) == 3
    assert len({(one.wins, one.leads, one.moves) for one in alike}) == 1, "all play alike, so the same happens"
    assert len(plays(contest(first, seats=3, rotate=False), 4)) == 1
    others = {play(contest(first, seats=3), deal).leads for deal in range(4)}
    assert len(others) > 1, "deals differ"


def test_shares_of_a_deal_add_up_to_one_and_leads_of_all_seats_to_nothing() -> None:
    three = contest("greedy", "random", seats=3)
    for deal in range(3):
        one = dealt(three, deal)
        assert sum(one.shares) == pytest.approx(1)
        held = [three.held(name) for name in three.entrants]
        assert sum(lead * seats for lead, seats in zip(one.leads, held, strict=True)) == pytest.approx(0)


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("one_round", [True, False])
def test_who_wins_leads(game: str, one_round: bool) -> None:
    """Also where fewest points win, and in a single round, where nobody has won the match yet."""
    options = {"rounds": 1} if "rounds" in sheet(game).options else {}
    one = play(contest("greedy", game=game, one_round=one_round, options=options), 1)
    assert sum(one.wins) == pytest.approx(1)
    best = max(one.leads)
    assert all((lead == best) == (win > 0) for win, lead in zip(one.wins, one.leads, strict=True))
    assert one.rounds >= 1
    assert one.moves > 1


def test_a_round_shared_by_two_is_half_a_win_each(first: str) -> None:
    shared = [
        one
        for deal in range(60)
        for one in plays(contest(first, one_round=True, rotate=False), deal)
        if len(set(one.leads)) == 1
    ]
    assert shared, "no round ended level"
    assert all(one.wins == (0.5, 0.5) for one in shared)


@pytest.mark.parametrize("workers", first_now([1, 2]))
def test_the_result_rests_on_the_seed_and_not_on_the_number_of_workers(workers: int) -> None:
    """With two workers it is shown on the command line too."""

    def told(standing: Standing) -> list[object]:
        return [standing.deals, standing.moves, standing.share(0), standing.lead(1), standing.pairs()]

    here = told(last(contest(), 6))
    assert here == told(last(contest(), 6, engine=LocalEngine(workers)))
    assert here != told(last(contest(seed=1), 6))


def test_it_stops_when_it_is_sure_and_not_before() -> None:
    sure = last(contest(game="schwupps"), 400, until_sure=True)
    assert sure.sure
    assert sure.deals < 40
    assert [pair.sure for pair in sure.pairs()] == [True]
    assert sure.share(0).low > 0.5
    again = last(contest(game="schwupps"), sure.deals - 1, until_sure=True)
    assert not again.sure
    assert [pair.sure for pair in again.pairs()] == [False]


def test_between_bots_that_play_alike_it_is_never_sure(first: str, tmp_path: Path) -> None:
    (tmp_path / "twin.py").write_text(FIRST, encoding="utf-8")
    alike = last(contest(first, f"{tmp_path / 'twin.py'}:First"), 20, until_sure=True)
    assert (alike.deals, alike.sure) == (20, False)
    share = alike.share(0)
    assert share.low < 0.5 < share.high


def test_a_number_of_deals_that_was_fixed_before_can_be_sure_too() -> None:
    """Each pair for itself, all of them together, and nobody where there is one bot alone."""
    assert last(contest(game="schwupps"), 12).sure
    three = Standing(contest("greedy", "novice", "random", seats=3))
    for _ in range(40):
        three.add(Deal((0.8, 0.1, 0.1), (1, -0.5, -0.5), 3, 30, 3))
    assert [pair.sure for pair in three.pairs()] == [True, True, False]
    assert not three.sure
    assert not last(contest("greedy"), 2).sure


def test_an_interval_that_begins_at_nothing_is_not_sure() -> None:
    """It reaches one mean further than what is possible: that one may be the one of equals."""
    for first, sure in ((500, False), (501, False), (502, True)):
        standing = Standing(contest(), anytime=True)
        standing._pairs[0, 1].alive[:first] = False
        (pair,) = standing.pairs()
        assert pair.more.low == pytest.approx((first - 501) / 500)
        assert (pair.more.low > 0, pair.sure, standing.sure) == (sure, sure, sure)
        standing._pairs[0, 1].alive[:] = True
        standing._pairs[0, 1].alive[1001 - first :] = False
        (pair,) = standing.pairs()
        assert (pair.more.high < 0, pair.sure, standing.sure) == (sure, sure, sure)


def test_before_the_first_deal_nothing_is_known() -> None:
    for anytime in (True, False):
        nothing = Standing(contest(), anytime)
        assert not nothing.sure
        assert (nothing.share(0).low, nothing.share(0).high) == (0, 1)
        assert math.isinf(nothing.lead(0).high)
        assert not any(pair.sure for pair in nothing.pairs())


@pytest.mark.parametrize(
    ("bad", "sentence"),
    [
        (contest("clever"), "There is no bot 'clever'; the bots are: random, novice, greedy, easy"),
        (contest("random", seats=9), "The number of seats cannot be 9"),
        (contest("random", "greedy", "random"), "For 2 seats there can be 1 to 2 bots, not 3."),
        (contest("random", game="solo", seats=5, all_orders=True), "All orders can be played with up to 4 seats, not"),
        (contest(options={"rounds": 0}), "Option rounds cannot be 0"),
        (contest(game="skat"), "There is no game"),
        (contest(seed="x"), "seed must be a whole number"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(bad: Contest, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        bad.check()


@pytest.mark.parametrize("workers", first_now([1, 2]))
def test_an_illegal_move_names_the_bot_and_says_why(tmp_path: Path, workers: int) -> None:
    path = tmp_path / "odd.py"
    path.write_text(
        "class Odd:\n    def choose(self, view, seconds=None):\n        return 'castle'\n", encoding="utf-8"
    )
    with pytest.raises(BotFaultError, match=r"odd\.py:Odd played 'castle', which is not legal: .*castle"):
        last(contest(f"{path}:Odd", "random"), 2, engine=LocalEngine(workers))
