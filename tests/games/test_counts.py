"""How many truths lie ahead of two fixed positions of each game: see `make golden`."""

from __future__ import annotations

import json

import pytest

from kartentisch.play.games import games, sheet
from scripts import counts

pytestmark = [pytest.mark.rules, pytest.mark.ways]


def test_every_game_has_counts_and_all_counts_a_game() -> None:
    assert sorted(path.stem for path in counts.FOLDER.iterdir()) == list(games()), "make golden"


@pytest.mark.parametrize("name", games())
def test_the_counts_are_as_they_were(name: str) -> None:
    entries = json.loads(counts.file(name).read_text(encoding="utf-8"))
    assert len(entries) == 2
    for entry in entries:
        assert counts.ahead(sheet(name), entry["state"]) == entry["ahead"]
        assert len(entry["ahead"]) > 1


@pytest.mark.parametrize("name", games())
def test_the_two_positions_are_different_ones(name: str) -> None:
    one, other = json.loads(counts.file(name).read_text(encoding="utf-8"))
    assert one["state"] != other["state"]
    assert one["state"]["options"] == other["state"]["options"]
