"""What a server consists of: small enough, each large package with its reason, each license with its text."""

from __future__ import annotations

import json
import platform
import re
import subprocess
import sys
import tomllib
from importlib.metadata import Distribution
from pathlib import Path

import pytest

from scripts import package_sizes
from scripts.parts import LARGE, LIMIT, ROOT, STATIC, WHY, license_of, name_of, running, size, vendored

MEASURED_ON = ("linux", "x86_64", (3, 11))
PAGE = package_sizes.FILE.read_text(encoding="utf-8")


def listed(page: str) -> dict[str, float]:
    return {name: float(size) for name, size in re.findall(r"^\| ([a-z0-9-]+) \| ([\d.]+) \|", page, re.MULTILINE)}


def large(packages: tuple[Distribution, ...]) -> set[str]:
    return {name_of(package) for package in packages if size(package, bytecode=False) > LARGE}


def test_all_packages_together_stay_below_the_limit() -> None:
    assert sum(size(package, bytecode=True) for package in running()) < LIMIT


def test_each_large_package_has_its_reason() -> None:
    assert large(running()) == {*WHY}, "say in scripts/parts.py why it is worth its size, then make docs"


def test_a_package_that_grows_large_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.release.test_parts.LARGE", 100_000)
    assert large(running()) > {*WHY, "starlette"}


def test_what_developers_need_is_not_counted() -> None:
    names = {name_of(package) for package in running()}
    assert {"numba", "llvmlite", "uvicorn", "h11"} <= names, "those of those too"
    assert not {"pytest", "mypy", "playwright", "hatchling", "kartentisch"} & names
    assert [name_of(package) for package in running() if not license_of(package)] == []


def test_the_page_lists_them_by_size() -> None:
    on_page, today = listed(PAGE), listed(package_sizes.page())
    assert on_page.keys() == today.keys(), "make docs"
    assert [*on_page.values()] == sorted(on_page.values(), reverse=True)
    assert PAGE.count("OFL.txt") == 2
    if (sys.platform, platform.machine(), sys.version_info[:2]) == MEASURED_ON:
        far = {name: (was, today[name]) for name, was in on_page.items() if abs(was - today[name]) > 0.3 + was / 20}
        assert far == {}, "make docs"


def test_the_license_names_all_that_is_in_the_package_and_brings_the_texts() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert {*project["license"].split(" AND ")} == {"MIT", *(part.license for part in vendored())}
    texts = {path for pattern in project["license-files"] for path in ROOT.glob(pattern)}
    assert texts == {ROOT / "LICENSE", *(STATIC / part.text for part in vendored())}


def test_every_file_of_others_is_listed() -> None:
    known = {path for part in vendored() for path in (*STATIC.glob(part.files), STATIC / part.text)}
    there = {path for folder in ("fonts", "vendor") for path in (STATIC / folder).rglob("*") if path.is_file()}
    assert {path for path in there - known if not path.name.endswith((".d.ts", "README.md"))} == set()


def test_the_citation_has_version_and_license_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = (ROOT / "CITATION.cff").read_text(encoding="utf-8").splitlines()
    found = dict(line.split(": ", 1) for line in lines if re.match(r"\S+: ", line))
    assert found["cff-version"] == "1.2.0"
    assert found["version"] == project["version"]
    assert found["license"] == project["license"].partition(" ")[0]
    assert found["abstract"] == project["description"]
    assert {"message", "title", "authors:"} <= {*found, *lines}


@pytest.mark.long
def test_the_list_of_parts_has_all_that_runs_and_nothing_else(tmp_path: Path) -> None:
    out = tmp_path / "sbom.json"
    command = [sys.executable, "-m", "scripts.sbom", str(out)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    found = json.loads(out.read_text(encoding="utf-8"))
    assert found["bomFormat"] == "CycloneDX"
    names = {part["name"].lower().replace("_", "-") for part in found["components"]}
    assert names == {*(name_of(package) for package in running()), *(part.name.lower() for part in vendored())}
    assert all(part["licenses"] for part in found["components"])
