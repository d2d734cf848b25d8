"""All deals that are consistent with a view, each once, with the number of ways to deal the single cards like that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb

import numpy as np
from numpy.typing import NDArray

from kartentisch.engine import bags
from kartentisch.engine.imagining import Dealing, dealing, words_of
from kartentisch.engine.kernels.imagine import DIGITS, LACKS, MAY, MUST, PACK, PLANES, START
from kartentisch.engine.layout import Records
from kartentisch.engine.luck import new_luck
from kartentisch.engine.views import View

Ways = tuple[tuple[int, ...], ...]
"""By place: the number of cards of each kind there."""


def consistent(view: View, most: int) -> tuple[Records, NDArray[np.float64]] | None:
    """The truths that may be behind the view of a seat, and the probability of each; None for more than `most`."""
    game, seat = view.game, view.seat
    behind = dealing(game, view.records, seat)
    found: list[tuple[Ways, int]] = [((), 1)]
    packs = range(len(behind.unseen))
    for pack in packs:
        rows = behind.places[behind.places[:, PACK] == pack] if len(behind.places) else behind.places
        further: list[tuple[Ways, int]] = []
        for before, ways in found:
            for dealt, more in _spread(_counts(behind.unseen[pack]), rows):
                further.append((before + dealt, ways * more))
                if len(further) > most:
                    return None
        found = further
    order = [k for pack in packs for k in range(len(behind.places)) if behind.places[k, PACK] == pack]
    records = game.layout.new(len(found))
    for number, (dealt, _) in enumerate(found):
        records[number] = _truth(view, behind, order, dealt)[0]
    weights = np.array([ways for _, ways in found], np.float64)
    return records, weights / weights.sum()


def _counts(unseen: NDArray[np.int64]) -> list[int]:
    """The number of unseen cards of each kind, up to the highest kind."""
    planes = [int(word) for word in unseen[:PLANES]]
    kinds = max(planes).bit_length() if any(planes) else 0
    return [sum(((word >> kind) & 1) << plane for plane, word in enumerate(planes)) for kind in range(kinds)]


def _spread(counts: Sequence[int], rows: NDArray[np.int64]) -> Iterator[tuple[Ways, int]]:
    """Every way to spread these cards over the places, and the number of ways to deal the single cards like that."""
    if not len(rows):
        yield (), 1
        return
    *first, last = rows.tolist()
    if not first:
        if _fits(counts, last):
            yield (tuple(counts),), 1
        return
    for hand, ways in _hands(counts, first[0], 0, first[0][LACKS]):
        if _must(hand, first[0]):
            rest = [count - taken for count, taken in zip(counts, hand, strict=True)]
            for others, more in _spread(rest, rows[1:]):
                yield (hand, *others), ways * more


def _hands(counts: Sequence[int], row: Sequence[int], kind: int, left: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every hand of `left` cards, of this kind and higher ones, that may lie in a place, and its number of ways."""
    if kind == len(counts):
        if left == 0:
            yield (), 1
        return
    most = min(counts[kind], left) if row[MAY] == -1 or (row[MAY] >> kind) & 1 else 0
    for number in range(most + 1):
        for rest, ways in _hands(counts, row, kind + 1, left - number):
            yield (number, *rest), ways * comb(counts[kind], number)


def _must(hand: Sequence[int], row: Sequence[int]) -> bool:
    """Whether a hand has a card that must lie there."""
    return row[MUST] == 0 or any(number and (row[MUST] >> kind) & 1 for kind, number in enumerate(hand))


def _fits(counts: Sequence[int], row: Sequence[int]) -> bool:
    """Whether exactly the remaining cards may lie in the last place."""
    may = row[MAY] == -1 or all((row[MAY] >> kind) & 1 for kind, number in enumerate(counts) if number)
    return sum(counts) == row[LACKS] and may and _must(counts, row)


def _truth(view: View, behind: Dealing, order: Sequence[int], dealt: Ways) -> Records:
    """One of these truths. It is imagined from a template in which all cards are dealt already."""
    game = view.game
    template = game.layout.copy(behind.template)
    words = words_of(template)[0]
    for k, hand in zip(order, dealt, strict=True):
        start, digits = int(behind.places[k, START]), int(behind.places[k, DIGITS])
        for kind, number in enumerate(hand):
            for _ in range(number):
                bags.put(words[start : start + digits], kind)
    records = game.layout.new()
    none = np.zeros_like(behind.unseen)
    game.run.imagine(
        records, words_of(records), 0, template, behind.viewer, behind.places[:0], behind.wants[:0], none, none.copy(),
        new_luck(),
    )  # fmt: skip
    return records
