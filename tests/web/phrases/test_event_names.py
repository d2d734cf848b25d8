"""Events of a table and events of games have different names: each is told by one of them."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from kartentisch import words
from kartentisch.play.games import games
from kartentisch.web.phrases import log

WORDS = Path(words.__file__).parent


def event_names(path: Path) -> set[str]:
    """The names in all pairs of a name and arguments: `("bank", {...})`."""
    pairs = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Tuple)]
    return {
        pair.elts[0].value
        for pair in pairs
        if len(pair.elts) == 2
        and isinstance(pair.elts[0], ast.Constant)
        and isinstance(pair.elts[0].value, str)
        and isinstance(pair.elts[1], ast.Dict)
    }


@pytest.mark.parametrize("game", games())
def test_no_event_of_a_game_is_told_by_the_table(game: str) -> None:
    found = set[str]().union(*(event_names(path) for path in (WORDS / game).glob("*.py")))
    assert len(found) >= 3
    assert found & {*log.OWN, log.CONTINUED, log.LUCK_LOST} == set()
