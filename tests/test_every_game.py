"""Whatever belongs to a game is there for each of them: see "A new game" in CONTRIBUTING.md."""

from __future__ import annotations

import ast
import inspect
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from kartentisch import words
from kartentisch.bots import advice
from kartentisch.play.games import games
from kartentisch.web import scenes
from kartentisch.web.scenes import SceneModule
from kartentisch.words.shared import Words
from scripts import catalog, counts, golden
from tests.browser import crowds, everywhere
from tests.games.test_laws import OPTIONS
from tests.web.table_scene import test_result

ROOT = Path(__file__).resolve().parent.parent
STATIC = ROOT / "src" / "kartentisch" / "web" / "static"


def promised(protocol: type) -> set[str]:
    """What a module of this kind must offer."""
    functions = {name for name, _ in inspect.getmembers(protocol, inspect.isfunction) if not name.startswith("_")}
    return functions | set(protocol.__annotations__)


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize(
    "path",
    [
        "src/kartentisch/games/{game}.py",
        "src/kartentisch/words/{game}.py",
        "src/kartentisch/web/scenes/{game}.py",
        "src/kartentisch/bots/advice/{game}.py",
        "src/kartentisch/web/static/cards/{game}.svg",
        "scripts/faces/{game}.py",
        "docs/rules/{game}.md",
        *(f"docs/rules/{{game}}.{code}.md" for code in catalog.finished()),
        "tests/games/{game}_positions.py",
        "tests/games/{game}_oracle.py",
        "tests/games/test_{game}_oracle.py",
        "tests/games/test_{game}_states.py",
        "tests/games/test_{game}_views.py",
        "tests/counts/{game}.json",
        "tests/words/test_{game}.py",
        "tests/web/test_{game}_scene.py",
    ],
)
def test_every_game_has_its(path: str, game: str) -> None:
    """What grows too long for one file is a package of that name. A test may be in a room below its folder."""
    file = ROOT / path.format(game=game)
    package = file.with_suffix("") / "__init__.py" if file.suffix == ".py" else file
    assert (
        file.is_file() or package.is_file() or (path.startswith("tests/") and any(file.parent.glob(f"*/{file.name}")))
    )


@pytest.mark.parametrize("game", games())
def test_every_game_has_a_playthrough_and_two_positions_with_counts(game: str) -> None:
    assert [file for file, (name, *_) in golden.wanted().items() if name == game and (golden.FOLDER / file).is_file()]
    entries: list[dict[str, Any]] = json.loads(counts.file(game).read_text(encoding="utf-8"))
    assert [entry["state"]["game"] for entry in entries] == [game, game]


@pytest.mark.parametrize("game", games())
def test_words_scenes_and_advice_offer_all_that_is_asked_of_them(game: str) -> None:
    assert sorted(name for name in promised(Words) if not hasattr(words.of(game), name)) == []
    assert sorted(name for name in promised(SceneModule) if not hasattr(scenes.of(game), name)) == []
    assert advice.of(game) is not advice.act


@pytest.mark.parametrize("game", games())
def test_the_emblem_of_every_game_is_drawn(game: str) -> None:
    emblem = scenes.of(game).emblem
    assert len(emblem) == 3
    for face in emblem:
        name, _, symbol = face.partition("/")
        assert f'id="{symbol}"' in (STATIC / "cards" / f"{name}.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", games())
def test_every_rule_sheet_stands_in_the_order_of_the_headings(game: str) -> None:
    """What a game has besides may stand between them. A package names its modules in the order of the sheet."""
    sheet = ROOT / "src" / "kartentisch" / "games" / f"{game}.py"
    if sheet.exists():
        text = sheet.read_text(encoding="utf-8")
        headings = [heading.split(" (")[0].lower() for heading in re.findall(r"^# -{4} (.*?) -+$", text, re.MULTILINE)]
        order = ["material", "deal", "turn", "legal", "move", "end and score", "refusals", "state", "words"]
        needed = {"deal", "turn", "legal", "move", "end and score"}
    else:
        package = sheet.with_suffix("")
        text = ast.get_docstring(ast.parse((package / "__init__.py").read_text(encoding="utf-8"))) or ""
        headings = re.findall(r"`(\w+)`: ", text)
        assert sorted(headings) == sorted({path.stem for path in package.glob("*.py")} - {"__init__"})
        order = ["cards", "deal", "turn", "steps", "score", "checks"]
        needed = {"cards", "deal", "turn", "checks"}
    known = [heading for heading in headings if heading in order]
    assert needed <= set(known)
    assert known == [heading for heading in order if heading in known], headings


@pytest.mark.parametrize("game", games())
def test_the_table_of_options_and_the_changelog_name_every_game(game: str) -> None:
    assert f"(`{game}`)" in (ROOT / "docs" / "options.md").read_text(encoding="utf-8")
    title = words.of(game).title.replace("-", "").lower()
    assert title in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").replace("-", "").lower()


@pytest.mark.parametrize("game", games())
def test_the_tests_that_go_through_all_games_know_it(game: str) -> None:
    known: dict[str, Mapping[str, object]] = {
        "OPTIONS of tests/games/test_laws.py": OPTIONS,
        "MAKERS of tests/browser/crowds.py": crowds.MAKERS,
        "SEATS of tests/browser/everywhere.py": everywhere.SEATS,
        "WAYS of tests/web/table_scene/test_result.py": test_result.WAYS,
    }
    left = [place for place, names in known.items() if game not in names]
    assert left == [], "name it there (CONTRIBUTING.md, A new game, step 7)"
