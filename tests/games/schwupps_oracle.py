"""Schwupps once more, slowly: from docs/rules/schwupps.md alone, with lists and dicts, to be compared with the engine.

It is told which cards were drawn, and holds them against the piles they must come from.
"""

from __future__ import annotations

import json
from typing import Any

State = dict[str, Any]

COLOURS = ["b", "g", "r", "v", "y"]
NUMBER_CARDS = [colour + str(value) for colour in COLOURS for value in range(1, 11)]
KINDS = ["+1", "+2", "-1", "-2", "n", "c", "nc"]
PLACES = ["A1", "A2", "B1", "B2"]


def order(card: str) -> int:
    """1.2"""
    return 50 if card == "!" else NUMBER_CARDS.index(card)


def meets(card: str, task: str, top: str) -> bool:
    """1.3, 4.2 to 4.6"""
    if card == "!":
        return False
    colour, value = card[0], int(card[1:])
    top_colour, top_value = top[0], int(top[1:])
    if task == "c":
        return colour == top_colour
    if task == "n":
        return value == top_value
    if task == "nc":
        return colour == top_colour or value == top_value
    aim = top_value + int(task)
    if aim > 10:
        aim -= 10
    if aim < 1:
        aim += 10
    return value == aim


def legal(state: State, seat: int) -> list[str]:
    """The moves of a seat, in the order of 12.4"""
    if state["round_over"] or seat != state["turn"]:
        return []
    hand = state["hands"][seat]
    moves = []
    for card in NUMBER_CARDS:
        if card in hand:
            for place in PLACES:
                if meets(card, state["tasks"][place], state["piles"][place][-1]):
                    moves.append(f"{card}>{place}")
    if "!" in hand:
        if hand == ["!"] and state["stacks"][seat] == 0:
            moves.append("!")
        else:
            for row in "AB":
                for other in range(state["seats"]):
                    if other != seat:
                        moves.append(f"!{row}>{other}")
    if not state["shifted"]:
        moves.append("~A")
        moves.append("~B")
    if state["acted"]:
        moves.append("end")
    return moves


class Drawn:
    """What was drawn during one move: task cards and others, in any order."""

    def __init__(self, tasks: list[str], cards: list[str]) -> None:
        self.tasks = list(tasks)
        self.cards = list(cards)

    def task(self, bag: list[str]) -> str:
        card = self.tasks.pop(0)
        bag.remove(card)  # raises ValueError if it was not there
        return card

    def card(self, bag: list[str]) -> str:
        card = self.cards.pop(0)
        bag.remove(card)
        return card


def shift(state: State, row: str, drawn: Drawn) -> None:
    """5.1, 7.1, 7.2"""
    tasks = state["tasks"]
    state["task_discard"].append(tasks[row + "2"])
    tasks[row + "2"] = tasks[row + "1"]
    tasks[row + "1"] = state["next"]
    if state["task_bag"] == []:
        state["task_bag"] = state["task_discard"]
        state["task_discard"] = []
    state["next"] = drawn.task(state["task_bag"])
    state["task_bag"].sort(key=KINDS.index)


def renew(state: State) -> None:
    """7.3, 7.4"""
    buried = []
    for place in PLACES:
        pile = state["piles"][place]
        buried += pile[:-1]
        state["piles"][place] = pile[-1:]
    if buried:
        state["common_bag"] = sorted(buried, key=order)
        state["common"] = len(buried)


def take_common(state: State, seat: int, drawn: Drawn) -> None:
    """7.3, 7.4, 14.4"""
    if state["common"] == 0:
        renew(state)
    if state["common"] == 0:
        return
    from_bag = "bag" if state["common_bag"] is None else "common_bag"
    hand = state["hands"][seat]
    hand.append(drawn.card(state[from_bag]))
    hand.sort(key=order)
    state["common"] -= 1
    if state["common"] == 0:
        renew(state)


