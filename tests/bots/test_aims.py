"""Whom a bot picks out: who is ahead, wherever a game lets one pick a victim."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

import kartentisch as kt

SEATS = 4
VICTIM = {"schwupps": r"![AB]>(\d)", "solo": r"[rgby][GX] >(\d)"}
"""An aggravation card, a gift or a swap: what the move looks like that names who gets it."""
A_MATCH = 10
"""Positions out of one match, at most."""


def left(seen: dict[str, Any]) -> list[int]:
    """What each seat still has to get rid of."""
    stacks = seen.get("stacks", [0] * SEATS)
    return [len(hand) + stack for hand, stack in zip(seen["hands"], stacks, strict=True)]


def ahead(cards: list[int], seat: int) -> int | None:
    """Who of the others is ahead of the rest of them by two cards or more."""
    first, second = sorted((n, other) for other, n in enumerate(cards) if other != seat)[:2]
    return first[1] if second[0] - first[0] >= 2 else None


def positions(game: str) -> Iterator[tuple[kt.Match, int]]:
    """Moments of matches in which who is up may pick a victim and one of the others is ahead."""
    for seed in range(1_000):
        match, found = kt.Match(game, SEATS, seed=seed), 0
        bots = [kt.Bot(name, game, seed=seed) for name in ("random", *["greedy"] * 4)]
        for number in range(300):
            seat = match.next_actor()
            view = match.view(seat)
            first = ahead(left(view.json()), seat)
            if first is not None and any(re.fullmatch(VICTIM[game], move) for move in view.moves()):
                found += 1
                yield kt.Match.from_state_json(match.state_json(), seed=seed), first
            match.play(seat, bots[(seed + number) % 5].choose(view))
            if match.round_over or found == A_MATCH:
                break


def victim(level: str, match: kt.Match, seed: int) -> int | None:
    """Who is picked in this turn; None: nobody."""
    seat = match.next_actor()
    while not match.round_over and match.next_actor() == seat:
        move = kt.Bot(level, match.game, seed=seed).choose(match.view(seat))
        if named := re.fullmatch(VICTIM[match.game], move):
            return int(named[1])
        match.play(seat, move)
    return None


def hits(game: str, level: str, wanted: int) -> float:
    """The share of so many victims who are ahead."""
    found: list[bool] = []
    for number, (match, first) in enumerate(positions(game)):
        picked = victim(level, match, number)
        if picked is not None:
            found.append(picked == first)
        if len(found) == wanted:
            return sum(found) / len(found)
    raise AssertionError("too few positions")


@pytest.mark.parametrize("game", VICTIM)
def test_the_victim_is_who_is_two_cards_ahead(game: str) -> None:
    """Before, `medium` hit the first with 39 % of its aggravation cards, `hard` with 55 %, `expert` with 76 %."""
    assert hits(game, "medium", 20) >= 0.8, "16 of 20: with 55 % one time in fifty"


@pytest.mark.long
@pytest.mark.parametrize("level", ["medium", "hard", "expert"])
@pytest.mark.parametrize("game", VICTIM)
def test_in_two_hundred_positions_nine_of_ten_victims_are_who_is_ahead(game: str, level: str) -> None:
    assert hits(game, level, 200) >= 0.9
