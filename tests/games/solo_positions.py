"""Positions of Solo for tests: say what matters, the rest is filled up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import kartentisch as kt
from tests.games.solo_oracle import OPTIONS, ORDER, pack

State = dict[str, Any]


def position(
    *hands: str,
    top: str = "r5",
    colour: str | None = None,
    seats: int = 4,
    others: int = 3,
    turn: int = 0,
    draw: str | None = None,
    under: str = "",
    hoard: int | None = None,
    known: dict[tuple[int, int], str] | None = None,
    **more: Any,
) -> State:
    """Seat `turn` is in turn; the first seats hold these hands ("r1 C +4"), each other one `others` number cards that
    are no twin of the top card.

    `draw`: the cards of the draw pile; all others lie under the top card then. `under`: what lies under it otherwise.
    `hoard`: the seat that holds all cards that lie nowhere else. `known`: (who, whose) -> cards.
    """
    options = {**OPTIONS, **more.pop("options", {})}
    held = [hand.split() for hand in hands]
    lying = [*under.split(), top]
    rest = without(pack(options), [*(card for hand in held for card in hand), *lying, *(draw or "").split()])
    while len(held) < seats:
        plain = [card for card in rest[::-1] if card[0] in "rgby" and card[1:].isdigit() and card != top][
            : 5 * others : 5
        ]
        held.append(plain)
        rest = without(rest, plain)
    if hoard is not None:
        held[hoard] = [*held[hoard], *rest]
        rest = (draw or "").split()
    elif draw is not None:
        lying = [*under.split(), *rest, top]
        rest = draw.split()
    if colour is None:
        colour = {"A": "*", "P": top[-1]}.get(top[0], top[0])
    table: list[list[list[str]]] = [[[] for _ in range(seats)] for _ in range(seats)]
    for (who, whose), cards in (known or {}).items():
        table[who][whose] = cards.split()
    number = more.pop("round", 1)
    state: State = {
        "game": "solo",
        "rules": 2,
        "seats": seats,
        "options": options,
        "round": number,
        "steps": 9,
        "turn": turn,
        "round_over": False,
        "dealer": (seats - 2 + number) % seats,
        "direction": 1,
        "phase": "turn",
        "hands": held,
        "known": table,
        "draw_bag": rest,
        "discard": lying,
        "colour": colour,
        "pending": 0,
        "drawn": None,
        "layer": None,
        "target": None,
        "to_answer": [],
        "protected": [],
        "declined": [],
        "owes_call": [],
        "quiet": [],
        "points": [0] * seats,
        "totals": [0] * seats,
        "over": False,
        "winners": [],
    }
    assert set(more) <= set(state)
    return match_at({**state, **more}).state_json()


def asking(layer: int, target: int | None = None, **more: Any) -> State:
    """What a phase `answer` adds to a position: of a swap or gift, or of an all swap to all others."""
    return {"phase": "answer", "turn": layer, "layer": layer, "target": target, **more}


def without(cards: list[str], used: list[str]) -> list[str]:
    left = Counter(cards)
    left.subtract(used)
    assert min(left.values()) >= 0, f"used too often: {[card for card, n in left.items() if n < 0]}"
    return [card for card in ORDER for _ in range(left[card])]


def match_at(state: State, seed: int = 1) -> kt.Match:
    return kt.Match.from_state_json(state, seed=seed)


def moves_at(state: State, seat: int | None = None) -> list[str]:
    """Moves of a seat, if none is named of the one that is waited for."""
    match = match_at(state)
    return match.moves(match.actors()[0] if seat is None else seat)


def after(state: State, *moves: str, seed: int = 1) -> State:
    """The truth after these moves: "2:accept" of seat 2, "draw" of the seat that is waited for."""
    match = match_at(state, seed)
    for text in moves:
        who, _, move = text.rpartition(":") if text[1:2] == ":" else ("", "", text)
        match.play(int(who) if who else match.actors()[0], move)
    return match.state_json()


def luckily(state: State, moves: list[str], wanted: Callable[[State], bool]) -> State:
    """The truth after these moves with the first luck that makes it so; moves it makes illegal are no luck."""
    for seed in range(2000):
        try:
            reached = after(state, *moves, seed=seed)
        except kt.IllegalMove:
            continue
        if wanted(reached):
            return reached
    raise AssertionError("no luck brings this about")


def refusal(state: State, move: str, seat: int | None = None) -> str:
    """Why a move is refused; "" if it is not."""
    match = match_at(state)
    return match.why_not(match.actors()[0] if seat is None else seat, move) or ""


def code(state: State, move: str, seat: int | None = None) -> tuple[str, str]:
    """Code and paragraph of a refusal."""
    match = match_at(state)
    reason = match.view(match.actors()[0] if seat is None else seat).seen.refusal(move)
    assert reason is not None
    return reason.code, reason.paragraph


def turn_of(state: State) -> tuple[int | None, str, str]:
    """Whose turn it is, in which phase, on which colour."""
    return state["turn"], state["phase"], state["colour"]
