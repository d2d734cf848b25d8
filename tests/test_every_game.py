"""Whatever belongs to a game is there for each of them: see "A new game" in CONTRIBUTING.md."""

from __future__ import annotations

import inspect
import json
import re
from pathlib import Path
from typing import Any

import pytest

from kartentisch import words
from kartentisch.bots import advice
from kartentisch.play.games import games
from kartentisch.web import scenes
from kartentisch.web.scenes import SceneModule
from kartentisch.words.language import LANGUAGES
from kartentisch.words.shared import Words
from scripts import counts, golden

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
        *(f"docs/rules/{{game}}.{code}.md" for code in LANGUAGES),
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
    """What grows too long for one file is a package of that name."""
    file = ROOT / path.format(game=game)
    assert file.is_file() or (file.suffix == ".py" and (file.with_suffix("") / "__init__.py").is_file())


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
    """What a game has besides may stand between them; long parts have files of their own, beside `turn.py`."""
    folder = ROOT / "src" / "kartentisch" / "games"
    one, package = folder / f"{game}.py", folder / game / "turn.py"
    sheet = (one if one.exists() else package).read_text(encoding="utf-8")
    headings = [heading.split(" (")[0].lower() for heading in re.findall(r"^# -{4} (.*?) -+$", sheet, re.MULTILINE)]
    order = ["material", "deal", "turn", "legal", "move", "end and score", "refusals", "state", "words"]
    known = [heading for heading in headings if heading in order]
    assert {"deal", "turn", "legal", "move", "end and score"} <= set(known)
    assert known == [heading for heading in order if heading in known], headings


@pytest.mark.parametrize("game", games())
def test_the_table_of_options_and_the_changelog_name_every_game(game: str) -> None:
    assert f"(`{game}`)" in (ROOT / "docs" / "options.md").read_text(encoding="utf-8")
    title = words.of(game).title.replace("-", "").lower()
    assert title in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").replace("-", "").lower()
