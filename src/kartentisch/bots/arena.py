"""The arena: bots play against each other, with the same deals for each of them, in randomly drawn orders.

A deal is one match or one round. It is played in a randomly drawn circular order and in its reverse, from every seat,
each time with the same luck. So all bots get the same good cards, and nobody gains from who sits behind whom. The plays
of a deal are not independent, so together they count as one value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from typing import Any

from kartentisch.bots import orders, own
from kartentisch.bots.certainty import RISK, Estimate, Sequence01, always, fixed
from kartentisch.bots.orders import Order, seed_of
from kartentisch.bots.own import AnyBot, BotFaultError
from kartentisch.bots.workers import Engine, LocalEngine
from kartentisch.play.checks import checked_options, checked_seats, checked_seed
from kartentisch.play.errors import IllegalMove
from kartentisch.play.games import sheet
from kartentisch.play.match import Match

Progress = Callable[[int], object]


@dataclass(frozen=True)
class Contest:
    """Who plays what. The contest and the number of a deal determine everything that happens in the deal."""

    game: str
    seats: int
    bots: tuple[str, ...]
    """Levels, or bots of your own as `./mybot.py:MyBot`, in any order. If there are more seats than bots, the bots take
    the seats in turn.
    """
    seed: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    one_round: bool = False
    """Whether a deal is one round instead of a whole match."""
    rotate: bool = True
    """Whether each deal is played in its orders from every seat, or only once."""
    seconds: float | None = None
    """The time limit for each move of a bot that searches. None: only the number of iterations stops a search."""
    all_orders: bool = False
    """Whether each deal is played in all orders, instead of a randomly drawn one and its reverse."""

    @property
    def members(self) -> tuple[str, ...]:
        """A bot for each seat, sorted by name. This is not the order in which they sit."""
        return tuple(sorted(self.bots[seat % len(self.bots)] for seat in range(self.seats)))

    @property
    def entrants(self) -> tuple[str, ...]:
        """The bots, each once, sorted by name. A bot with several seats is one entrant."""
        return tuple(dict.fromkeys(self.members))

    def held(self, bot: str) -> int:
        """The number of seats that this bot has."""
        return self.members.count(bot)

    def check(self) -> None:
        """Raise ValueError with a sentence if the contest cannot be played."""
        game = sheet(self.game)
        checked_seats(game, self.seats)
        checked_options(game, self.options)
        checked_seed(self.seed)
        if not 1 <= len(self.bots) <= self.seats:
            raise ValueError(f"For {self.seats} seats there can be 1 to {self.seats} bots, not {len(self.bots)}.")
        if self.all_orders and self.seats > orders.MOST:
            raise ValueError(f"All orders can be played with up to {orders.MOST} seats, not with {self.seats}.")
        for name in self.bots:
            own.check(name)
            own.hire(name, self.game, 0)


@dataclass(frozen=True)
class Play:
    """The result of one match or round."""

    wins: tuple[float, ...]
    """By seat: the share of the win, 1 for a sole winner."""
    leads: tuple[float, ...]
    """By seat: points minus the mean of all seats, with the sign turned so that more is better."""
    moves: int
    rounds: int
    first: int
    """The seat that was asked first."""
    sitting: Order
    """By seat: the number of its bot among the members of the contest."""
    cuts: int
    """The number of moves for which the clock cut a search short, as far as the bots count them."""


# ---- Playing ---------------------------------------------------------------------------------------------------------


def plays(contest: Contest, deal: int) -> list[Play]:
    """Play one deal in its orders, from every seat. The result depends only on the contest and the number."""
    return [
        play(contest, deal, number, shift)
        for number in range(len(orders_of(contest, deal)) if contest.rotate else 1)
        for shift in range(contest.seats if contest.rotate else 1)
    ]


def orders_of(contest: Contest, deal: int) -> list[Order]:
    """The circular orders in which a deal is played, as numbers of members."""
    if contest.all_orders:
        return orders.every(contest.seats)
    return orders.drawn(contest.members, contest.seed, deal)


def play(contest: Contest, deal: int, number: int = 0, shift: int = 0) -> Play:
    """Play one deal in order `number`, with everyone moved on by `shift` seats. Raises BotFaultError.

    The seed of a bot depends on deal, order and seat, so that no name changes what is played.
    """
    match = Match(contest.game, contest.seats, seed=seed_of(contest.seed, "deal", deal), options=contest.options)
    order = orders_of(contest, deal)[number]
    sitting = tuple(order[(seat - shift) % contest.seats] for seat in range(contest.seats))
    bots: list[tuple[str, AnyBot]] = []
    for seat, member in enumerate(sitting):
        name, seed = contest.members[member], seed_of(contest.seed, "bot", deal, number, seat)
        bots.append((name, own.hire(name, contest.game, seed, contest.one_round)))
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
    wins, leads = outcome(match, contest.one_round)
    return Play(wins, leads, moves, rounds, first, sitting, sum(getattr(bot, "cuts", 0) for _, bot in bots))


def _move(match: Match, seat: int, name: str, bot: AnyBot, seconds: float | None) -> None:
    move = bot.choose(match.view(seat), seconds=seconds)
    try:
        match.play(seat, move)
    except IllegalMove as error:
        raise BotFaultError(f"{name} played {move!r}, which is not legal: {error}") from error


def outcome(match: Match, one_round: bool) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The `wins` and `leads` of a `Play`, for a round or match that is over."""
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
    """The result of one deal for each entrant: its share of the wins, and its mean lead per seat."""

    shares: tuple[float, ...]
    leads: tuple[float, ...]
    plays: int
    moves: int
    rounds: int
    cuts: int = 0