def fill_up(state: State, seat: int, drawn: Drawn) -> None:
    """3.4, 3.5"""
    hand = state["hands"][seat]
    while len(hand) < 4 and state["stacks"][seat] > 0:
        hand.append(drawn.card(state["bag"]))
        state["stacks"][seat] -= 1
    hand.sort(key=order)


def play(before: State, move: str, drawn: Drawn) -> State:
    """The state after a move of the seat in turn; every card that was drawn must have been used."""
    state: State = json.loads(json.dumps(before))
    seat = state["turn"]
    hand = state["hands"][seat]
    state["steps"] += 1
    if move == "end":
        fill_up(state, seat, drawn)
        state["acted"] = False
        state["shifted"] = False
        state["turn"] = (seat + 1) % state["seats"]
    else:
        state["acted"] = True
        if move == "!":
            hand.remove("!")
            state["boxed"] += 1
        elif move[0] == "!":
            hand.remove("!")
            state["boxed"] += 1
            shift(state, move[1], drawn)
            take_common(state, int(move[3:]), drawn)
        elif move[0] == "~":
            state["shifted"] = True
            shift(state, move[1], drawn)
            take_common(state, seat, drawn)
        else:
            card, place = move.split(">")
            hand.remove(card)
            state["piles"][place].append(card)
    assert drawn.tasks == []
    assert drawn.cards == []
    if state["hands"][seat] == [] and state["stacks"][seat] == 0:
        finish(state, seat)
    elif state["steps"] >= state["options"]["step_limit"]:
        finish(state, None)
    return state


def finish(state: State, winner: int | None) -> None:
    """8.1, 8.3, section 9"""
    state["round_over"] = True
    state["turn"] = None
    seats = range(state["seats"])
    for seat in seats:
        if winner is None:
            state["points"][seat] = 0
        elif seat == winner:
            state["points"][seat] = 5
        else:
            state["points"][seat] = -len(state["hands"][seat]) - state["stacks"][seat]
        state["totals"][seat] += state["points"][seat]
    if state["round"] == how_many_rounds(state):
        state["over"] = True
        best = max(state["totals"])
        state["winners"] = [seat for seat in seats if state["totals"][seat] == best]


def how_many_rounds(state: State) -> int:
    """9.2, 9.3, 10.4"""
    chosen: int = state["options"]["rounds"]
    if chosen > 0:
        return chosen
    if state["options"]["match"] == "tournament":
        return int(state["seats"])
    return 1


def check_deal(state: State, number: int, totals: list[int]) -> None:
    """Section 2: what every deal looks like; 6.5 and 9.3: what carries over."""
    seats = state["seats"]
    personal = {2: 25, 3: 20, 4: 15, 5: 12}[seats]
    assert state["round"] == number
    assert state["start"] == state["turn"] == (number - 1) % seats
    assert [len(hand) for hand in state["hands"]] == [4] * seats
    assert state["stacks"] == [personal - 4] * seats
    assert state["common"] == 110 - personal * seats
    assert state["common_bag"] is None
    assert [len(pile) for pile in state["piles"].values()] == [1] * 4
    assert all(pile != ["!"] for pile in state["piles"].values())
    assert len(state["task_bag"]) == 25
    assert state["task_discard"] == []
    assert (state["acted"], state["shifted"], state["boxed"], state["steps"]) == (False, False, 0, 0)
    assert (state["round_over"], state["over"], state["winners"]) == (False, False, [])
    assert state["points"] == [0] * seats
    assert state["totals"] == totals
    cards = [card for hand in state["hands"] for card in hand] + state["bag"]
    cards += [card for pile in state["piles"].values() for card in pile]
    assert sorted(cards, key=order) == sorted([*NUMBER_CARDS * 2, *["!"] * 14], key=order)
    assert state["bag"] == sorted(state["bag"], key=order)
    assert all(hand == sorted(hand, key=order) for hand in state["hands"])
    tasks = [*state["tasks"].values(), state["next"], *state["task_bag"]]
    assert {kind: tasks.count(kind) for kind in KINDS} == state["options"]["tasks"]
