"""Bots of one's own: found by file and class, and each of their faults is one sentence."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

import kartentisch as kt
from kartentisch.bots import own
from kartentisch.bots.own import AnyBot, BotFaultError, hire

ROOT = Path(__file__).resolve().parents[2]
MYBOT = ROOT / "examples" / "mybot.py"

SOURCE = """
class Plain:
    def choose(self, view, seconds=None):
        return view.moves()[0]

class Named:
    def __init__(self, game, seed):
        self.said = game, seed
    def choose(self, view, seconds=None):
        return " ".join(map(str, self.said))

class Any(Named):
    def __init__(self, **more):
        super().__init__(**more)

class Late:
    def choose(self, view, seconds=None):
        return {}["x"]

class Number:
    def choose(self, view, seconds=None):
        return 7

class Slow:
    def choose(self, view):
        return view.moves()[0]

class Stubborn:
    def __init__(self, game):
        raise RuntimeError("not today.")
    def choose(self, view, seconds=None): ...

class Asks:
    def __init__(self, weights):
        self.weights = weights
    def choose(self, view, seconds=None): ...

class Leaves:
    def choose(self, view, seconds=None):
        import sys
        sys.exit(3)

class LeavesAtOnce:
    def __init__(self):
        raise SystemExit
    def choose(self, view, seconds=None): ...

class Mute: ...

value = 3
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "bots.py"
    path.write_text(SOURCE, encoding="utf-8")
    return str(path)


VIEW = kt.Match("schwupps", 2, seed=1)


def chosen(bot: AnyBot) -> str:
    return bot.choose(VIEW.view(VIEW.actors()[0]))


def test_a_class_in_a_file_is_a_bot_and_gets_what_its_constructor_names(file: str) -> None:
    assert chosen(hire(f"{file}:Plain", "schwupps", 7)) in VIEW.moves(VIEW.actors()[0])
    assert chosen(hire(f"{file}:Named", "schwupps", 7)) == "schwupps 7"
    assert chosen(hire(f"{file}:Any", "schwupps", 8)) == "schwupps 8"


def test_a_level_is_a_bot_too() -> None:
    assert chosen(hire("greedy", "schwupps", 7)) == kt.Bot("greedy", "schwupps", seed=7).choose(
        VIEW.view(VIEW.actors()[0])
    )


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        ("Gone", "{file} has no class Gone."),
        ("value", "{file} has no class value."),
        ("Mute", "Mute in {file} has no method choose(view, seconds=None)."),
        ("", "{file}: must name a file and a class in it: ./mybot.py:MyBot."),
    ],
)
def test_what_is_no_bot_is_refused(file: str, kind: str, sentence: str) -> None:
    with pytest.raises(BotFaultError, match=re.escape(sentence.format(file=file))):
        own.check(f"{file}:{kind}")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("./nowhere.py:Bot", "There is no file ./nowhere.py for the bot ./nowhere.py:Bot."),
        ("./nowhere.py", "./nowhere.py must name a file and a class in it: ./mybot.py:MyBot."),
        ("clever", "There is no bot 'clever'; the bots are: "),
    ],
)
def test_a_name_that_leads_nowhere_is_refused(name: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=re.escape(sentence)):
        own.check(name)


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        ("Late", ":Late failed: KeyError: 'x' (line 18)."),
        ("Number", ":Number chose 7, which is not the text of a move."),
        ("Slow", ":Slow failed: TypeError: "),
        ("Stubborn", ":Stubborn cannot be made: RuntimeError: not today (line 30)."),
        ("Asks", ":Asks cannot be made: TypeError: "),
        ("Leaves", ":Leaves failed: SystemExit: 3 (line 41)."),
        ("LeavesAtOnce", ":LeavesAtOnce cannot be made: SystemExit: no reason given (line 45)."),
    ],
)
def test_a_bot_that_fails_is_named_with_the_line(file: str, kind: str, sentence: str) -> None:
    with pytest.raises(BotFaultError, match=re.escape(sentence)) as fault:
        chosen(hire(f"{file}:{kind}", "schwupps", 1))
    assert "\n" not in str(fault.value)


def test_a_file_that_cannot_be_read_by_python_is_refused(tmp_path: Path) -> None:
    for name, text, said in (
        ("a.py", "def :", "SyntaxError"),
        ("b.py", "import nothing_of_the_kind", "ModuleNotFound"),
        ("c.py", "raise SystemExit('done')", "SystemExit: done"),
    ):
        (tmp_path / name).write_text(text, encoding="utf-8")
        with pytest.raises(BotFaultError, match=f"{name} cannot be loaded: {said}"):
            own.check(f"{tmp_path / name}:Bot")


def test_a_module_beside_the_file_can_be_imported(tmp_path: Path) -> None:
    (tmp_path / "beside_it.py").write_text("WORD = 'beside'", encoding="utf-8")
    (tmp_path / "with.py").write_text(
        "import beside_it\nclass Bot:\n    def choose(self, view, seconds=None):\n        return beside_it.WORD\n",
        encoding="utf-8",
    )
    assert chosen(hire(f"{tmp_path / 'with.py'}:Bot", "schwupps", 1)) == "beside"


def test_two_bots_with_modules_of_the_same_name_have_each_its_own(tmp_path: Path) -> None:
    for version in ("one", "two"):
        (tmp_path / version).mkdir()
        (tmp_path / version / "helping.py").write_text(f"WORD = {version!r}", encoding="utf-8")
        (tmp_path / version / "bot.py").write_text(
            "import helping\nclass Bot:\n    def choose(self, view, seconds=None):\n        return helping.WORD\n",
            encoding="utf-8",
        )
    for version in ("one", "two", "one"):
        assert chosen(hire(f"{tmp_path / version / 'bot.py'}:Bot", "schwupps", 1)) == version
    assert "helping" not in sys.modules


@pytest.mark.parametrize("game", kt.games())
def test_the_example_plays_every_game_by_the_rules(game: str) -> None:
    match, bot = kt.Match(game, 2, seed=3), hire(f"{MYBOT}:MyBot", game, 5)
    for _ in range(4):
        seat = match.next_actor()
        match.play(seat, bot.choose(match.view(seat)))


def test_the_example_is_short() -> None:
    assert len([line for line in MYBOT.read_text(encoding="utf-8").splitlines() if line.strip()]) <= 24
