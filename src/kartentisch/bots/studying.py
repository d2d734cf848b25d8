"""Studies of a game: the effect of seats, the length of a round, the effect of skill, and of options.

Bots play everything. Each figure comes with an interval over deals, which are independent of each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kartentisch.bots.arena import Contest, Play, Progress, plays
from kartentisch.bots.certainty import RISK, Estimate, fixed
from kartentisch.bots.workers import Engine, LocalEngine
from kartentisch.engine.options import Choice, Count, Option, Split, Switch
from kartentisch.play.games import sheet

MOST_SEATS = 4
"""The most seats that are studied, even if more people can play."""
BRAKES = {"step_limit"}
"""Options that are not studied. They affect only a round that would otherwise not end."""


@dataclass(frozen=True)
class Study:
    """What is played. It determines all results."""

    game: str
    level: str = "greedy"
    against: str = "random"
    """The weaker bot, which has all other seats when skill is measured."""
    deals: int = 400
    seed: int = 0
    seconds: float | None = None

    @property
    def sizes(self) -> tuple[int, ...]:
        """The numbers of seats that are studied."""
        return tuple(seats for seats in sheet(self.game).seats if seats <= MOST_SEATS)

    @property
    def usual(self) -> int:
        """The number of seats with which options are studied."""
        return min(3, self.sizes[-1])

    def alike(self, seats: int, options: Mapping[str, Any] | None = None) -> Contest:
        """A contest of single rounds in which all seats play equally well."""
        return Contest(
            self.game, seats, (self.level,), self.seed, dict(options or {}), True, rotate=False, seconds=self.seconds
        )

    def uneven(self, seats: int, options: Mapping[str, Any] | None = None) -> Contest:
        """A contest of matches with one good player among weaker ones, on each seat in turn."""
        bots = (self.level, *[self.against] * (seats - 1))
        return Contest(self.game, seats, bots, self.seed, dict(options or {}), seconds=self.seconds)

    def good(self, seats: int = 0) -> int:
        """The index of the good player among the members of such a contest."""
        return self.uneven(seats or self.usual).members.index(self.level)

    @property
    def matches(self) -> int:
        """The number of deals of whole matches. Each deal is played once from each seat."""
        return max(2, self.deals // 8)


@dataclass(frozen=True)
class Rounds:
    """Single rounds of equals. `wins` and `leads` are by place in turn. The seat that is asked first has place 0."""

    seats: int
    wins: tuple[Estimate, ...]
    leads: tuple[Estimate, ...]
    moves: Estimate
    lengths: tuple[int, ...]
    """The number of moves of each round, ascending."""


@dataclass(frozen=True)
class Skill:
    """Whole matches of one good player among weaker ones."""

    seats: int
    deals: int
    wins: Estimate
    lead: Estimate
    rounds: Estimate
    moves: Estimate


@dataclass(frozen=True)
class Variant:
    """A game with one option changed, and its differences from the game with default options, deal by deal."""

    option: str
    value: Any
    first: Estimate
    """How much more often the place that is asked first wins."""
    moves: Estimate
    """How much longer a round is."""
    match: Estimate
    """How much longer a match is, in moves."""
    skill: Estimate
    """How much more often the good player wins."""


@dataclass(frozen=True)
class Findings:
    study: Study
    rounds: tuple[Rounds, ...]
    skill: tuple[Skill, ...]
    variants: tuple[Variant, ...]
    cuts: int = 0
    """The number of moves for which the clock cut a search short."""
    processors: frozenset[str] = frozenset()
    """The kinds of processors that played. Another kind may round differently."""


# ---- Work ------------------------------------------------------------------------------------------------------------


def _one_play(work: tuple[Contest, int]) -> list[Play]:
    return plays(*work)


class _Players:
    """An engine that plays contests, and the number of finished deals."""

    def __init__(self, engine: Engine, progress: Progress | None) -> None:
        self.engine, self.progress, self.done = engine, progress, 0
        self.processors = set[str]()

    def all(self, contests: Sequence[tuple[Contest, int]]) -> list[list[list[Play]]]:
        """For each contest, given with its number of deals, the plays of each deal."""
        work = [(contest, deal) for contest, deals in contests for deal in range(deals)]
        results = self._counted(self.engine.in_order(_one_play, work))
        return [[next(results) for _ in range(deals)] for _, deals in contests]

    def _counted(self, results: Iterable[list[Play]]) -> Iterator[list[Play]]:
        for result in results:
            self.done += 1
            self.processors.add(self.engine.processor)
            if self.progress is not None:
                self.progress(self.done)
            yield result


def planned(study: Study) -> int:
    """The total number of deals of a study."""
    return (len(study.sizes) + len(tried(study))) * (study.deals + study.matches)


def find(study: Study, *, engine: Engine | None = None, progress: Progress | None = None) -> Findings:
    """Play the whole study. The result does not depend on the engine. Raises ValueError with a sentence."""
    for contest in (study.alike(study.usual), study.uneven(study.usual)):
        contest.check()
    options = tried(study)
    contests: list[tuple[Contest, int]] = []
    for seats in study.sizes:
        contests += [(study.alike(seats), study.deals), (study.uneven(seats), study.matches)]
    for name, value in options:
        more = {name: value}
        contests += [(study.alike(study.usual, more), study.deals), (study.uneven(study.usual, more), study.matches)]
    players = _Players(engine or LocalEngine(), progress)
    found = players.all(contests)
    even, uneven = found[0::2], found[1::2]
    sizes = len(study.sizes)
    cuts = sum(one.cuts for contest in found for deal in contest for one in deal)
    usual = study.sizes.index(study.usual)
    places = RISK / sum(study.sizes)  # the risk of an error anywhere in the table of places
    risk = RISK / max(1, 4 * len(options))  # the risk of an error anywhere in the table of options
    return Findings(
        study,
        tuple(_rounds(seats, deals, places) for seats, deals in zip(study.sizes, even, strict=False)),
        tuple(_skill(study.good(seats), seats, deals) for seats, deals in zip(study.sizes, uneven, strict=False)),
        tuple(
            _variant(
                name, value, (even[usual], even[sizes + k]), (uneven[usual], uneven[sizes + k]), risk, study.good()
            )
            for k, (name, value) in enumerate(options)
        ),
        cuts,
        frozenset(players.processors),
    )


# ---- Options ---------------------------------------------------------------------------------------------------------


def tried(study: Study) -> list[tuple[str, Any]]:
    """The options and values that are tried, one at a time."""
    options = sheet(study.game).options.values()
    return [(one.name, value) for one in options if one.name not in BRAKES for value in others(one)]


def others(option: Option) -> list[Any]:
    """Values besides the default: each other word, half and double of a number, a split without each of its kinds."""
    if isinstance(option, Choice):
        return [word for word in option.words if word != option.default]
    if isinstance(option, Switch):
        return [not option.default]
    if isinstance(option, Count):
        wanted = (option.default // 2, option.default * 2) if option.default else (1, 5)
        return [n for n in dict.fromkeys(wanted) if option.low <= n <= option.high and n != option.default]
    return [_without(option, kind) for kind in option.kinds] if isinstance(option, Split) else []


def _without(option: Split, kind: str) -> dict[str, int]:
    """The split with all of one kind given to the others, as evenly as possible."""
    rest = [other for other in option.kinds if other != kind]
    each, over = divmod(option.default[kind], len(rest))
    return {kind: 0, **{other: option.default[other] + each + (k < over) for k, other in enumerate(rest)}}


# ---- Estimates -------------------------------------------------------------------------------------------------------


def _at_place(play: Play, values: Sequence[float], place: int) -> float:
    return values[(play.first + place) % len(values)]


def _rounds(seats: int, deals: list[list[Play]], risk: float) -> Rounds:
    all_plays = [one for deal in deals for one in deal]
    return Rounds(
        seats,
        tuple(fixed([_at_place(one, one.wins, k) for one in all_plays], risk, (0, 1)) for k in range(seats)),
        tuple(fixed([_at_place(one, one.leads, k) for one in all_plays], risk) for k in range(seats)),
        fixed([one.moves for one in all_plays]),
        tuple(sorted(one.moves for one in all_plays)),
    )


def _mean(deal: Iterable[float]) -> float:
    values = list(deal)
    return sum(values) / len(values)


def _good(deal: list[Play], good: int) -> float:
    """The good player's share of wins in one deal."""
    return _mean(one.wins[one.sitting.index(good)] for one in deal)


