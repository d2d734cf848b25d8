"""What stands under each number of the rules: a match of it, and what its options, states and tokens are.

Logs and records rest on them, so they stay: see `make golden`.
"""

from __future__ import annotations

import pytest

from kartentisch.play.games import games
from kartentisch.testing import first_difference, playthrough
from scripts.golden import FOLDER, RAISE, SEED, pin, pins, wanted

pytestmark = [pytest.mark.rules, pytest.mark.ways]


def test_every_number_of_every_game_has_a_playthrough_and_a_pin_and_there_are_no_others() -> None:
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted([*wanted(), *pins()]), "make golden"
    assert {name for name, *_ in wanted().values()} == {name for name, _ in pins().values()} == set(games())


@pytest.mark.parametrize("file", wanted())
def test_a_match_goes_as_it_went(file: str) -> None:
    name, seats, number = wanted()[file]
    kept = (FOLDER / file).read_text(encoding="utf-8")
    if difference := first_difference(kept, playthrough(name, seats, {}, SEED, number, said=False)):
        pytest.fail(f"tests/golden/{file}, {difference}\n({RAISE})", pytrace=False)


@pytest.mark.parametrize("file", pins())
def test_options_keys_of_states_and_tokens_of_a_number_are_what_they_were(file: str) -> None:
    kept = (FOLDER / file).read_text(encoding="utf-8")
    if difference := first_difference(kept, pin(*pins()[file])):
        pytest.fail(f"tests/golden/{file}, {difference}\n({RAISE})", pytrace=False)
