"""What goes wrong with folders and backups is one sentence of a command, in both languages, and nothing is lost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import get_args

import pytest

from kartentisch.cli import app
from kartentisch.cli.folders import BACKUP, STORE
from kartentisch.store import StoreFailed, backup_file, backups
from kartentisch.store.errors import SENTENCES, Code
from kartentisch.store.folder import Hold
from tests.store.test_backups import filled, tables


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder that is the same after the test."""
    found = filled(tmp_path / "data", "a", "b")
    key = (found / "key").read_bytes()
    yield found
    assert (tables(found), (found / "key").read_bytes()) == (["a", "b"], key)


def said(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> str:
    """The one sentence of a command that fails."""
    assert app.run([str(one) for one in arguments]) == 1
    found = capsys.readouterr()
    assert found.out == ""
    assert found.err.count("\n") == 1
    return found.err


def test_every_reason_has_its_sentence() -> None:
    assert set(BACKUP) == set(get_args(backup_file.Why))
    codes = {code for part in get_args(Code) for code in get_args(part)}
    assert set(STORE) >= codes >= {"full", "in_use", "unreachable"}
    assert set(SENTENCES) == codes


def test_what_is_no_backup_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    letter = folder.parent / "letter.txt"
    letter.write_text("Dear Ben,\n")
    restore = ("restore", letter, "--data", folder, "--replace")
    assert said(capsys, *restore) == f"{letter} is not a Kartentisch backup. Nothing has changed.\n"
    german = said(capsys, *restore, "--language", "de")
    assert german == f"{letter} ist keine Sicherung von Kartentisch. Nichts hat sich geändert.\n"
    assert said(capsys, "backup", letter, "--data", folder).startswith(f"{letter} is not a backup, so it is left")
    assert letter.read_text() == "Dear Ben,\n"
    assert said(capsys, "restore", folder / "x", "--data", folder) == f"There is no file {folder}/x.\n"


def test_places_where_a_backup_would_be_none_are_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "backup", folder / "x", "--data", folder).startswith(
        "A backup in the data folder is lost with it."
    )
    assert "name a file in a folder that exists" in said(capsys, "backup", folder / "no" / "x", "--data", folder)
    empty = folder.parent / "empty"
    assert said(capsys, "backup", folder.parent / "x", "--data", empty).startswith(f"There are no tables in {empty}.")


def test_a_folder_with_tables_or_with_a_server_is_left_alone(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = folder.parent / "file"
    backups.back_up(folder, file)
    assert said(capsys, "restore", file, "--data", folder).startswith(
        f"There are tables in {folder} already, and nothing"
    )
    with closing(Hold(folder)):
        text = said(capsys, "restore", file, "--data", folder, "--replace")
    assert text == f"A server runs on this folder. Stop it first. The folder is {folder}.\n"


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_a_full_disk_says_so(
    command: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*_: object, **__: object) -> None:
        raise StoreFailed("full")

    file = folder.parent / "file"
    backups.back_up(folder, file)
    before = file.read_bytes()
    monkeypatch.setattr(backups, "_copy", full)
    text = said(capsys, command, file, "--data", folder, *(["--replace"] if command == "restore" else []))
    where = folder if command == "restore" else folder.parent
    assert text == f"The disk is full. Make room on it, then try again; nothing has changed. The folder is {where}.\n"
    assert file.read_bytes() == before


def test_a_missing_key_is_said_before_a_backup_seems_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = filled(tmp_path / "data", "a")
    (folder / "key").unlink()
    text = said(capsys, "backup", tmp_path / "file", "--data", folder, "--language", "de")
    assert text.startswith("Die Datei „key“ fehlt. Hol sie aus einer Sicherung;")
    assert not (tmp_path / "file").exists()
    assert app.run(["backup", str(tmp_path / "file"), "--data", str(folder), "--without-key"]) == 0
    assert "The key is not in it:" in capsys.readouterr().out
