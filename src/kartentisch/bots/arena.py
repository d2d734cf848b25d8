"""Bots against each other: the same deals for each of them, with the seats moved on, and what came of it.

A deal is one match, or one round. It is played as often as there are seats, each time with the same luck and everybody
one seat on, so that good cards come to all alike. What those plays give is one value a deal: they hang together.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from typing import Any

from kartentisch.bots import own
from kartentisch.bots.certainty import RISK, Estimate, Sequence01, always, fixed
from kartentisch.bots.own import AnyBot, BotFaultError
from kartentisch.bots.workers import in_order
from kartentisch.play.errors import IllegalMove
from kartentisch.play.games import sheet
from kartentisch.play.match import Match, checked_options, checked_seats, checked_seed

Progress = Callable[[int], object]


@dataclass(frozen=True)
class Contest:
    """Who plays what. With the number of a deal it says all that happens in it."""

    game: str
    seats: int
    bots: tuple[str, ...]
    """Levels, or bots of one's own as `./mybot.py:MyBot`; fewer than seats take turns round the table."""
    seed: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    one_round: bool = False
    """A deal is one round instead of a whole match."""
    rotate: bool = True
    """Each deal is played once for each way to move the seats on."""
    seconds: float | None = None
    """How long each bot may think."""

    @property
    def places(self) -> tuple[str, ...]:
        """The bot at each seat, before the seats move on."""
        return tuple(self.bots[seat % len(self.bots)] for seat in range(self.seats))

    @property
    def entrants(self) -> tuple[str, ...]:
        """The bots, each once: who has several seats is one entrant."""
        return tuple(dict.fromkeys(self.bots))

    def held(self, bot: str) -> int:
        """How many seats this bot has."""
        return self.places.count(bot)

    def check(self) -> None:
        """Raise ValueError with a sentence for what cannot be played."""
        game = sheet(self.game)
        checked_seats(game, self.seats)
        checked_options(game, self.options)
        checked_seed(self.seed)
        if not 1 <= len(self.bots) <= self.seats:
            raise ValueError(f"For {self.seats} seats there can be 1 to {self.seats} bots, not {len(self.bots)}.")
        for name in self.entrants:
            own.check(name)
            own.hire(name, self.game, 0)


@dataclass(frozen=True)
class Play:
    """One match or round as it went."""

    wins: tuple[float, ...]
    """For each seat 1 for a win, shared among those who share it."""
    leads: tuple[float, ...]
    """For each seat its points over the mean of all seats, turned so that more is better."""
    moves: int
    rounds: int
    first: int
    """The seat that was asked first."""


# ---- Playing ---------------------------------------------------------------------------------------------------------


def seed_of(*words: object) -> int:
    """A number that belongs to these words alone."""
    text = " ".join(map(str, words))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest())


def plays(contest: Contest, deal: int) -> list[Play]:
    """One deal, for each way to move the seats on: what comes of it rests on the contest and the number alone."""
    return [play(contest, deal, shift) for shift in range(contest.seats if contest.rotate else 1)]


def play(contest: Contest, deal: int, shift: int = 0) -> Play:
    """One deal, with everybody so many seats on. Raises BotFaultError."""
    match = Match(contest.game, contest.seats, seed=seed_of(contest.seed, "deal", deal), options=contest.options)
    bots: list[tuple[str, AnyBot]] = []
    for seat in range(contest.seats):
        place = (seat - shift) % contest.seats
        name = contest.places[place]
        bots.append((name, own.hire(name, contest.game, seed_of(contest.seed, "bot", deal, place))))
    first, moves, rounds = match.actors()[0], 0, 1
    while not match.over:
        if match.round_over:
            if contest.one_round:
                break
            match.next_round()
            rounds += 1
        seat = match.next_actor()
        _move(match, seat, *bots[seat], contest.seconds)
        moves += 1
    return _ended(match, contest.one_round, moves, rounds, first)


def _move(match: Match, seat: int, name: str, bot: AnyBot, seconds: float | None) -> None:
    move = bot.choose(match.view(seat), seconds=seconds)
    try:
        match.play(seat, move)
    except IllegalMove as error:
        raise BotFaultError(f"{name} played {move!r}, which is not legal: {error}") from error


def _ended(match: Match, one_round: bool, moves: int, rounds: int, first: int) -> Play:
    wins, leads = outcome(match, one_round)
    return Play(wins, leads, moves, rounds, first)


def outcome(match: Match, one_round: bool) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """By seat, of a round or match that is over: `wins` and `leads` as a `Play` has them."""
    way, seats = sheet(match.game).wins, match.seats
    points = [way * n for n in (match.points if one_round else match.totals)]
    best = max(points)
    winners = [seat for seat in range(seats) if points[seat] == best] if one_round else match.winners
    mean = sum(points) / seats
    wins = tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(seats))
    return wins, tuple(n - mean for n in points)


