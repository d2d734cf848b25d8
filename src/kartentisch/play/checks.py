"""Checks of what programs pass in: seeds, options, seats, rules numbers, states."""

from __future__ import annotations

from typing import Any

from kartentisch.engine import states
from kartentisch.engine.game import Game
from kartentisch.engine.layout import Records
from kartentisch.engine.options import check_options
from kartentisch.engine.reasons import Reason, Refused
from kartentisch.play import errors, numbers


def checked_seed(seed: Any) -> int:
    """A seed. Raises ValueError for anything but a whole number."""
    return numbers.whole("seed", seed)


def checked_options(game: Game, options: Any, rules: int | None = None) -> dict[str, Any]:
    """All options under one rules number: the given values, and defaults for the rest. Raises ValueError."""
    edition = game.editions[game.rules if rules is None else rules]
    checked = check_options(edition.options, {} if options is None else numbers.plain(options))
    if isinstance(checked, Reason):
        errors.refuse(checked, game.name)
    return checked


def checked_seats(game: Game, seats: Any) -> int:
    """A number of seats that the game allows. Raises ValueError with a sentence."""
    number = numbers.index(seats)
    if number is None or number not in game.seats:
        allowed = f"{game.seats.start}-{game.seats.stop - 1}"
        errors.refuse(Reason("seats_number", {"value": seats, "allowed": allowed}), game.name)
    return number


def checked_rules(game: Game, rules: Any) -> int:
    """A rules number that this program can play. None means the newest. Raises ValueError with a sentence."""
    if rules is None:
        return game.rules
    number = numbers.index(rules)
    if number is None or number not in game.editions:
        errors.refuse(Reason("rules_number", {"value": rules, "allowed": game.played}), game.name)
    return number


def load_state(game: Game, state: Any) -> Records:
    """The truth that this JSON describes. Raises ValueError with a sentence."""
    try:
        return states.load(game, state)
    except Refused as error:
        errors.refuse(error.reason, game.name)
