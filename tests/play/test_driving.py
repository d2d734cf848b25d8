"""Who moves next where one program plays all seats: one rule, asked by all that drive a match."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable

import pytest

import kartentisch as kt
from kartentisch.bots.arena import Contest, play
from kartentisch.cli.figures import match_play
from kartentisch.cli.screen import console
from kartentisch.cli.terminal_match import TerminalMatch
from kartentisch.words.language import language
from scripts import ceiling
from tests.play.helpers import SIZES

OPTIONS = {"step_limit": 60, "limit": 20}


def sat() -> None:
    """A match at a terminal."""
    bots = {seat: kt.Bot("greedy", "solo", seed=seat) for seat in range(1, 5)}
    TerminalMatch(kt.Match("solo", 5, seed=2, options=OPTIONS), bots, language("en"), console()).run()


DRIVERS: dict[str, Callable[[], object]] = {
    "arena": lambda: play(Contest("solo", 5, ("greedy",), 2, one_round=True), 0),
    "terminal": sat,
    "bench": lambda: match_play("solo", 5, 40),
    "ceiling": lambda: ceiling.played(Namespace(game="solo", seats=5, seed=2, rounds=True, plain=False), 0, -1),
}


@pytest.mark.parametrize(("game", "seats"), SIZES)
def test_whoever_may_act_out_of_turn_comes_first_the_lowest_seat_of_them(game: str, seats: int) -> None:
    """The same order in every game; §14.3 of the rules of Solo has it too, where several may."""
    several = 0
    for seed in range(2):
        match, bot = kt.Match(game, seats, seed=seed), kt.Bot("random", game, seed=seed)
        while not match.round_over:
            asked, *others = match.actors()
            seat = match.next_actor()
            assert seat == min(others, default=asked)
            several += len(others) > 1
            match.play(seat, bot.choose(match.view(seat)))
    assert several or (game, seats) != ("solo", 10)


def test_when_the_round_is_over_nobody_moves_next() -> None:
    match = kt.Match("schwupps", 2, seed=1, options={"match": "tournament", "step_limit": 1})
    match.play(0, "~A")
    with pytest.raises(ValueError, match=r"^The round is over; the next one has not been dealt yet\.$"):
        match.next_actor()
    match.next_round()
    match.play(1, "~A")
    with pytest.raises(ValueError, match=r"^The match is over\.$"):
        match.next_actor()


@pytest.mark.parametrize("driver", DRIVERS)
def test_every_driver_of_a_match_asks_before_each_move(driver: str, monkeypatch: pytest.MonkeyPatch) -> None:
    events: list[tuple[str, int]] = []
    real_next, real_play = kt.Match.next_actor, kt.Match.play

    def next_actor(match: kt.Match) -> int:
        seat = real_next(match)
        events.append(("next", seat))
        return seat

    def played(match: kt.Match, seat: int, move: str) -> None:
        events.append(("play", seat))
        real_play(match, seat, move)

    monkeypatch.setattr(kt.Match, "next_actor", next_actor)
    monkeypatch.setattr(kt.Match, "play", played)
    monkeypatch.setattr(TerminalMatch, "_ask", lambda _, view: view.moves()[-1])
    DRIVERS[driver]()
    assert len(events) > 20
    assert events[0::2] == [("next", seat) for _, seat in events[1::2]]
    assert events[1::2] == [("play", seat) for _, seat in events[0::2]]
