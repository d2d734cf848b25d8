"""A match of each game as it was when somebody last looked at it: see `make golden`."""

from __future__ import annotations

import pytest

from kartentisch.play.games import games
from kartentisch.testing import first_difference, playthrough
from scripts.golden import FOLDER, SEED, wanted

pytestmark = [pytest.mark.rules, pytest.mark.ways]


def test_every_game_has_a_playthrough_and_every_playthrough_a_game() -> None:
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(wanted())
    assert {name for name, _ in wanted().values()} == set(games())


@pytest.mark.parametrize("file", wanted())
def test_a_match_goes_as_it_went(file: str) -> None:
    name, seats = wanted()[file]
    kept = (FOLDER / file).read_text(encoding="utf-8")
    if difference := first_difference(kept, playthrough(name, seats, {}, SEED)):
        pytest.fail(f"tests/golden/{file}, {difference}\n(if that is right: make golden)", pytrace=False)
