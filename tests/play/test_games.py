"""Games are found by name, and the front door holds what it promises."""

from __future__ import annotations

import importlib
import subprocess
import sys

import pytest

import kartentisch as kt


def test_all_rule_sheets_are_found_sorted_by_name() -> None:
    assert isinstance(kt.games(), tuple)
    assert "schwupps" in kt.games()
    assert list(kt.games()) == sorted(kt.games())


@pytest.mark.parametrize("name", kt.games())
def test_a_game_says_how_many_play_and_what_can_be_chosen(name: str) -> None:
    game = kt.game(name)
    assert (game.name, game.rules >= 1, game.seats.step) == (name, True, 1)
    assert game.title
    for option in game.options.values():
        assert option.allowed
        assert option.meaning.endswith(".")
    match = kt.Match(name, game.seats.start, seed=1)
    assert match.options == {key: option.default for key, option in game.options.items()}


def test_an_unknown_game_is_refused_with_the_games_that_there_are() -> None:
    with pytest.raises(ValueError, match=r'^There is no game "skat"; the games are: '):
        kt.game("skat")


def test_everything_in_the_front_door_is_there() -> None:
    for name in kt.__all__:
        assert callable(getattr(kt, name)), name
    assert dir(kt) == sorted(kt.__all__)
    with pytest.raises(AttributeError, match="nothing"):
        kt.nothing  # noqa: B018


def test_functions_that_are_called_like_folders_stay_functions_after_any_import() -> None:
    for module in ("kartentisch.games.schwupps", "kartentisch.bots.bot", "kartentisch.play.games"):
        importlib.import_module(module)
    assert "schwupps" in kt.games()
    assert kt.bots()[0] == "random"


def test_importing_the_package_fetches_nothing_slow() -> None:
    code = "import sys, kartentisch; sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
