"""A backup or restore in whose middle the disk is full, or the program is killed: the old one stays, or all is new."""

from __future__ import annotations

import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from kartentisch.store import backups
from kartentisch.store.backups import back_up
from kartentisch.store.folder import Hold
from kartentisch.store.sqlite import FILE
from tests.processes import python
from tests.store.test_backups import filled, names, tables

KILLED = """
import os, signal, sys
from pathlib import Path
from kartentisch.store import backups

def die(*given):
    global left
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    left -= 1
    return before(*given)

left, where = int(sys.argv[5]), eval(sys.argv[3], {"backups": backups})
before = getattr(*where)
setattr(*where, die)
if sys.argv[4] == "back_up":
    backups.back_up(Path(sys.argv[2]), Path(sys.argv[1]))
else:
    backups.restore(Path(sys.argv[1]), Path(sys.argv[2]), replace=True)
"""
"""A process that is killed when it gets to a function, named by its third argument, after some calls of it."""
FULL = """
import resource, sys
from pathlib import Path
from kartentisch.store import StoreFailed, backups

resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))
try:
    if sys.argv[3] == "back_up":
        backups.back_up(Path(sys.argv[2]), Path(sys.argv[1]))
    else:
        backups.restore(Path(sys.argv[1]), Path(sys.argv[2]), replace=True)
except StoreFailed as error:
    print(error.code)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return filled(tmp_path / "data", "a", "b")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "kept.backup"


def run(program: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    with python("-c", program, *arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        out, err = process.communicate(timeout=120)
        return subprocess.CompletedProcess(process.args, process.returncode, out, err)


@pytest.mark.skipif(sys.platform == "win32", reason="it has no limit on files")
def test_a_full_disk_leaves_the_old_backup_and_the_old_folder(tmp_path: Path) -> None:
    small, large = filled(tmp_path / "small", "old"), filled(tmp_path / "large", "new", size=500_000)
    file, big = tmp_path / "file", tmp_path / "big"
    back_up(small, file)
    back_up(large, big)
    before = file.read_bytes()
    assert run(FULL, file, large, "back_up").stdout == "full\n"
    assert run(FULL, big, small, "restore").stdout == "full\n"
    assert file.read_bytes() == before
    assert tables(small) == ["old"]
    assert not [name for name in names(tmp_path) | names(small) if ".part" in name or "restor" in name]


@pytest.mark.skipif(sys.platform == "win32", reason="nobody is killed there")
def test_a_kill_in_the_middle_leaves_the_old_backup(folder: Path, file: Path) -> None:
    back_up(folder, file)
    before = file.read_bytes()
    assert run(KILLED, file, folder, '(backups, "number_of_tables")', "back_up", "0").returncode == -9
    assert file.read_bytes() == before
    assert (file.parent / "kept.backup.part").exists(), "it was killed in the middle"
    back_up(folder, file)
    assert names(file.parent) == {"data", "kept.backup"}


@pytest.mark.skipif(sys.platform == "win32", reason="nobody is killed there")
@pytest.mark.parametrize(
    ("where", "calls", "restored"),
    [('(backups, "_write")', 0, False), ('(backups, "sync_folder")', 0, True), ('(backups, "sync_folder")', 1, True)],
    ids=["while it copies", "when all is there", "while it moves"],
)
def test_a_kill_in_the_middle_of_a_restore_leaves_the_old_folder_or_the_new_one(
    where: str, calls: int, restored: bool, folder: Path, file: Path, tmp_path: Path
) -> None:
    back_up(folder, file)
    other = filled(tmp_path / "other", "mine")
    keys = [(other / "key").read_bytes(), (folder / "key").read_bytes()]
    assert run(KILLED, file, other, where, "restore", str(calls)).returncode == -9
    assert backups.unfinished(other) == restored
    with closing(Hold(other)):  # as the next start does
        assert backups.finish(other) == restored
    assert tables(other) == (["a", "b"] if restored else ["mine"])
    assert (other / "key").read_bytes() == keys[restored]
    assert not [name for name in names(other) if "restor" in name]


def test_a_backup_of_a_folder_whose_restore_was_interrupted_holds_the_restored_tables_with_their_key(
    folder: Path, file: Path, tmp_path: Path
) -> None:
    other = filled(tmp_path / "other", "mine")
    for name in (FILE, "key"):  # complete, noted, not yet in place
        shutil.copy(folder / name, other / (name + backups.NEW))
    (other / backups.NOTE).touch()
    assert back_up(other, file) == (2, (folder / "key").read_bytes())
    assert tables(other) == ["a", "b"]