def _skill(good: int, seats: int, deals: list[list[Play]]) -> Skill:
    return Skill(
        seats,
        len(deals),
        fixed([_good(deal, good) for deal in deals], within=(0, 1)),
        fixed([_mean(one.leads[one.sitting.index(good)] for one in deal) for deal in deals]),
        fixed([_mean(one.rounds for one in deal) for deal in deals]),
        fixed([_mean(one.moves for one in deal) for deal in deals]),
    )


Deals = list[list[Play]]


def _variant(
    name: str, value: Any, even: tuple[Deals, Deals], uneven: tuple[Deals, Deals], risk: float, good: int
) -> Variant:
    """The differences between each deal and the same deal with default options."""

    def differ(measure: Any, both: tuple[Deals, Deals], within: tuple[float, float] | None = None) -> Estimate:
        return fixed([measure(new) - measure(old) for old, new in zip(*both, strict=True)], risk, within)

    return Variant(
        name,
        value,
        differ(lambda deal: _mean(_at_place(one, one.wins, 0) for one in deal), even, (-1, 1)),
        differ(lambda deal: _mean(one.moves for one in deal), even),
        differ(lambda deal: _mean(one.moves for one in deal), uneven),
        differ(lambda deal: _good(deal, good), uneven, (-1, 1)),
    )
