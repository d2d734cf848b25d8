"""What `make` installs: exact releases with the hashes of their files, the same for all that use them."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from scripts import lock

PROJECT: dict[str, Any] = tomllib.loads((lock.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
ENTRY = re.compile(r"^([a-z0-9-]+)==(\S+)(.*(?:\n    --hash=.*)+)", re.MULTILINE)


def packages(name: str) -> dict[str, tuple[str, str]]:
    """The release of each package in a lock, and the rest of what is said of it."""
    text = (lock.FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    return {package: (release, rest) for package, release, rest in ENTRY.findall(text)}


def declared(name: str) -> list[str]:
    """What pyproject.toml asks for in an environment with this lock."""
    extras = PROJECT["project"]["optional-dependencies"]
    more = [line for extra in lock.EXTRAS[name] for line in extras[extra]]
    return [*PROJECT["project"]["dependencies"], *PROJECT["dependency-groups"]["make"], *more]


@pytest.mark.parametrize("name", lock.EXTRAS)
def test_a_lock_has_a_release_of_all_that_is_declared(name: str) -> None:
    locked = packages(name)
    needs = [Requirement(line) for line in declared(name)]
    assert len(needs) > 20
    assert [str(need) for need in needs if canonicalize_name(need.name) not in locked] == [], "make lock"
    wrong = [str(need) for need in needs if locked[canonicalize_name(need.name)][0] not in need.specifier]
    assert wrong == [], "make lock"


def _files(locked: dict[str, tuple[str, str]]) -> dict[str, tuple[str, str]]:
    """Without the platforms: a larger lock may need a package on more of them."""
    return {name: (version, rest[rest.index("\\\n") :]) for name, (version, rest) in locked.items()}


def test_a_package_has_the_same_release_in_all_locks() -> None:
    play, dev, release, long = (packages(name) for name in ("play", "dev", "release", "long"))
    assert _files(play).items() <= _files(dev).items()
    assert _files(dev).items() <= _files(release).items()
    assert _files(release).items() <= _files(long).items()
    assert "numba" in play
    assert "pytest" not in play
    assert "sphinx" not in dev
    assert "ray" in long
    assert "ray" not in release, "make site and CI do without its 80 MB"


def test_a_package_with_a_file_for_each_platform_has_the_hashes_of_all_of_them() -> None:
    for package in ("numba", "llvmlite", "numpy", "cryptography", "msgspec"):
        release, rest = packages("play")[package]
        assert rest.count("--hash=") > 10, (package, release)


def test_make_installs_by_hash_alone_and_the_project_without_what_it_needs() -> None:
    makefile = (lock.ROOT / "Makefile").read_text(encoding="utf-8")
    calls = re.findall(r"-m pip (\S+) ?(.*)", makefile)
    assert [call for call in calls if call[0] not in {"$(PINNED)", "$(OURS)"}] == []
    (pinned,) = re.findall(r"^PINNED := (.*)", makefile, re.MULTILINE)
    (ours,) = re.findall(r"^OURS := (.*)", makefile, re.MULTILINE)
    assert {"--require-hashes", "--only-binary"} <= {*pinned.split()}
    assert {"--no-deps", "--no-build-isolation"} <= {*ours.split()}
    assert {rest for call, rest in calls if call == "$(PINNED)"} == {f"-r locks/{name}.txt" for name in lock.EXTRAS}


@pytest.mark.parametrize("name", lock.EXTRAS)
def test_a_lock_is_written_for_all_platforms_and_from_the_releases_of_the_largest(name: str) -> None:
    words = lock.command(name, lock.FOLDER / f"{name}.txt")
    assert {"--universal", "--generate-hashes"} <= {*words}
    assert ("--constraint" in words) == (name != "long")
    assert {word.removeprefix("--extra=") for word in words if word.startswith("--extra=")} == {*lock.EXTRAS[name]}
