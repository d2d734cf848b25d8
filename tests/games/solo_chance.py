"""States of Solo by chance, most of them beyond the reach of play: every one that from_state_json should accept."""

from __future__ import annotations

import random
from typing import Any

from tests.games import solo_oracle as oracle
from tests.games.solo_oracle import State

TOPS = {
    "owed": ["+4", "r+2", "g+2", "y+2"],
    "skipped": ["rS", "bS", "gR"],
    "gift": ["rG", "bG"],
    "answer": ["rX", "gX", "rG", "yG", "A", "A", "Pr", "Pg"],
}
PHASES = ["turn", "turn", "turn", "drawn", "owed", "skipped", "answer", "answer", "gift"]


def state_by_chance(chance: random.Random, swaps: tuple[bool, ...] = (True, True, False)) -> State:
    """One more state; `swaps`: of which the option is chosen."""
    while True:
        if (state := _attempt(chance, swaps)) is not None:
            return state


def _attempt(chance: random.Random, swaps: tuple[bool, ...]) -> State | None:
    seats = chance.choice([2, 2, 3, 4, 5, 6, 10])
    options = {
        "limit": chance.choice([500, 10, 1]),
        "rounds": chance.choice([0, 0, 1, 2, 5]),
        "solo_call": chance.choice(["call", "call", "auto"]),
        "step_limit": chance.choice([10_000, 10_000, 12, 11, 10]),
        "reverse_skips": chance.choice([False, True]),
        "hand": chance.randrange(3, 9),
        "call_until": chance.choice(["anybody", "next"]),
        "swaps": chance.choice(swaps),
    }
    cards = oracle.pack(options)
    chance.shuffle(cards)
    if chance.random() < 0.3:
        cards.sort(key=lambda card: (card[0] not in "PA", chance.random()))
    hands = [[cards.pop(0) for _ in range(chance.choice([1, 1, 2, 2, 3, 4, 6, 9]))] for _ in range(seats)]
    figure = chance.choice("123456789") if chance.random() < 0.3 else "none"
    several = [card for card in cards if oracle.number(card) == figure][: chance.randrange(3, 7)]
    cards = _without(cards, several)
    hands[chance.randrange(seats)] += several
    phase = chance.choice(PHASES)
    pool = [card for card in cards if phase not in TOPS or card in TOPS[phase]]
    twins = [card for card in pool if oracle.number(card) and any(card in hand for hand in hands)]
    if not pool:
        return None
    top = chance.choice(twins if twins and chance.random() < 0.5 else pool)
    cards = _without(cards, [top])
    cut = chance.choice([0, 1, 2, 3, chance.randrange(len(cards)), chance.randrange(len(cards))])
    draw, under = cards[:cut], cards[cut:]
    if chance.random() < 0.1:
        hands[chance.randrange(seats)] += under
        under = []
    round_number = chance.randrange(1, 4)
    state: State = {
        **{"game": "solo", "rules": 2, "seats": seats, "options": options, "round": round_number, "steps": 9},
        **{"turn": chance.randrange(seats), "round_over": False, "dealer": (seats - 2 + round_number) % seats},
        **{"direction": chance.choice([1, -1]), "phase": phase, "hands": hands, "draw_bag": draw},
        **{"discard": [*under, top], "pending": 0, "drawn": None, "layer": None, "target": None, "to_answer": []},
        **{"protected": [], "declined": [], "points": [0] * seats, "over": False, "winners": []},
        "totals": [chance.randrange(600) for _ in range(seats)],
        "colour": _colour(chance, top, phase),
        "known": [[_part(chance, hand) if i != j else [] for j, hand in enumerate(hands)] for i in range(seats)],
    }
    owes = [seat for seat, hand in enumerate(hands) if len(hand) == 1 and options["solo_call"] == "call"]
    state["owes_call"] = [seat for seat in owes if chance.random() < 0.6]
    state["quiet"] = [seat for seat in state["owes_call"] if chance.random() < 0.4]
    if not _fill_phase(chance, state):
        return None
    state["declined"] = [seat for seat in oracle.twin_holders(state) if chance.random() < 0.4]
    return state


def _colour(chance: random.Random, top: str, phase: str) -> str:
    if phase in ("turn", "drawn") and not oracle.number(top) and chance.random() < 0.1:
        return "*"
    own: dict[str, Any] = {"A": "*", "C": chance.choice("rgby"), "+": chance.choice("rgby"), "P": top[-1]}
    return str(own.get(top[0], top[0]))


def _part(chance: random.Random, hand: list[str]) -> list[str]:
    return [card for card in hand if chance.random() < 0.5] if chance.random() < 0.5 else []


def _fill_phase(chance: random.Random, state: State) -> bool:
    """What the phase needs; whether it can be."""
    turn, top = state["turn"], state["discard"][-1]
    others = [seat for seat in range(state["seats"]) if seat != turn]
    chance.shuffle(others)
    match state["phase"]:
        case "drawn":
            fits = [card for card in state["hands"][turn] if oracle.matches(card, top, state["colour"])]
            state["drawn"] = chance.choice(fits or [None])
            return bool(fits)
        case "owed":
            state["pending"] = int(top[-1]) * chance.randrange(1, 6)
        case "skipped":
            state["layer"] = others[0]
        case "gift":
            state.update(layer=turn, target=others[0])
            return len(state["hands"][turn]) > 2
        case "answer" if oracle.symbol(top) in "XG":
            state.update(layer=turn, target=others[0])
        case "answer":
            left = chance.randrange(1, len(others) + 1)
            state.update(layer=turn, to_answer=others[:left])
            state["protected"] = [seat for seat in others[left:] if chance.random() < 0.5]
    return True


def _without(cards: list[str], used: list[str]) -> list[str]:
    left = list(cards)
    for card in used:
        left.remove(card)
    return left