def dealt(contest: Contest, deal: int) -> Deal:
    """Play one deal and sum up its result for each entrant."""
    games = plays(contest, deal)
    shares, leads = [], []
    for name in contest.entrants:
        won = lead = 0.0
        for one in games:
            held = [seat for seat, member in enumerate(one.sitting) if contest.members[member] == name]
            won += sum(one.wins[seat] for seat in held)
            lead += sum(one.leads[seat] for seat in held) / len(held)
        shares.append(won / len(games))
        leads.append(lead / len(games))
    moves, rounds, cuts = (sum(getattr(one, name) for one in games) for name in ("moves", "rounds", "cuts"))
    return Deal(tuple(shares), tuple(leads), len(games), moves, rounds, cuts)


@dataclass(frozen=True)
class Pair:
    """Two entrants, and how much more a seat of the first wins than a seat of the second."""

    one: str
    other: str
    more: Estimate

    @property
    def sure(self) -> bool:
        """Whether one of them wins more beyond doubt."""
        return self.more.low > 0 or self.more.high < 0


@dataclass
class Standing:
    """The result of the deals so far. `anytime`: its intervals may be inspected after each deal."""

    contest: Contest
    anytime: bool = False
    deals: int = 0
    plays: int = 0
    moves: int = 0
    rounds: int = 0
    cuts: int = 0
    processors: set[str] = field(default_factory=set)
    """The kinds of processors that played. Another kind may round differently."""

    def __post_init__(self) -> None:
        names = self.contest.entrants
        pairs = list(combinations(range(len(names)), 2))
        self._shares: list[list[float]] = [[] for _ in names]
        self._leads: list[list[float]] = [[] for _ in names]
        self._more: dict[tuple[int, int], list[float]] = {pair: [] for pair in pairs}
        self._risk = RISK / max(1, len(pairs))  # the risk of an error about any pair, shared among the pairs
        self._sequences = [Sequence01() for _ in names] if self.anytime else []
        self._pairs = {pair: Sequence01(self._risk) for pair in pairs} if self.anytime else {}

    def add(self, deal: Deal) -> None:
        self.deals += 1
        for name in ("plays", "moves", "rounds", "cuts"):
            setattr(self, name, getattr(self, name) + getattr(deal, name))
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
        """Whether it is beyond doubt, for each pair of entrants, which one wins more."""
        pairs = self.pairs()
        return bool(pairs) and all(pair.sure for pair in pairs)

    def share(self, k: int) -> Estimate:
        """The share of wins of entrant `k`."""
        return self._sequences[k].estimate() if self.anytime else fixed(self._shares[k], within=(0, 1))

    def lead(self, k: int) -> Estimate:
        """The mean lead in points per seat of entrant `k`."""
        return always(self._leads[k]) if self.anytime else fixed(self._leads[k])

    def pairs(self) -> list[Pair]:
        """All pairs of entrants."""
        names = self.contest.entrants
        return [Pair(names[one], names[other], self._compared(one, other)) for one, other in self._more]

    def _compared(self, one: int, other: int) -> Estimate:
        if not self.anytime:
            return fixed(self._more[one, other], self._risk, (-1, 1))
        seen = self._pairs[one, other].estimate()
        return Estimate(2 * seen.mean - 1, 2 * seen.low - 1, 2 * seen.high - 1)


def compete(
    contest: Contest,
    deals: int,
    *,
    engine: Engine | None = None,
    until_sure: bool = False,
    progress: Progress | None = None,
) -> Iterator[Standing]:
    """Yield the standing after each deal, always the same object. With `until_sure` this may end before the last deal.

    The result depends on the contest and the number of deals, not on the engine: by default this process.
    """
    standing = Standing(contest, anytime=until_sure)
    engine = engine or LocalEngine()
    for deal in engine.in_order(partial(dealt, contest), range(deals)):
        standing.add(deal)
        standing.processors.add(engine.processor)
        if progress is not None:
            progress(standing.deals)
        yield standing
        if until_sure and standing.sure:
            return
