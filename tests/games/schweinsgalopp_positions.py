"""Positions of Schweinsgalopp for tests: say what matters, the rest is filled up."""

from __future__ import annotations

from typing import Any

import kartentisch as kt

State = dict[str, Any]

COLOURS = ["b", "g", "r", "v", "y"]
PACK = [colour for colour in COLOURS for _ in range(7)]
OPTIONS = {"rounds": 3, "keep": False, "rotate_start": False, "track_scoff": False, "line_up": "lot"}


def position(
    *hands: str,
    pigs: str = "0 1 2 3 4",
    seats: int = 3,
    face_up: list[int] | None = None,
    banked: list[int] | None = None,
    supply: int | None = None,
    track: list[int] | None = None,
    **more: Any,
) -> State:
    """Seat 0 is in turn and has started the round. `hands`: "r" or "b b y", from seat 0 on, all of one length; who has
    none gets as many cards out of the rest. `pigs`: distances of blue, green, red, purple, yellow.

    With `supply` given, the last seat has banked what lies nowhere else, in rounds before this one.
    """
    rest = list(PACK)
    held = [hand.split() for hand in hands]
    for card in [card for hand in held for card in hand]:
        rest.remove(card)
    while len(held) < seats:
        held.append([rest.pop(5 * i % len(rest)) for i in range(len(held[0]))])
    played = [rest.pop(11 * i % len(rest)) for i in range(seats * (7 - len(held[0])))]
    face_up = face_up or [0] * seats
    banked = banked or [0] * seats
    laid = sum(face_up) + sum(banked) + len(track or [])
    if supply is not None:
        banked = [*banked[:-1], banked[-1] + 55 - supply - laid]
    state: State = {
        "game": "schweinsgalopp",
        "rules": 2,
        "seats": seats,
        "options": {**OPTIONS, "track_scoff": track is not None, **more.pop("options", {})},
        "round": 1,
        "steps": len(played) + (seats if track is not None else 0),
        "turn": 0,
        "round_over": False,
        "phase": "play",
        "start": 0,
        "pigs": dict(zip(COLOURS, map(int, pigs.split()), strict=True)),
        "hands": [sorted(hand, key=COLOURS.index) for hand in held],
        "aside": rest,
        "played": played,
        "face_up": face_up,
        "banked": banked,
        "supply": 55 - laid if supply is None else supply,
        "track_scoff": track or [],
        "from_track": [0] * seats,
        "lost": [0] * seats,
        "points": [0] * seats,
        "totals": list(banked),
        "over": False,
        "winners": [],
    }
    assert set(more) <= set(state)
    return {**state, **more}


def laying(*spaces: int, seats: int = 3, pigs: str = "0 1 2 3 4") -> State:
    """Before the first card of the variant, scoff cards on these spaces."""
    state = position("b g r v y b g", seats=seats, pigs=pigs, track=list(spaces))
    return {**state, "phase": "lay", "steps": len(spaces), "turn": len(spaces) % seats}


def lining_up(standing: str = "", seats: int = 3, **options: Any) -> State:
    """Before the deal of a match whose start player sets up the pigs: `standing` are those that stand, "ry"."""
    state = position("b g r v y b g", seats=seats, options={"line_up": "start", **options})
    pigs = {pig: 4 - standing.index(pig) if pig in standing else None for pig in COLOURS}
    nothing: State = {"hands": [[] for _ in range(seats)], "aside": list(PACK)}
    return {**state, **nothing, "phase": "line_up", "steps": len(standing), "pigs": pigs}


def match_at(state: State, seed: int = 1) -> kt.Match:
    return kt.Match.from_state_json(state, seed=seed)


def moves_at(state: State, seat: int | None = None) -> list[str]:
    return match_at(state).moves(state["turn"] if seat is None else seat)


def after(state: State, *moves: str, seed: int = 1) -> State:
    """The truth after these moves of the seats in turn."""
    match = match_at(state, seed)
    for move in moves:
        match.play(match.actors()[0], move)
    return match.state_json()


def refusal(state: State, move: str, seat: int | None = None) -> str:
    """Why a move is refused; "" if it is not."""
    return match_at(state).why_not(state["turn"] if seat is None else seat, move) or ""


def scoff_cards(state: State) -> int:
    """All scoff cards, wherever they lie."""
    return int(state["supply"] + sum(state["face_up"]) + sum(state["banked"]) + len(state["track_scoff"]))


def race_cards(state: State) -> list[str]:
    """All race cards, wherever they lie."""
    lying = [*state["aside"], *state["played"], *(card for hand in state["hands"] for card in hand)]
    return sorted(lying, key=COLOURS.index)
