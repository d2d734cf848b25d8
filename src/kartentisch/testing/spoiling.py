"""Truths and views as JSON with some changes. Most of them are impossible; the accepted ones must be playable."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from typing import Any

from kartentisch.engine.fields import Number
from kartentisch.engine.game import Game
from kartentisch.engine.knowing import Known

State = dict[str, Any]
Slot = tuple[Any, Any]
"""A list or object, and an index or key in it."""

_KEPT = {"game", "rules", "seats", "seat", "moves", "options"}
"""Keys that are not changed, as a change would make it another game or another reader."""


def spoilt(game: Game, state: State, dice: Random) -> State:
    """A copy with one to three changes."""
    twin: State = json.loads(json.dumps(state))
    for _ in range(dice.choice((1, 1, 2, 2, 3))):
        with suppress(LookupError, ValueError, TypeError, AttributeError):  # a change that is impossible here
            dice.choice(_WAYS)(game, twin, dice)
    return twin if twin != state else spoilt(game, state, dice)


def _leaves(state: State) -> list[Slot]:
    return [slot for key in state if key not in _KEPT for slot in _below(state, key)]


def _below(holder: Any, key: Any) -> Iterator[Slot]:
    value = holder[key]
    if isinstance(value, dict | list):
        for inner in value if isinstance(value, dict) else range(len(value)):
            yield from _below(value, inner)
    else:
        yield holder, key


def _lists(value: Any) -> Iterator[list[Any]]:
    """All lists in a value that contain no other lists."""
    if isinstance(value, list) and not any(isinstance(one, list | dict) for one in value):
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _lists(one)


def _nudge(game: Game, state: State, dice: Random) -> None:
    """Change a number by one, or replace it by another number of this state."""
    slots = [(holder, key) for holder, key in _leaves(state) if type(holder[key]) is int]
    holder, key = dice.choice(slots)
    others = [one[where] for one, where in slots]
    holder[key] = dice.choice([holder[key] - 1, holder[key] + 1, dice.choice(others), dice.randrange(4), None])


def _flip(game: Game, state: State, dice: Random) -> None:
    holder, key = dice.choice([(one, key) for one, key in _leaves(state) if isinstance(one[key], bool)])
    holder[key] = not holder[key]


def _reword(game: Game, state: State, dice: Random) -> None:
    """Replace a word, a card or nothing by another one, or by a seat."""
    holder, key = dice.choice([(one, key) for one, key in _leaves(state) if isinstance(one[key], str | None)])
    holder[key] = dice.choice([*_words(game, dice), None, dice.randrange(int(state["seats"]))])


def _words(game: Game, dice: Random) -> list[str]:
    """One card of each pack, and one word of each field."""
    words = [pack.tokens for pack in game.layout.packs]
    words += [field.words for field in game.layout.shown if isinstance(field, Number) and field.words]
    return [dice.choice(some) for some in words]


def _exchange(game: Game, state: State, dice: Random) -> None:
    """Exchange two cards or words, or two numbers."""
    slots = _leaves(state)
    one, other = dice.choice(slots), dice.choice(slots)
    a, b = one[0][one[1]], other[0][other[1]]
    if type(a) is type(b) or {type(a), type(b)} == {str, type(None)}:
        one[0][one[1]], other[0][other[1]] = b, a


def _carry(game: Game, state: State, dice: Random) -> None:
    """Move a card, a card face down, or a seat to another place."""
    lists = [one for key in state if key not in _KEPT for one in _lists(state[key])]
    source, goal = dice.choice(lists), dice.choice(lists)
    goal.insert(dice.choice((0, len(goal))), source.pop(dice.randrange(len(source))))


def _count(game: Game, state: State, dice: Random) -> None:
    """Move a card face down from a hand to a bag that is shown as a number, or back."""
    bags = [key for key in state if key not in _KEPT and type(state[key]) is int]
    hands = [one for key in state if key not in _KEPT for one in _lists(state[key]) if None in one]
    hand, bag = dice.choice(hands), dice.choice(bags)
    if dice.random() < 0.5:
        hand.remove(None)
        state[bag] += 1
    else:
        hand.append(None)
        state[bag] -= 1


def _swap(game: Game, state: State, dice: Random) -> None:
    """Exchange the possessions of two seats."""
    row = dice.choice([state[key] for key in state if key not in _KEPT and isinstance(state[key], list)])
    i, k = dice.randrange(len(row)), dice.randrange(len(row))
    row[i], row[k] = row[k], row[i]


def _list_again(game: Game, state: State, dice: Random) -> None:
    """Remove an item from a list, or add one."""
    lists = [one for key in state if key not in _KEPT for one in _lists(state[key])]
    one = dice.choice(lists)
    if dice.random() < 0.5:
        one.pop(dice.randrange(len(one)))
    else:
        one.append(dice.choice([*_words(game, dice), None, dice.randrange(int(state["seats"]))]))


def _learn(game: Game, state: State, dice: Random) -> None:
    """Let somebody know one more card of another hand, in a view or in the truth."""
    for field in game.layout.shown:
        if isinstance(field, Known):
            hands, row = state[field.hands.name], dice.choice(state[field.name])
            whose = dice.choice([seat for seat, cards in enumerate(row) if cards is not None])
            card = dice.choice(field.pack.tokens if None in hands[whose] else hands[whose])
            if None in hands[whose]:
                hands[whose][hands[whose].index(None)] = card
            row[whose].append(card)


_WAYS: tuple[Callable[[Game, State, Random], None], ...] = (
    _nudge,
    _flip,
    _reword,
    _exchange,
    _exchange,
    _carry,
    _carry,
    _count,
    _swap,
    _list_again,
    _learn,
)
