"""Positions of SWUP for tests: say what matters, the rest is filled up."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest

import kartentisch as kt
from tests.games.swup_oracle import RANK, in_order, values

State = dict[str, Any]

CARDS = [f"{colour}{number}" for colour in "krby" for number in range(1, 14)]
OPTIONS = {"most_cards": 1, "most_black": 2, "last_cards": 1, "builds_in_sums": False}
OPTIONS |= {"rounds": 0, "swup_points": 1, "star_points": 1}


def build(owner: int, value: int, cards: str, double: bool = False) -> State:
    return {"owner": owner, "value": value, "double": double, "cards": in_order(cards.split())}


def position(
    hand: str,
    table: str = "",
    *builds: State,
    seats: int = 2,
    turn: int = 0,
    hands: dict[int, str] | None = None,
    piles: Sequence[str] | None = None,
    deals: int = 0,
    **more: Any,
) -> State:
    """In round 1 `turn` is in turn with this hand ("k2 r9"); who had a turn in this deal holds one card less.

    `hands`: what others hold, filled up with any cards; `deals`: how many the deck is still good for. Cards that lie
    nowhere else are in the pile of who took last (the last seat if nobody is named), or in the first hands and the deck
    where `piles` are given.
    """
    own = hand.split()
    sizes = [len(own) - (seat < turn) for seat in range(seats)]
    held = {turn: own, **{seat: cards.split() for seat, cards in (hands or {}).items()}}
    used = [*table.split(), *(card for one in builds for card in one["cards"])]
    used += [card for cards in held.values() for card in cards]
    used += [card for pile in piles or [] for card in pile.split()]
    rest = [card for card in CARDS if card not in used]
    assert len(rest) + len(used) == 52, "a card is used twice or unknown"
    full = [held.get(seat, []) for seat in range(seats)]
    for seat, cards in enumerate(full):
        cards += [rest.pop(-7 * (seat + 1) % len(rest)) for _ in range(sizes[seat] - len(cards))]
        assert len(cards) == sizes[seat], f"seat {seat} holds {len(cards)} cards, not {sizes[seat]}"
    deck = rest[: 4 * seats * deals] if piles is None else rest
    lying = [[*pile.split()] for pile in piles] if piles is not None else [[] for _ in range(seats)]
    if piles is None:
        lying[more.get("last_taker", -1)] += rest[4 * seats * deals :]
    takers = [seat for seat in range(seats) if lying[seat]]
    state: State = {
        "game": "swup",
        "rules": 2,
        "seats": seats,
        "options": {**OPTIONS, **more.pop("options", {})},
        "round": 1,
        "steps": 20,
        "turn": turn,
        "round_over": False,
        "dealer": seats - 1,
        "hands": [in_order(cards) for cards in full],
        "table": table.split(),
        "builds": sorted(builds, key=lambda one: int(one["owner"])),
        "deck": in_order(deck),
        "piles": [in_order(pile) for pile in lying],
        "swups": [0] * seats,
        "last_taker": takers[-1] if takers else None,
        "points": [0] * seats,
        "totals": [0] * seats,
        "over": False,
        "winners": [],
    }
    assert set(more) <= set(state)
    return {**state, **more}


def match_at(state: State, seed: int = 1) -> kt.Match:
    return kt.Match.from_state_json(state, seed=seed)


def moves_at(state: State, beginning: str = "") -> list[str]:
    """The moves of the seat in turn that begin so."""
    match = match_at(state)
    return [move for move in match.moves(state["turn"], limit=100_000) if f"{move} ".startswith(beginning)]


def steps_at(state: State, beginning: str = "") -> list[str]:
    return match_at(state).steps(state["turn"], beginning)


def after(state: State, *moves: str, seed: int = 1) -> State:
    """The truth after these moves of the seats in turn."""
    match = match_at(state, seed)
    for move in moves:
        match.play(match.actors()[0], move)
    return match.state_json()


def legal(state: State, move: str) -> bool:
    return match_at(state).why_not(state["turn"], move) is None


def refusal(state: State, move: str) -> str:
    """Why a move of the seat in turn is refused; "" if it is not."""
    return match_at(state).why_not(state["turn"], move) or ""


def paragraph(state: State, move: str) -> str:
    """On what the refusal rests."""
    reason = match_at(state).view(state["turn"]).seen.refusal(move)
    assert reason is not None
    return reason.paragraph


def base() -> State:
    """A sound state to spoil: three seats, seat 1 in turn, two builds, a deal still to come."""
    state = position(
        "y7 k10 r3",
        "b7 y4 k13 r2",
        build(0, 9, "k4 b5"),
        build(1, 7, "r1 r6 k6 b1", double=True),
        seats=3,
        turn=1,
        hands={0: "y9 k8", 2: "k5 b2 b3"},
        deals=1,
        last_taker=2,
        swups=[0, 0, 2],
    )
    loaded: State = match_at(state).state_json()
    return loaded


def refused(state: Any, match: str = ".") -> str:
    with pytest.raises(ValueError, match=match) as caught:
        kt.Match.from_state_json(state, seed=1)
    assert len(str(caught.value)) > 10, "a sentence"
    return str(caught.value)


# ---- Positions drawn by lot -----------------------------------------------------------------------------------------


def crowded(seed: int) -> State:
    """A position with several builds, few loose cards, and promises that bind; any options."""
    dice = random.Random(seed)
    seats = dice.randint(2, 4)
    turn, most = dice.randrange(seats), dice.randint(1, 4)
    pool = CARDS.copy()
    dice.shuffle(pool)
    if dice.random() < 0.5:
        top = dice.choice([4, 6, 8])
        pool.sort(key=lambda card: int(card[1:]) <= top)
    bound = dice.choice(["k2", "r10"]) if dice.random() < 0.4 else None  # to be the only card that keeps a promise
    hands: list[list[str]] = []
    if bound is not None:
        pool.remove(bound)
    for seat in range(seats):
        hand = [bound] if bound is not None and seat == turn else []
        others = [card for card in pool if not hand or not values(card) & values(hand[0])]
        hand += others[len(others) - (most - (seat < turn) - len(hand)) :] if len(hand) < most - (seat < turn) else []
        pool = [card for card in pool if card not in hand]
        hands.append(hand)
    builds = []
    for seat, hand in enumerate(hands):
        binding = bound is not None and seat == turn
        if hand and (binding or dice.random() < 0.6):
            low = min(values(hand[0])) if binding else dice.choice(sorted(values(dice.choice(hand))))
            double = not binding and dice.random() < 0.25
            cards = _groups(dice, pool, low, 2 if double else 1)
            if cards:
                builds.append(build(seat, low, " ".join(cards), double))
                pool = [card for card in pool if card not in cards]
    table = [pool.pop() for _ in range(dice.randint(0, 6 - len(builds)))]
    state = position(
        " ".join(hands[turn]),
        " ".join(table),
        *builds,
        seats=seats,
        turn=turn,
        hands={seat: " ".join(hand) for seat, hand in enumerate(hands) if seat != turn},
        deals=dice.randint(0, min(len(pool) // (4 * seats), 48 // (4 * seats) - 1)),
        options={"builds_in_sums": bound is not None or dice.random() < 0.6},
    )
    assert sorted(RANK[card] for card in state["hands"][turn]) == sorted(RANK[card] for card in hands[turn])
    return state


def _groups(dice: random.Random, pool: list[str], value: int, number: int) -> list[str]:
    """Cards that make so many groups of a value, at least two in all; none if the lot does not find them."""
    found: list[str] = []
    for _ in range(200):
        left = [card for card in pool if card not in found]
        group = dice.sample(left, dice.choice([2, 2, 3] if number == 1 else [1, 2, 2]))
        if any(sum(reading) == value for reading in product(*map(values, group))):
            found += group
            number -= 1
            if number == 0:
                return found
    return []
