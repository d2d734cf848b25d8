"""The house rules that no other tool checks."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "kartentisch"
GAMES = {"schweinsgalopp", "schwupps", "solo", "swup"}

LONGER: dict[str, str] = {
    "tests/games/solo_oracle.py": "a second reading of the rules, which leans on nothing else",
}
"""Files that are better whole, up to 500 lines, each with its reason. Rule sheets need none: one game, one file."""

ELSEWHERE = {
    "a folder outside the repository": r"\.\./" + r"shared\b",
    "an option of pip that names a registry": "index" + r"-url\b",
    "the address of a registry": r"\b(pypi|pythonhosted|npm" + r"js|yarnpkg)\.(org|com|python\.org)\b",
    "the address of a Debian mirror": r"\bdeb\." + r"debian\.org\b",
    "a path of one machine": r"(?<![\w.~$}/-])/(work|root|home|tmp|mnt|Users)/" + r"\w",
}


def files() -> list[Path]:
    """Every file of the repository, new ones too; its ignored ones not."""
    listing = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    command = ["git", "-c", "safe.directory=*", *listing]  # CI may run as another user than the one who cloned
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    paths = (ROOT / name for name in sorted(set(done.stdout.split("\0"))) if name)
    return [path for path in paths if path.is_file()]


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def text_of(path: Path) -> str:
    """The text of a file, "" of pictures and the like."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""


def sources() -> list[Path]:
    """What people write and read here: no vendored files, no data."""
    endings = {".py", ".js", ".css", ".html", ".jinja", ".sql"}
    folders = ("src/", "tests/", "scripts/", "bench/")
    return [
        path
        for path in files()
        if path.suffix in endings and name_of(path).startswith(folders) and "vendor" not in path.parts
    ]


def test_no_file_is_longer_than_five_hundred_lines() -> None:
    lengths = {name_of(path): text_of(path).count("\n") for path in sources()}
    assert {name: length for name, length in lengths.items() if length > 500} == {}


def test_files_have_up_to_three_hundred_lines_or_a_reason() -> None:
    lengths = {name_of(path): text_of(path).count("\n") for path in sources()}
    long = {name: length for name, length in lengths.items() if length > 300}
    unexplained = {
        name: length
        for name, length in long.items()
        if name not in LONGER and not name.startswith("src/kartentisch/games/")
    }
    assert unexplained == {}
    assert [name for name in LONGER if name not in long] == [], "these are short again"


@pytest.mark.parametrize("what", ELSEWHERE)
def test_the_repository_stands_alone(what: str) -> None:
    pattern = re.compile(ELSEWHERE[what])
    found = [
        f"{name_of(path)}:{number}: {line.strip()[:100]}"
        for path in files()
        for number, line in enumerate(text_of(path).splitlines(), start=1)
        if pattern.search(line)
    ]
    assert found == []


def test_the_lockfile_of_npm_has_no_addresses() -> None:
    assert "http" not in (ROOT / "package-lock.json").read_text(encoding="utf-8")


def test_layers_hold() -> None:
    command = [str(Path(sys.executable).parent / "lint-imports"), "--no-cache"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_folder_of_the_package_has_its_place_in_the_contract() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    layers = project["tool"]["importlinter"]["contracts"][0]["layers"]
    placed = {name.strip(" ()") for layer in layers for name in layer.split("|")}
    folders = {path.relative_to(PACKAGE).parts[0] for path in files() if path.is_relative_to(PACKAGE)}
    assert {name for name in folders if (PACKAGE / name).is_dir()} == placed


def test_every_pinned_package_is_pinned_exactly_and_nothing_else_is_said() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    odd = [line for line in lines if not re.fullmatch(r"#.*|[A-Za-z0-9._-]+==[A-Za-z0-9.]+", line)]
    assert odd == []


def test_every_game_is_known_to_this_test() -> None:
    sheets = {
        path.stem for path in (PACKAGE / "games").iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()
    }
    assert sheets - {"__init__"} == GAMES


def test_shared_code_names_no_game() -> None:
    pattern = re.compile(rf"(?<![a-z])({'|'.join(sorted(GAMES))})(?![a-z])", flags=re.IGNORECASE)
    shared = ("engine/", "table/", "store/", "play/", "bots/", "cli/", "web/static/js/", "web/templates/")
    found = []
    for path in sources():
        name = name_of(path).removeprefix("src/kartentisch/")
        page = re.fullmatch(r"web/(?!scenes/).+\.py", name)
        if (name.startswith(shared) or page) and not name.startswith("bots/advice/"):
            found += [
                f"{name}:{n}" for n, line in enumerate(text_of(path).splitlines(), start=1) if pattern.search(line)
            ]
    assert found == []
