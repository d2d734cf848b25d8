"""Schweinsgalopp once more, slowly: from docs/rules/schweinsgalopp.md alone, by walking pigs around a list of spaces.

It is told the deal and checks it; all else it reckons by itself.
"""

from __future__ import annotations

import copy
from typing import Any

State = dict[str, Any]

COLOURS = ["b", "g", "r", "v", "y"]
PACK = COLOURS * 7


def board(state: State) -> list[str | None]:
    """Who stands on each of the 22 spaces."""
    spaces: list[str | None] = [None] * 22
    for pig in ranking(state):
        distance = state["pigs"][pig]
        assert spaces[distance % 22] is None, "two pigs on one space"
        spaces[distance % 22] = pig
    return spaces


def ranking(state: State) -> list[str]:
    """4.3: the pigs that are set up, the leading one first."""
    standing = [pig for pig in COLOURS if state["pigs"][pig] is not None]
    return sorted(standing, key=lambda pig: -state["pigs"][pig])


# ---- Deal (2, 7.3) ----


def check_deal(state: State, last: State | None) -> None:
    """What must be so after a deal; `last` is the state at the end of the round before."""
    seats, options = state["seats"], state["options"]
    number = 1 if last is None else last["round"] + 1
    assert list(state["pigs"]) == COLOURS
    if later := last is None and options["line_up"] == "start":
        assert state["pigs"] == dict.fromkeys(COLOURS)
        assert (state["hands"], state["aside"]) == ([[]] * seats, sorted(PACK, key=COLOURS.index))
    else:
        assert sorted(state["pigs"].values()) == [0, 1, 2, 3, 4]
        check_cards(state)
    start = 0
    if options["rotate_start"]:
        for _ in range(number - 1):
            start = (start + 1) % seats
    expected = {
        "game": "schweinsgalopp",
        "rules": 2,
        "round": number,
        "steps": 0,
        "turn": start,
        "start": start,
        "round_over": False,
        "phase": "line_up" if later else "lay" if last is None and options["track_scoff"] else "play",
        "played": [],
        "face_up": [0] * seats,
        "banked": [0] * seats if last is None else last["banked"],
        "supply": 55 if last is None else last["supply"],
        "track_scoff": [] if last is None else last["track_scoff"],
        "from_track": [0] * seats,
        "lost": [0] * seats,
        "points": [0] * seats,
        "totals": [0] * seats if last is None else last["totals"],
        "over": False,
        "winners": [],
    }
    for key, value in expected.items():
        assert state[key] == value, key


def check_cards(state: State) -> None:
    """2.5: seven cards for everybody, all others aside."""
    assert [len(hand) for hand in state["hands"]] == [7] * state["seats"]
    cards = [card for hand in state["hands"] for card in hand] + state["aside"]
    assert sorted(cards) == sorted(PACK)
    assert all(pile == sorted(pile, key=COLOURS.index) for pile in [*state["hands"], state["aside"]])


# ---- Moves ----


def legal(state: State, seat: int) -> list[str]:
    """3, 8.2 to 8.4, 9.6, in the order of 11.4"""
    if state["round_over"] or state["turn"] != seat:
        return []
    if state["phase"] == "play":
        return [colour for colour in COLOURS if colour in state["hands"][seat]]
    if state["phase"] == "line_up":
        return [f"+{colour}" for colour in COLOURS if colour not in ranking(state)]
    front = board(state).index(ranking(state)[0])
    kept_free = [(front + i) % 22 for i in (1, 2, 3, 4)]
    spaces = board(state)
    return [
        f"@{space}"
        for space in range(22)
        if spaces[space] is None and space not in kept_free and space not in state["track_scoff"]
    ]


def play(before: State, move: str, told: State) -> State:
    """The truth after a legal move; `told` is asked for nothing but a deal that belongs to the move (9.7)."""
    state = copy.deepcopy(before)
    seat = state["turn"]
    state["steps"] += 1
    if move.startswith("+"):
        _set_up(state, move[1:], told)
        return state
    if move.startswith("@"):
        _lay(state, int(move[1:]))
        return state
    state["hands"][seat].remove(move)
    state["played"].append(move)
    landed = _gallop(state, move)
    if landed in state["track_scoff"]:
        state["track_scoff"].remove(landed)
        state["face_up"][seat] += 1
        state["from_track"][seat] += 1
    leads = ranking(state)[0] == move
    if leads and state["supply"]:
        state["supply"] -= 1
        state["face_up"][seat] += 1
    if not state["hands"][seat]:
        if leads or state["options"]["keep"]:
            state["banked"][seat] += state["face_up"][seat]
        else:
            state["supply"] += state["face_up"][seat]
            state["lost"][seat] = state["face_up"][seat]
        state["face_up"][seat] = 0
    state["turn"] = (seat + 1) % state["seats"]
    if not any(state["hands"]):
        _end(state)
    return state


def _gallop(state: State, pig: str) -> int:
    """4.1: walk on until a space is free; gives it."""
    spaces = board(state)
    while True:
        state["pigs"][pig] += 1
        space: int = state["pigs"][pig] % 22
        if spaces[space] is None:
            return space


def _set_up(state: State, pig: str, told: State) -> None:
    """9.6, 9.7"""
    state["pigs"][pig] = 4 - len(ranking(state))
    waiting = [pig for pig in COLOURS if pig not in ranking(state)]
    if len(waiting) == 1:
        state["pigs"][waiting[0]] = 0
        check_cards(told)
        state["hands"], state["aside"] = told["hands"], told["aside"]
        state["phase"] = "lay" if state["options"]["track_scoff"] else "play"


def _lay(state: State, space: int) -> None:
    """8.1, 8.2"""
    state["supply"] -= 1
    state["track_scoff"] = sorted([*state["track_scoff"], space])
    state["turn"] = (state["turn"] + 1) % state["seats"]
    if len(state["track_scoff"]) == state["seats"]:
        state["phase"] = "play"


def _end(state: State) -> None:
    """7.1, 7.2, 7.5, 7.6"""
    state["round_over"] = True
    state["turn"] = None
    state["points"] = [now - then for now, then in zip(state["banked"], state["totals"], strict=True)]
    state["totals"] = list(state["banked"])
    if state["round"] == state["options"]["rounds"]:
        state["over"] = True
        state["winners"] = [seat for seat, n in enumerate(state["totals"]) if n == max(state["totals"])]
