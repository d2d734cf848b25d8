"""The values of the true states of a finished match: before each move, before its luck was drawn, and after it.

A value assumes one fixed way of continuing: everyone plays by the game's advice, and luck is random. All states of a
round are continued with the same streams of luck, counted by the steps of the round. So the difference between two
states is steadier than either value, and a move without an alternative changes nothing at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kartentisch.bots import advice
from kartentisch.bots.course import Course, Event
from kartentisch.bots.search.parts import Plan
from kartentisch.bots.search.search import memory, weighed
from kartentisch.engine import views
from kartentisch.engine.game import Game
from kartentisch.engine.imagining import words_of
from kartentisch.engine.kernels.imagine import PACK, PLANES
from kartentisch.engine.layout import Records
from kartentisch.engine.luck import new_luck, seeded, set_luck
from kartentisch.play.events import DEAL

Table = NDArray[np.float64]
"""An array by batch and seat."""

BATCHES = 8
"""The number of parts into which the playouts are split. Standard errors come from the variation between parts."""
LEAST_SPREAD = 0.25


@dataclass(frozen=True, eq=False)
class Step:
    """One deal or move. Each table has the expected lead of every seat in points of the round, by batch."""

    event: Event
    before: Table
    """X: the value before the move. Before a deal it is the same as `drawing`."""
    drawing: Table
    """Y: the value after the decision, before its luck was drawn."""
    after: Table
    """X': the value of the state that followed."""
    chances: tuple[float, ...]
    """Each seat's share of winning the match from then on; they add up to 1."""

    @property
    def chance(self) -> Table:
        """The effect of luck; 0 if none was drawn."""
        return self.after - self.drawing

    @property
    def decided(self) -> Table:
        """The true effect of the choice."""
        return self.drawing - self.before


class Valuing:
    """Values of true states in one round, each from `deals` playouts, always with the same luck."""

    def __init__(self, game: Game, deals: int, chance: tuple[int, ...]) -> None:
        self.game = game
        self.deals = BATCHES * -(-deals // BATCHES)
        self.block, self.key = (int(word) for word in new_luck(*chance)[:2])
        self.records = game.layout.new()
        self.scratch = memory(game)
        self.taste = np.array([game.wins, 1.0, 0.0, 1.0, 0.0, 0.0])

    @cached_property
    def _nothing(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """The empty arguments for a truth, in which no card is unseen: no places, no wants."""
        unseen = np.zeros((max(1, len(self.game.layout.packs)), PLANES + 1), np.int64)
        return np.zeros((0, PACK + 1), np.int64), np.zeros(0, np.int64), unseen, np.zeros_like(unseen)

    def values_at(
        self, truth: Records, *, seat: int = -1, steps: tuple[int, ...] = (), since: int = 0, only: int | None = None
    ) -> tuple[Table, Table]:
        """Two arrays by playout and seat: the lead in points of the round, and the share of winning the match.

        They are for a true state, or for the state after these steps of a seat, with fresh luck in each playout.
        `only`: the index of a single playout to run.
        """
        places, wants, unseen, rest = self._nothing
        plan = Plan(truth, words_of(self.records), places, wants, unseen, rest)
        deals = (0, self.deals) if only is None else (only, only + 1)
        chance = self.block, self.key
        leads, shares = weighed(
            self.game, self.records, seat, plan, [steps], self.taste, chance, deals, self.scratch, since
        )
        return leads[0], shares[0]

    def dealt(self, before: Records, first: bool, chance: tuple[int, ...]) -> Table:
        """The lead by playout and seat, each after a fresh deal."""
        deal = self.game.run.deal if first else self.game.run.next_round
        found, luck = [], new_luck()
        for number in range(self.deals):
            twin = self.game.layout.copy(before)
            set_luck(luck, *seeded(chance[0], number, 2))
            deal(twin, 0, luck)
            found.append(self.values_at(twin, only=number)[0][0])
        return np.array(found)

    def set_scale(self, truth: Records, leads: Table) -> None:
        """Derive from these leads what a lead is worth in the match, to compute chances."""
        spread = max(float(np.sqrt((leads**2).mean())), LEAST_SPREAD)
        left = advice.rounds_left(views.View(self.game, truth, None))
        self.taste = np.array([self.game.wins, spread * max(left, 0.25) ** 0.5, 0.0, 1.0, 0.0, 0.0])


def batched(values: NDArray[np.float64]) -> Table:
    """The means of equal parts of the playouts."""
    means: Table = values.reshape(BATCHES, -1, values.shape[-1]).mean(axis=1)
    return means


def total(tables: Iterable[Table]) -> Table:
    """The sum of one or more tables."""
    whole: Table = np.sum(list(tables), axis=0)
    return whole


def followed(found: Course, deals: int, seed: int, progress: Callable[[int], object]) -> list[Step]:
    """Every deal and move of a match with its values. `progress` is called with the number done so far."""
    steps: list[Step] = []
    game = found.game
    at = Valuing(game, deals, (0, 0))
    for event in found.events:
        progress(len(steps))
        chance = seeded(seed, event.round, 2)
        if event.seat == DEAL:
            at = Valuing(game, deals, chance)
            steps.append(_dealt(at, event, seeded(seed, -1 - event.round, 1)))
            continue
        assert event.before is not None
        leads, shares = at.values_at(event.after, since=event.since + len(event.steps))
        after = batched(leads)
        drawing = after
        if event.lucky:
            drawing = batched(at.values_at(event.before, seat=event.seat, steps=event.steps, since=event.since)[0])
        steps.append(Step(event, steps[-1].after, drawing, after, tuple(shares.mean(axis=0).tolist())))
    return steps


def _dealt(at: Valuing, event: Event, chance: tuple[int, ...]) -> Step:
    """The step of a deal, or of the given state from which a match continued. A given state involves no luck."""
    leads, _ = at.values_at(event.after)
    spread = leads if event.before is None else at.dealt(event.before, event.round == 0, chance)
    at.set_scale(event.after, spread)
    leads, shares = at.values_at(event.after)
    after = batched(leads)
    before = after if event.before is None else batched(spread)
    return Step(event, before, before, after, tuple(shares.mean(axis=0).tolist()))
