"""Laws about states and views from outside: each is refused with a sentence, or can be played from and imagined."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from kartentisch.engine import moves, states, views
from kartentisch.engine.game import Game
from kartentisch.engine.layout import Records
from kartentisch.engine.luck import new_luck, seeded
from kartentisch.engine.packs import BadState
from kartentisch.engine.reasons import Refused
from kartentisch.testing.spoiling import State, spoilt
from kartentisch.testing.walk import LawBroken, Moment, Options, going_on, hold, match, rules_of

_MOMENTS = 8
"""The number of moments of a match that are examined."""


def accepted_truths_can_be_played(
    game: Game | str, seats: int, options: Options = None, seed: int = 1, tries: int = 8
) -> None:
    """A changed truth is refused with a sentence, or play can continue from it as from any other truth."""
    rules, dice = rules_of(game), Random(seed)
    for moment in _some(match(game, seats, options, seed), dice):
        state = states.dump(rules, moment.records)
        for _ in range(tries):
            changed = spoilt(rules, state, dice)
            with _told(state, changed, moment):
                records = _accepted(rules, changed)
                if records is not None:
                    _plays(rules, records, dice.randrange(2**30))


def accepted_views_can_be_imagined(
    game: Game | str, seats: int, options: Options = None, seed: int = 1, tries: int = 3
) -> None:
    """A changed view is refused with a sentence, or it is the view of a truth that can be imagined."""
    rules, dice = rules_of(game), Random(seed)
    for moment in _some(match(game, seats, options, seed), dice):
        for reader in moment.readers:
            state = views.view(rules, moment.records, reader).json()
            for _ in range(tries):
                changed = spoilt(rules, state, dice)
                with _told(state, changed, moment):
                    seen = _read(rules, changed)
                    if seen is not None:
                        _can_be(rules, seen, dice.randrange(2**30))


def _some(moments: tuple[Moment, ...], dice: Random) -> list[Moment]:
    return dice.sample(moments, min(_MOMENTS, len(moments)))


@contextmanager
def _told(state: State, changed: State, moment: Moment) -> Iterator[None]:
    """Report any failure together with the changes that caused it."""
    try:
        yield
    except Exception as error:
        what = {key: (value, changed[key]) for key, value in state.items() if value != changed[key]}
        raise LawBroken(f"{error!r} with {what} ({moment})") from error


def _accepted(rules: Game, state: State) -> Records | None:
    try:
        return states.load(rules, state)
    except (BadState, Refused) as error:
        hold(len(str(error)) > 10, f"no sentence: {error}")
        return None


def _read(rules: Game, state: State) -> views.View | None:
    try:
        return views.read_view(rules, state)
    except (BadState, Refused) as error:
        hold(len(str(error)) > 10, f"no sentence: {error}")
        return None


def _comes_back(rules: Game, records: Records) -> None:
    state = states.dump(rules, records)
    again = states.load(rules, state)
    hold(again.tobytes() == records.tobytes() or states.dump(rules, again) == state, "it comes back changed")


def _plays(rules: Game, records: Records, seed: int) -> None:
    """Play some random moves: somebody can always act, no card is lost, and the state reached is accepted too."""
    for moment in going_on(rules, records, seed, most=9):
        _comes_back(rules, moment.records)
        for pack in rules.layout.packs:
            hold(rules.layout.lying(moment.record, pack) == pack.totals(moment.record), "cards lost or doubled")
        for seat in range(moment.seats):
            may = bool((int(rules.run.actors(moment.records, 0)) >> seat) & 1)
            hold(may == bool(moves.legal(rules, moment.records, seat)), f"seat {seat} may act, or has steps")


def _can_be(rules: Game, seen: views.View, seed: int) -> None:
    """The view survives a round trip. Truths imagined from it are accepted and look the same to its reader."""
    text = json.dumps(seen.json())
    hold(json.dumps(views.read_view(rules, seen.json()).json()) == text, "it comes back changed")
    seen.complete(99)
    seen.refusal(rules.tokens[seed % len(rules.tokens)])
    for number in range(2 if seen.seat is not None else 0):
        truth = views.imagine(seen, new_luck(*seeded(seed, number, 2)))
        hold(json.dumps(views.view(rules, truth, seen.seat).json()) == text, "what is imagined looks different")
        _comes_back(rules, truth)
