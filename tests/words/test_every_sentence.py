"""Every kind of event of every game, said to all who may read it in both languages; and the names of all cards.

The kinds are those that the words of a game know; matches played at random bring each of them about.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from types import ModuleType
from typing import Any

import pytest

from kartentisch import words
from kartentisch.engine import states, views
from kartentisch.play.games import games, sheet
from kartentisch.testing.walk import Moment, going_on, walk
from kartentisch.web.live.feed import visible_tokens
from kartentisch.words import shared
from kartentisch.words.language import LANGUAGES, language
from kartentisch.words.shared import Event
from scripts import catalog
from tests.games import schwupps_positions
from tests.words import persons

COUNTS = ("n", "drawn")
"""Arguments of events that count something."""
OTHERS = ("seat", "to", "turn", "round", "space", "value", "number")
"""Those that name somebody or something."""
PLANS: dict[str, list[tuple[int, dict[str, Any]]]] = {
    "schweinsgalopp": [(3, {"rounds": 1, "track_scoff": True}), (2, {"rounds": 1, "line_up": "start"})],
    "schwupps": [(2, {"step_limit": 30}), (3, {"match": "tournament"}), (2, {"rounds": 2})],
    "swup": [(3, {}), (2, {"rounds": 1, "swup_points": 3})],
    "solo": [(4, {"rounds": 1}), (3, {"step_limit": 30, "rounds": 1})],
}
"""Seats and options of matches in which all kinds occur; a game that is not here is played as it is."""
RARE = {"schwupps": schwupps_positions.position("!", stacks=[0, 10, 10])}
"""A truth shortly before what a thousand rounds at random do not bring about: a last card that is an aggravation."""
MOST = 20
"""Matches at most."""

Seen = dict["int | None", views.View]
"""What each reader sees."""
Told = tuple["int | None", Event, Event]
"""A reader, what they learn, and what somebody who watches learns of the same."""


def kinds(module: ModuleType) -> set[str]:
    """The events that a module with words has sentences for: the cases of its `match code`."""
    tree = ast.parse(inspect.getsource(module))
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Match) and "code" in {
            name.id for name in ast.walk(node.subject) if isinstance(name, ast.Name)
        }:
            for case in node.cases:
                found |= {
                    str(one.value.value)
                    for one in ast.walk(case.pattern)
                    if isinstance(one, ast.MatchValue) and isinstance(one.value, ast.Constant)
                }
    return found


@cache
def declared(game: str) -> frozenset[str]:
    """All kinds of events that the words of a game know, in whichever file its sentences stand."""
    said = words.of(game).sentence
    return frozenset(kinds(sys.modules[said.__module__]) | kinds(shared)) - {"dealt"}


def seen(moment: Moment) -> Seen:
    """What all who may look see before a move."""
    return {reader: views.view(moment.game, moment.records, reader) for reader in moment.readers}


def told(moment: Moment, before: Seen, now: Seen) -> Iterator[Told]:
    """What each reader learns of a move."""
    game = moment.game
    learned = {}
    for reader, old in before.items():
        told_to = visible_tokens(game, old, moment.seat, moment.steps)
        learned[reader] = words.of(game.name).tell(old, now[reader], moment.seat, told_to)
    for reader, events in learned.items():
        for event, watched in zip(events, learned[None], strict=True):
            assert event[0] == watched[0], moment
            yield reader, event, watched


def matches(game: str) -> Iterator[Iterator[Moment]]:
    """Matches at random, the rare ones first."""
    if game in RARE:
        for seed in range(5):
            yield going_on(sheet(game), states.load(sheet(game), RARE[game]), seed, 6)
    plans = PLANS.get(game, [(sheet(game).seats.start, {})])
    for number in range(MOST):
        yield walk(game, *plans[number % len(plans)], seed=number)


def shape(reader: int | None, event: Event) -> str:
    """What makes a sentence another one: who reads it, cards one by one, numbers and lists by and large."""
    kind, args = event
    small: list[Any] = [kind, reader]
    for key, value in args.items():
        if isinstance(value, bool) or value is None or key in ("card", *OTHERS):
            small.append(value)
        else:
            small.append(min(value, 3) if isinstance(value, int) else len(value))
    return json.dumps(small)


@cache
def happened(game: str) -> dict[str, list[Told]]:
    """Events of each kind, of as many matches at random as it takes to see all kinds."""
    found: dict[str, dict[str, Told]] = {kind: {} for kind in declared(game)}
    for match in matches(game):
        for (moment, before), (_, now) in pairwise((moment, seen(moment)) for moment in match):
            if moment.seat >= 0:
                for reader, event, watched in told(moment, before, now):
                    found[event[0]].setdefault(shape(reader, event), (reader, event, watched))
        if all(found.values()):
            break
    return {kind: list(events.values()) for kind, events in found.items()}


def check(game: str, reader: int | None, event: Event, watched: Event) -> None:
    """Hold an event against all that must hold of a line of the log."""
    said = words.of(game).sentence
    persons.check(
        lambda code, who: said(language(code), event, persons.NAMES, who),
        reader,
        lambda code, who: said(language(code), watched, persons.NAMES, who),
    )


@pytest.mark.parametrize("game", games())
def test_all_kinds_of_events_occur_in_matches_at_random(game: str) -> None:
    assert len(declared(game)) >= 5
    assert [kind for kind, events in happened(game).items() if not events] == []


@pytest.mark.parametrize("game", games())
def test_every_event_is_said_to_each_reader_in_the_right_person(game: str) -> None:
    """The reader did it, or it was done to them, or to others; or they watch."""
    for events in happened(game).values():
        for reader, event, watched in events:
            check(game, reader, event, watched)


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("n", [0, 1, 2, 1000])
def test_numbers_in_events_have_their_plurals(game: str, n: int) -> None:
    counted = 0
    for events in happened(game).values():
        for reader, (kind, args), _ in events:
            whole = {key for key, value in args.items() if isinstance(value, int) and not isinstance(value, bool)}
            assert whole <= {*COUNTS, *OTHERS}, f"is it a count or not? {kind}: {args}"
            if keys := whole & {*COUNTS}:
                event = (kind, args | dict.fromkeys(keys, n) | ({"cards": None} if "cards" in args else {}))
                check(game, reader, event, event)
                for code in LANGUAGES:
                    said = words.of(game).sentence(language(code), event, persons.NAMES, reader)
                    assert not re.search(r"\b1000\b", said), said
                counted += 1
    assert counted


@pytest.mark.parametrize("game", games())
def test_without_names_people_are_called_by_their_seats(game: str) -> None:
    for events in happened(game).values():
        for reader, event, _ in events:
            for code in LANGUAGES:
                persons.filled(words.of(game).sentence(language(code), event, None, reader))


@pytest.mark.parametrize("reader", [None, 0, 1, 2])
@pytest.mark.parametrize("event", [("dealt", {"round": 2, "turn": None}), ("dealt", {"round": 1, "turn": 1})])
def test_deals_are_said_too(event: Event, reader: int | None) -> None:
    persons.check(lambda code, who: shared.sentence(language(code), event, persons.NAMES, who), reader)


@pytest.mark.parametrize("game", games())
def test_all_cards_of_a_game_have_names_in_words_and_no_two_the_same(game: str) -> None:
    tokens = [token for pack in sheet(game).layout.packs for token in pack.tokens]
    named = {code: [words.of(game).card(language(code), token) for token in tokens] for code in catalog.finished()}
    for code, names in named.items():
        assert sorted(name for name in names if names.count(name) > 1) == [], code
        assert [name for name in names if not re.search(r"[^\W\d_]{3}", name) or persons.LEFT.search(name)] == [], code
        assert not set(names) & set(tokens), code
    assert [pair for pair in zip(*named.values(), strict=True) if pair[0] == pair[1]] == []


@pytest.mark.parametrize(
    "wrong",
    [
        ("en", "Anna play red 7."),
        ("en", "You plays red 7."),
        ("en", "Anna takes 1 cards."),
        ("en", "Anna takes 2 card."),
        ("en", "Anna takes {cards}."),
        ("en", "Anna takes None."),
        ("en", "Anna takes  a card."),
        ("en", "anna takes a card"),
        ("de", "Du spielen Rot 7."),
        ("de", "Anna spielst Rot 7."),
        ("de", "Anna nimmt 1 Karten."),
        ("de", "Anna nimmt 0 Karte."),
    ],
)
def test_wrong_sentences_would_be_found(wrong: tuple[str, str]) -> None:
    with pytest.raises(AssertionError):
        persons.whole(*wrong)


@pytest.mark.parametrize(
    ("to_me", "to_watchers"),
    [
        ("Anna plays red 7.", "Anna plays red 7."),
        ("You play red 7.", "You play red 7."),
        ("You give two cards.", "Anna gives Bela two cards."),
        ("Somebody plays red 7.", "Anna plays red 7."),
    ],
)
def test_wrong_persons_would_be_found(to_me: str, to_watchers: str) -> None:
    with pytest.raises(AssertionError):
        persons.check(lambda _, who: to_me if who == 0 else to_watchers, 0)
