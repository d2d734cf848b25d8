"""Parts of scenes that are made once for all readers (`words.language.once`) are what each reader would see alone."""

from __future__ import annotations

import gc
import inspect
import random
from collections.abc import Callable
from functools import _lru_cache_wrapper
from typing import Any, get_origin, get_type_hints

import pytest
from msgspec import Struct, json

from kartentisch.engine import moves
from kartentisch.engine.fields import BYSTANDER
from kartentisch.play.games import games
from kartentisch.table.facts import Ask
from kartentisch.web import scene as scene_words
from kartentisch.web.live.room import Room
from kartentisch.web.orders import Look
from kartentisch.web.scene import Card, Control, Counter, Zone
from kartentisch.web.scenes import backs
from kartentisch.web.table_scene.reader import reader_at
from kartentisch.web.table_scene.scene import scene
from kartentisch.words.language import language
from scripts.wire_types import below, struct_of
from tests.web.support.kit import BOT, House, in_house

PLAIN = {"Language", "str", "int", "bool", "tuple", "None", "Lying", "Tasks", "Phase", "Literal", "card", "small"}
"""What the arguments of such a function may be: values that can only say what they say."""


def _parts() -> list[Callable[..., Any]]:
    """All functions whose results are kept, apart from those of the rules, and from the languages themselves."""
    # The exact type, not `isinstance`: that asks the object, and a weak proxy whose object is gone raises.
    kept = [one for one in gc.get_objects() if type(one) is _lru_cache_wrapper and one is not language]
    return [one for one in kept if one.__module__.startswith(("kartentisch.web", "kartentisch.words"))]


def _drawn(house: House, room: Room) -> list[bytes]:
    """The scenes of all readers in both languages."""
    return [
        json.encode(scene(reader_at(room, house.scheduler(room), house.public_address, code, reader)))
        for reader in (BYSTANDER, *range(room.table.seats))
        for code in ("en", "de")
    ]


@pytest.mark.parametrize("game", games())
def test_what_is_made_once_is_what_would_be_made_again(game: str) -> None:
    async def work(house: House) -> None:
        room = await house.open("you", "open", BOT, game=game)
        await room.sit("Ben", "join-ben-0001")
        await room.ask(Ask("start", 0, "start-00000"))
        chance = random.Random(2)
        walked, parts = [], _parts()
        for n in range(30):
            walked.append(_drawn(house, room))
            table = room.table
            seat = next((seat for seat in table.actors() if seat < 2), -1)
            seen = table.view(seat) if seat >= 0 else None
            if seen is not None and (found := seen.complete(200)):
                move = moves.write(table.game, chance.choice(found))
                await room.ask(Ask("play", seat, f"play-{n:08d}", since=table.since[seat], moves=(move,)))
            again = _drawn(house, room)
            if n % 3 == 0:
                for part in parts:
                    part.cache_clear()  # type: ignore[attr-defined]
                assert _drawn(house, room) == again
            await house.later(room, 3_000)
        assert len({seen[0] for seen in walked}) > 5

    in_house(work)


def test_a_part_that_is_made_once_knows_nothing_but_values() -> None:
    """It takes no view, reader or table, so it cannot hold a card that was not handed to it."""
    in_house(_one_of_each)
    checked = 0
    for part in _parts():
        if part.__module__.startswith("kartentisch.web.scenes.") and part.__wrapped__.__name__ != "_of":  # type: ignore[attr-defined]
            asked = inspect.signature(part).parameters.values()
            kinds = {word for one in asked for word in _words(str(one.annotation))}
            assert kinds <= PLAIN, (part, kinds - PLAIN)
            assert "." not in part.__qualname__, part  # no method: an object could hold anything
            checked += 1
    assert checked > 10


def test_what_is_made_once_cannot_be_changed() -> None:
    """A field set, or a list extended, would change what all other readers are shown, in later scenes too."""
    named = {name: one for name, one in vars(scene_words).items() if isinstance(one, type) and issubclass(one, Struct)}
    handed_out = {word for part in _parts() for word in _words(str(inspect.signature(part).return_annotation))}
    made = {part.cls for part in below([struct_of(named[name]) for name in handed_out & {*named}])}
    assert {Card, Control, Counter, Look, Zone} <= made
    assert [one for one in made if not one.__struct_config__.frozen] == []
    fields = {f"{one.__name__}.{name}": kind for one in made for name, kind in get_type_hints(one).items()}
    assert [name for name, kind in fields.items() if get_origin(kind) in (list, dict, set)] == []
    zone = backs(language("en"), "hand-1", 1, 5, "solo/back")
    with pytest.raises(AttributeError, match="immutable"):
        zone.caption = "another"  # type: ignore[misc]


async def _one_of_each(house: House) -> None:
    for game in games():
        await house.open("you", BOT, BOT, game=game)


def _words(annotation: str) -> set[str]:
    return set("".join(letter if letter.isalnum() else " " for letter in annotation).split())
