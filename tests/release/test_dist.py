"""The wheel and the sdist: what is in them, and that they work where nothing else of the repository is."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import tarfile
import time
import urllib.error
import urllib.request
import venv
import zipfile
from pathlib import Path
from typing import NamedTuple

import pytest

from kartentisch.engine.caching import CACHE
from scripts import pythons
from scripts.parts import STATIC, vendored
from tests import test_house
from tests.processes import PATIENCE, started

ROOT = test_house.ROOT
TOOLS = ("ruff", "mypy", "lint-imports")


class Built(NamedTuple):
    wheel: Path
    sdist: Path


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    out = tmp_path_factory.mktemp("dist")
    call([sys.executable, "-m", "hatchling", "build", "-d", out], ROOT)
    (wheel,), (sdist,) = out.glob("*.whl"), out.glob("*.tar.gz")
    return Built(wheel, sdist)


def call(command: list[str | Path], folder: Path, **more: str) -> str:
    done = subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        env=os.environ | more,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=10 * PATIENCE,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def shared() -> list[str]:
    """Where the packages are that this Python uses; the project itself is not among them."""
    return [path for path in sys.path if path.endswith("site-packages")]


def environment(folder: Path, *first: Path) -> Path:
    """An environment that sees the packages of this one, but not the project unless it is in `first`."""
    venv.create(folder, with_pip=False)
    paths = [*map(str, first), *shared()]
    site = next(folder.glob("lib/python*/site-packages"))
    (site / "shared.pth").write_text("\n".join(paths) + "\n", encoding="utf-8")
    return folder / "bin"


def unpacked(sdist: Path, folder: Path) -> Path:
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    (found,) = folder.iterdir()
    return found


# ---- What is in them ------------------------------------------------------------------------------------------------


def test_the_sdist_is_the_whole_repository(built: Built) -> None:
    with tarfile.open(built.sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert names - {"PKG-INFO"} == {test_house.name_of(path) for path in test_house.files()}
    assert {
        "Makefile",
        "locks/play.txt",
        "package-lock.json",
        "tsconfig.json",
        ".ci/run",
        "docs/rules/solo.md",
    } <= names


def test_the_wheel_has_the_package_the_rules_and_the_texts_of_the_licenses(built: Built) -> None:
    with zipfile.ZipFile(built.wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
        about = {name.partition("/")[2]: archive.read(name) for name in archive.namelist() if ".dist-info/" in name}
    sources = {path.relative_to(ROOT / "src").as_posix() for path in test_house.files() if ROOT / "src" in path.parents}
    texts = ROOT / "docs" / "rules"
    rules = {f"kartentisch/web/rules/{path.relative_to(texts).as_posix()}" for path in texts.rglob("*.md")}
    assert names == sources | rules
    for text in (ROOT / "LICENSE", *(STATIC / part.text for part in vendored())):
        assert about[f"licenses/{text.relative_to(ROOT).as_posix()}"] == text.read_bytes()
    assert b"\nLicense-Expression: MIT AND BSD-3-Clause AND OFL-1.1\n" in about["METADATA"]


def test_the_metadata_name_only_pythons_that_ci_tries(built: Built) -> None:
    with zipfile.ZipFile(built.wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith("/METADATA")]
        metadata = archive.read(name).decode()
    named = re.findall(r"^Classifier: .*:: 3\.(\d+)$", metadata, re.MULTILINE)
    assert [int(minor) for minor in named] == [*pythons.MINORS]


# ---- That they work -------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_the_same_sources_give_the_same_bytes(built: Built, tmp_path: Path) -> None:
    folder = unpacked(built.sdist, tmp_path / "sdist")
    call([sys.executable, "-m", "hatchling", "build", "-d", tmp_path], folder)
    assert (tmp_path / built.wheel.name).read_bytes() == built.wheel.read_bytes(), "the sdist gives the same wheel"


@pytest.mark.long
def test_an_installed_wheel_serves_from_an_empty_folder(built: Built, tmp_path: Path) -> None:
    tools = environment(tmp_path / "venv")
    python = tools / "python"
    call([sys.executable, "-m", "pip", "--python", python, "install", "-q", "--no-deps", built.wheel], tmp_path)
    home, empty = tmp_path / "home", tmp_path / "empty"
    home.mkdir()
    empty.mkdir()
    found = call([python, "-c", "import kartentisch; print(kartentisch.__file__)"], empty).strip()
    assert Path(found).is_relative_to(tmp_path), "not that of the repository"
    more = {"HOME": str(home), "XDG_DATA_HOME": str(home), "KARTENTISCH_CACHE": str(CACHE.parent)}
    port = free_port()
    command: list[str | Path] = [tools / "kartentisch", "serve", "--port", str(port)]
    with started(command, cwd=empty, env=os.environ | more) as server:
        page = fetched(server, f"http://127.0.0.1:{port}/")
        assert "Schwupps" in page
        assert "SWUP" in fetched(server, f"http://127.0.0.1:{port}/rules/swup")
        for name in set(re.findall(r'(?:href|src)="(/static/[^"]+)"', page)):
            assert fetched(server, f"http://127.0.0.1:{port}{name}"), name
    assert [*empty.iterdir()] == []


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port: int = listening.getsockname()[1]
        return port


def fetched(server: subprocess.Popen[bytes], url: str) -> str:
    """What the server answers, as soon as it does."""
    giving_up = time.monotonic() + PATIENCE
    while True:
        try:
            with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
                return answer.read().decode("utf-8", "replace")  # type: ignore[no-any-return]
        except urllib.error.URLError as error:
            if not isinstance(error.reason, ConnectionRefusedError) or server.poll() is not None:
                raise
            if time.monotonic() > giving_up:
                raise
            time.sleep(0.05)


@pytest.mark.long
def test_make_works_in_the_unpacked_sdist(built: Built, tmp_path: Path) -> None:
    """With the packages of this environment, as if `make setup` had run."""
    folder = unpacked(built.sdist, tmp_path / "sdist")
    tools = environment(folder / ".venv", folder / "src")
    for tool in TOOLS:
        here = Path(sys.executable).parent / tool
        script = here.read_bytes()
        if script.startswith(b"#!"):
            script = f"#!{tools / 'python'}\n".encode() + script.partition(b"\n")[2]
        (tools / tool).write_bytes(script)
        (tools / tool).chmod(0o755)
    (folder / "node_modules").symlink_to(ROOT / "node_modules")
    for mark in (".running", ".ready", ".release"):
        (folder / ".venv" / mark).touch()
    said = call(["make", "check"], folder)
    assert "FAILED" not in said
    python = tools / "python"
    call(
        [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/test_house.py", "tests/test_pinned.py"], folder
    )
    assert "--close-after" in call(["make", "play", "ARGS=--help"], folder)
