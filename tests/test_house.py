"""The house rules that no other tool checks."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import grimp
import pytest
from hatchling.builders.sdist import SdistBuilder

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "kartentisch"
GAMES = {"schweinsgalopp", "schwupps", "solo", "swup"}

LONGER: dict[str, str] = {
    "src/kartentisch/play/match.py": "a match and its view make each other: apart they would import each other",
    "src/kartentisch/web/scene.py": "the whole vocabulary of a scene, each field with its sentence",
    "src/kartentisch/table/contents.py": "one language: a small class for each thing that it can say, and its texts",
    "tests/games/solo_oracle.py": "a second reading of the rules, which leans on nothing else",
}
"""Files that are better whole, up to 500 lines, each with its reason."""

ELSEWHERE = {
    "a folder outside the repository": r"\.\./" + r"shared\b",
    "an option of pip that names a registry": "index" + r"-url\b",
    "the address of a registry": r"\b(pypi|pythonhosted|npm" + r"js|yarnpkg)\.(org|com|python\.org)\b",
    "the address of a Debian mirror": r"\bdeb\." + r"debian\.org\b",
    "a path of one machine": r"(?<![\w.~$}/-])/(work|root|home|tmp|mnt|Users)/" + r"\w",
}


def files() -> list[Path]:
    """Every file of the repository, new ones too; its ignored ones not. An unpacked sdist has no repository."""
    if not (ROOT / ".git").exists():
        return sorted(Path(file.path) for file in SdistBuilder(str(ROOT)).recurse_included_files())
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
    assert {name: length for name, length in long.items() if name not in LONGER} == {}
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


@pytest.mark.parametrize("name", ["play", "dev", "release"])
def test_every_package_of_a_lock_is_pinned_exactly_with_hashes_and_nothing_else_is_said(name: str) -> None:
    text = (ROOT / "locks" / f"{name}.txt").read_text(encoding="utf-8")
    package = r"[a-z0-9-]+==[a-z0-9.]+( ; [^\n]+?)?"
    assert re.fullmatch(rf"#.*\n({package}( \\\n    --hash=sha256:[0-9a-f]{{64}})+\n)+", text)


def test_every_package_that_is_imported_is_declared() -> None:
    """None comes only because another package happens to need it."""
    graph = grimp.build_graph("kartentisch", include_external_packages=True)
    imported = {name.partition(".")[0] for name in graph.modules} - {"kartentisch"} - sys.stdlib_module_names
    owners = packages_distributions()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = [
        *project["dependencies"],
        *(line for extra in ("cluster", "ray") for line in project["optional-dependencies"][extra]),
    ]
    names = {re.split(r"[^\w-]", line)[0].lower() for line in declared}
    assert {"numba", "psycopg", "ray"} <= imported
    assert {owner.lower() for name in imported for owner in owners.get(name, [name])} <= names


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
        page = re.fullmatch(r"web/(?!scenes/|lessons/).+\.py", name)
        if (name.startswith(shared) or page) and not name.startswith("bots/advice/"):
            found += [
                f"{name}:{n}" for n, line in enumerate(text_of(path).splitlines(), start=1) if pattern.search(line)
            ]
    assert found == []


def test_no_test_forgets_a_language() -> None:
    """There is one `Language` of each code in a process, held by modules: a second one would fail other tests."""
    pattern = re.compile(r"(?<![\w.])language\.cache" + r"_clear\(")
    assert [name_of(path) for path in sources() if pattern.search(text_of(path))] == []


def test_tests_with_postgresql_are_left_out_with_a_word_and_fail_where_they_must_run() -> None:
    environment = os.environ | {"POSTGRES_BIN": "/nowhere"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "0", "tests/store/test_codes.py"]
    outputs = {}
    for must in ("", "true"):
        done = subprocess.run(
            command, cwd=ROOT, env=environment | {"CI": must}, capture_output=True, text=True, check=False
        )
        outputs[must] = done.returncode, done.stdout
    assert outputs[""][0] == 0
    assert re.search(r"left out: \d+ tests with PostgreSQL, which was not found \(apt-get", outputs[""][1])
    assert outputs["true"][0] == 1
    assert "CI=true must not leave out tests with PostgreSQL" in outputs["true"][1]