# ---- Results ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Deal:
    """What one deal gave each entrant: its share of the wins, and its lead a seat."""

    shares: tuple[float, ...]
    leads: tuple[float, ...]
    plays: int
    moves: int
    rounds: int


def dealt(contest: Contest, deal: int) -> Deal:
    """Play one deal, and what it gave each entrant."""
    games = plays(contest, deal)
    shares, leads = [], []
    for name in contest.entrants:
        won = lead = 0.0
        for shift, one in enumerate(games):
            held = [(p + shift) % contest.seats for p in range(contest.seats) if contest.places[p] == name]
            won += sum(one.wins[seat] for seat in held)
            lead += sum(one.leads[seat] for seat in held) / len(held)
        shares.append(won / len(games))
        leads.append(lead / len(games))
    moves, rounds = sum(one.moves for one in games), sum(one.rounds for one in games)
    return Deal(tuple(shares), tuple(leads), len(games), moves, rounds)


@dataclass(frozen=True)
class Pair:
    """Two entrants: how much more a seat of the first wins than one of the second."""

    one: str
    other: str
    more: Estimate

    @property
    def sure(self) -> bool:
        """One of them wins more, beyond doubt."""
        return self.more.low > 0 or self.more.high < 0


@dataclass
class Standing:
    """What the deals so far have given. `anytime`: its intervals may be looked at after each deal."""

    contest: Contest
    anytime: bool = False
    deals: int = 0
    plays: int = 0
    moves: int = 0
    rounds: int = 0

    def __post_init__(self) -> None:
        names = self.contest.entrants
        pairs = list(combinations(range(len(names)), 2))
        self._shares: list[list[float]] = [[] for _ in names]
        self._leads: list[list[float]] = [[] for _ in names]
        self._more: dict[tuple[int, int], list[float]] = {pair: [] for pair in pairs}
        self._risk = RISK / max(1, len(pairs))  # of an error about any pair: shared among them
        self._sequences = [Sequence01() for _ in names] if self.anytime else []
        self._pairs = {pair: Sequence01(self._risk) for pair in pairs} if self.anytime else {}

    def add(self, deal: Deal) -> None:
        self.deals += 1
        self.plays, self.moves, self.rounds = (
            self.plays + deal.plays,
            self.moves + deal.moves,
            self.rounds + deal.rounds,
        )
        for k, (share, lead) in enumerate(zip(deal.shares, deal.leads, strict=True)):
            self._shares[k].append(share)
            self._leads[k].append(lead)
        for sequence, share in zip(self._sequences, deal.shares, strict=False):
            sequence.add(share)
        a_seat = [
            share / self.contest.held(name) for share, name in zip(deal.shares, self.contest.entrants, strict=True)
        ]
        for (one, other), more in self._more.items():
            more.append(a_seat[one] - a_seat[other])
        for pair, sequence in self._pairs.items():
            sequence.add((self._more[pair][-1] + 1) / 2)

    @property
    def sure(self) -> bool:
        """Whether it is beyond doubt of each two entrants which one wins more."""
        pairs = self.pairs()
        return bool(pairs) and all(pair.sure for pair in pairs)

    def share(self, k: int) -> Estimate:
        """The share of wins of entrant `k`."""
        return self._sequences[k].estimate() if self.anytime else fixed(self._shares[k], within=(0, 1))

    def lead(self, k: int) -> Estimate:
        """The lead in points of each seat of entrant `k`."""
        return always(self._leads[k]) if self.anytime else fixed(self._leads[k])

    def pairs(self) -> list[Pair]:
        """Each two entrants."""
        names = self.contest.entrants
        return [Pair(names[one], names[other], self._compared(one, other)) for one, other in self._more]

    def _compared(self, one: int, other: int) -> Estimate:
        if not self.anytime:
            return fixed(self._more[one, other], self._risk, (-1, 1))
        seen = self._pairs[one, other].estimate()
        return Estimate(2 * seen.mean - 1, 2 * seen.low - 1, 2 * seen.high - 1)


def compete(
    contest: Contest, deals: int, *, workers: int = 1, until_sure: bool = False, progress: Progress | None = None
) -> Iterator[Standing]:
    """The standing after each deal, always the same object. With `until_sure` it may end before the last deal.

    It depends on the contest and the number of deals, not on the number of workers.
    """
    standing = Standing(contest, anytime=until_sure)
    for deal in in_order(partial(dealt, contest), range(deals), workers):
        standing.add(deal)
        if progress is not None:
            progress(standing.deals)
        yield standing
        if until_sure and standing.sure:
            return
