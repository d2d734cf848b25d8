"""What the score sheet of a game is made of, for people who play with real cards.

A game declares its sheet as data, `words/<game>/sheet.py`. `pad/reading.py` and the browser add it up and know no
game. Labels are marked by `say`; `as_json` says them in a reader's language.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from kartentisch.words.language import Language


@dataclass(frozen=True)
class Key:
    """A kind of card that can be pressed on a cell of cards."""

    name: str
    """What an entry calls it."""
    face: str
    """`<sheet>/<symbol>` of its drawing."""
    label: str
    """Its name, a sentence of the catalog."""
    worth: int
    """Points for each."""
    number: int
    """How many of them there are in the pack, over all people."""


@dataclass(frozen=True)
class Cell:
    """One thing that is entered for a round."""

    name: str
    """What an entry calls it: it stays for ever."""
    label: str
    """A sentence of the catalog; `{name}` is the person."""
    kind: Literal["cards", "steps", "one", "flag"]
    """cards: each person has some of `keys`. steps: each person has a number. one: one person has it, or nobody.
    flag: it is so in this round, or not."""
    worth: int = 1
    """Points for each step, or for the person who has it. The cards have their own."""
    times: str = ""
    """An option by whose value `worth` is multiplied."""
    low: int = 0
    """The least number of cards or steps that a person who is asked can have."""
    high: int = 99
    """The greatest number of cards or steps."""
    unless: str = ""
    """A flag: nobody is asked while it is set. Or a cell of the kind `one`: the person who has it is not asked, and
    nobody is if nobody has it. What is not asked counts nothing."""
    nobody: bool = True
    """Of the kind `one`: whether nobody may have it."""
    out: bool = False
    """Of the kind `one`: the person who has it is out, which the table of points marks."""
    keys: tuple[Key, ...] = ()
    """Of the kind `cards`: what can be pressed, in order."""
    shown: tuple[str, ...] = ()
    """Faces that are laid beside a number of steps, one for each step, over and over."""
    help: str = ""
    """What one must know to fill it in, a sentence of the catalog."""
    none: str = ""
    """What is written there for no steps."""

    @property
    def personal(self) -> bool:
        """Whether each person has a value of their own."""
        return self.kind in ("cards", "steps")


@dataclass(frozen=True)
class Check:
    """The sum of a cell of steps over all people must be from `low` to `high`."""

    cell: str
    """The name of the cell."""
    low: int
    """The least sum."""
    high: int
    """The greatest sum."""
    says: str
    """What is said if the sum is another one, a sentence of the catalog."""
    unless: str = ""
    """A flag under which this is not checked."""


@dataclass(frozen=True)
class End:
    """When the match ends. The first one that applies decides."""

    by: Literal["rounds", "people", "once", "above"]
    """rounds: after as many rounds as `option` says; it does not apply if that is 0. people: after as many rounds as
    there are people. once: after one. above: when somebody has more points than `option` says."""
    option: str = ""
    """The option of the game that says how many."""
    when: str = ""
    """`<option>=<value>`: applies only then."""


@dataclass(frozen=True)
class Sheet:
    """The score sheet of a game."""

    seats: range
    """How many people can play."""
    options: tuple[str, ...]
    """The options of the game that the pad asks for."""
    cells: tuple[Cell, ...]
    """What is entered for a round, in the order of the page."""
    ends: tuple[End, ...]
    """When the match ends."""
    wins: Literal["most", "fewest"]
    """Which total wins; equal ones share it."""
    starts: Literal["left of dealer", "turns", "same"]
    """Who starts the next round: the person to the left of the dealer, where the deal moves to the left; the person to
    the left of the one who started last; always the first one."""
    checks: tuple[Check, ...] = ()
    """What the cells of a round must fulfil before it is saved."""
    rotates: str = ""
    """A switch with which the start moves to the left although `starts` is "same"."""
    cell: Mapping[str, Cell] = field(init=False, repr=False, compare=False)
    """The cells by name."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "cell", {cell.name: cell for cell in self.cells})


def as_json(t: Language, sheet: Sheet) -> dict[str, Any]:
    """The sheet in this language, for the browser; what has its default value is left out."""
    return {
        "seats": [sheet.seats.start, sheet.seats.stop - 1],
        "cells": [_cell(t, cell) for cell in sheet.cells],
        "checks": [_given(check, says=t.raw(check.says)) for check in sheet.checks],
        "ends": [_given(end) for end in sheet.ends],
        "wins": sheet.wins,
        "starts": sheet.starts,
        "rotates": sheet.rotates,
    }


def _cell(t: Language, cell: Cell) -> dict[str, Any]:
    said = {name: t.raw(text) for name in ("label", "help", "none") if (text := getattr(cell, name))}
    keys = [_given(key, label=t.raw(key.label)) for key in cell.keys]
    return _given(cell, **said, **({"keys": keys} if keys else {}))


def _given(thing: Any, **said: Any) -> dict[str, Any]:
    """The fields that differ from their defaults, with some of them in the reader's language."""
    fields = type(thing).__dataclass_fields__.values()
    return {one.name: value for one in fields if (value := getattr(thing, one.name)) != one.default} | said
