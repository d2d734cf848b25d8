"""Whether people were shown what the log gives for their seats, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import msgspec

from kartentisch.table.facts import Fact
from kartentisch.table.table import Table
from kartentisch.web import scenes
from kartentisch.web.live import feed
from kartentisch.web.live.recent import KEPT
from kartentisch.words.language import language

Cards = dict[str, list[str]]


class Drawn(NamedTuple):
    """What a seat sees at a fact."""

    cards: Cards
    """By zone: the faces that lie open."""
    steps: list[str]
    moved: set[str]
    """The faces that moved with this fact."""


class Shown:
    """A table at each of its facts, as its seats see it."""

    def __init__(self, facts: Sequence[Fact], tables: Mapping[int, Table]) -> None:
        self.facts, self.tables = facts, tables
        self.drawn = cache(self._drawn)

    def compare(self, heard: Sequence[dict[str, Any]], fault: Callable[[str], None], figures: dict[str, Any]) -> None:
        """Tell a fault where a scene shows other cards or moves than the log gives the seat."""
        for event in heard:
            if event["what"] != "scene" or "text" not in event or event["n"] not in self.tables:
                continue
            seat, n = event["seat"], event["n"]
            scene = msgspec.json.decode(event["text"])["scene"]
            drawn = self.drawn(n, seat)
            figures["scenes compared"] = figures.get("scenes compared", 0) + 1
            if cards(scene.get("zones", [])) != drawn.cards:
                fault(f"seat {seat} saw other cards at fact {n} than the log gives it")
            if scene["phase"] == "playing" and [step["token"] for step in scene.get("steps", [])] not in (
                [],
                drawn.steps,
            ):
                fault(f"seat {seat} was offered other moves at fact {n} than the log gives it")
            newest = [self.drawn(number, seat).moved for number in range(max(1, n - KEPT + 1), n + 1)]
            if not faces(scene.get("moved", [])) <= set().union(*newest):
                fault(f"seat {seat} saw cards move to fact {n} that the log does not show it")

    def _drawn(self, number: int, seat: int) -> Drawn:
        table = self.tables[number]
        view = feed.seen_by(table, seat)
        if view is None:
            return Drawn({}, [], set())
        names = [f"P{n}" for n in range(table.seats)]
        made = scenes.of(table.game.name).draw(view, language("en"), names, "")
        before = feed.seen_by(self.tables[number - 1], seat) if number > 1 else None
        moved = feed.moved(feed.change(self.facts[number - 1], table, before, view))
        return Drawn(cards(_plain(made.zones)), [step.token for step in made.steps], faces(_plain(moved)))


def cards(zones: Sequence[Mapping[str, Any]]) -> Cards:
    """By zone: the cards that lie open in it."""
    found = {}
    for zone in zones:
        found[zone["id"]] = sorted([card["face"] for card in zone.get("cards", [])] + [*zone.get("under", [])])
    return {zone: lying for zone, lying in found.items() if lying}


def faces(moved: Sequence[Mapping[str, Any]]) -> set[str]:
    return {face for one in moved for face in one.get("faces", [])}


def _plain(parts: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = msgspec.json.decode(msgspec.json.encode(parts))
    return found
