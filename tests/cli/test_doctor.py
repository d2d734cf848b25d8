"""The doctor names each fault in a sentence that says how to mend it, in both languages, and its exit code counts."""

from __future__ import annotations

import os
import shutil
import socket
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from kartentisch.bots import compiling
from kartentisch.cli import app, check_computer, check_folder
from kartentisch.cli.check_computer import check_cache, check_disk, check_limits, check_port
from kartentisch.cli.findings import Finding
from kartentisch.engine import caching
from kartentisch.store.backups import NOTE
from kartentisch.store.folder import Hold
from kartentisch.store.sqlite import FILE
from kartentisch.words.language import language
from tests.store.test_backups import filled

EN, DE = language("en"), language("de")
posix = pytest.mark.skipif(sys.platform == "win32", reason="files have no such rights there")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return filled(tmp_path / "data", "a", "b")


def wrong(findings: Iterator[Finding]) -> list[tuple[str, str]]:
    return [(finding.level, finding.text) for finding in findings if finding.level != "ok"]


def only(findings: Iterator[Finding]) -> tuple[str, str]:
    (found,) = wrong(findings)
    return found


def change(folder: Path, sql: str) -> None:
    with closing(sqlite3.connect(folder / FILE)) as db:
        db.execute(sql)
        db.commit()


# ---- The command -----------------------------------------------------------------------------------------------------


def doctor(folder: Path, *more: str) -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    return app.run(["doctor", "--data", str(folder), "--port", str(port), "--warn-below", "1", *more])


def test_a_folder_in_order_is_fine(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert doctor(folder) == 0
    said = capsys.readouterr().out
    assert "FAULT" not in said
    for about in ("options", "folder", "tables", "key", "clock", "disk", "cache", "connections", "port"):
        assert f" {about} " in said, about
    assert all(line.startswith(("fine ", "warning ")) for line in said.splitlines()[:-1]), "one line each"


def test_a_fault_is_the_exit_code_and_both_languages_say_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "key").unlink()
    assert doctor(folder) == 1
    assert (
        "The file “key” is missing, so no link to a seat opens. Put it back from a backup;" in capsys.readouterr().out
    )
    assert doctor(folder, "--language", "de") == 1
    assert "Die Datei „key“ fehlt, darum öffnet sich kein Link zu einem Platz." in capsys.readouterr().out


def test_the_doctor_writes_nothing(folder: Path) -> None:
    before = {path.name for path in folder.iterdir()}
    doctor(folder)
    assert {path.name for path in folder.iterdir()} - before <= {f"{FILE}-wal", f"{FILE}-shm"}


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--url", "cards.example.org"), "cards.example.org is no address like https://cards.example.org"),
        (("--proxy", "proxy.local"), "proxy.local is no address of a proxy, like 172.18.0.2."),
        (("--close-after", "soon"), "--close-after cannot be “soon”: say days like 30, weeks like 4w, years like 1y,"),
        (
            ("--delete-after", "99999"),
            "Tables are closed or deleted after 1 to 36500 days, or with 0 never, not 99999.",
        ),
        (("--warn-below", "half"), "--warn-below cannot be “half”: say a size like 500M or 2G, or 0."),
    ],
)
def test_an_option_that_cannot_be_read_is_a_fault(
    options: tuple[str, str], sentence: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert doctor(folder, *options) == 1
    assert sentence in capsys.readouterr().out


def test_a_level_that_no_log_knows_is_a_warning(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KARTENTISCH_LOG", "loud")
    assert doctor(folder) == 0
    assert "KARTENTISCH_LOG is loud, which is not a log level. Set it to one of CRITICAL," in capsys.readouterr().out


# ---- The folder ------------------------------------------------------------------------------------------------------


def test_no_folder_yet_is_no_fault(tmp_path: Path) -> None:
    assert wrong(check_folder.check_folder(EN, tmp_path / "new")) == []
    (tmp_path / "file").touch()
    assert only(check_folder.check_folder(EN, tmp_path / "file"))[1].endswith(
        "is not a folder. Choose another one with --data."
    )


@posix
def test_what_others_can_read_is_named_with_the_command_that_closes_it(folder: Path) -> None:
    folder.chmod(0o755)
    (folder / "key").chmod(0o640)
    (folder / FILE).chmod(0o644)
    assert wrong(check_folder.check_folder(EN, folder)) == [
        ("warning", f"Others on this computer can open {folder}. Close it: chmod 700 {folder}"),
        ("fault", f"Others on this computer can read {folder}/key. Close it: chmod 600 {folder}/key"),
        ("warning", f"Others on this computer can read {folder}/{FILE}. Close it: chmod 600 {folder}/{FILE}"),
    ]


@posix
def test_a_folder_of_somebody_else_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 54_321)
    assert only(check_folder.check_folder(EN, folder)) == (
        "warning",
        f"{folder} belongs to another user. Run the doctor as that user, or give it back: chown -R USER {folder}",
    )
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    level, text = wrong(check_folder.check_folder(EN, folder))[0]
    assert level == "fault"
    assert text.startswith(f"{folder} cannot be written by this user. Run as the user of the server, or give it back: ")


def test_a_network_drive_is_no_place_for_tables(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mounts = folder.parent / "mounts"
    mounts.write_text(f"/dev/sda / ext4 rw 0 0\nnas:/cards {folder} nfs4 rw 0 0\n")
    monkeypatch.setattr(check_folder, "MOUNTS", mounts)
    level, text = only(check_folder.check_folder(EN, folder))
    assert level == "fault"
    assert (
        "is on a network drive (nfs4), where an interruption can damage the tables. Put it on a disk of this computer."
        in text
    )
    monkeypatch.setattr(check_folder, "MOUNTS", folder / "nothing")
    assert wrong(check_folder.check_folder(EN, folder)) == []


@pytest.mark.parametrize("content", [b"no tables\n" * 1000, None])
def test_damaged_tables_are_a_fault(content: bytes | None, folder: Path) -> None:
    whole = (folder / FILE).read_bytes()
    (folder / FILE).write_bytes(content or whole[: len(whole) // 2])
    level, text = wrong(check_folder.check_folder(EN, folder))[0]
    assert level == "fault"
    assert text == f"{folder}/{FILE} is damaged. Put a backup back: kartentisch restore FILE --replace"


def test_tables_of_a_newer_version_are_a_fault(folder: Path) -> None:
    change(folder, "PRAGMA user_version = 999")
    level, text = only(check_folder.check_folder(EN, folder))
    assert level == "fault"
    assert text.startswith("The tables were written by a newer version of Kartentisch. Update this one, or restore")


def test_an_interrupted_restore_is_named(folder: Path) -> None:
    (folder / NOTE).touch()
    assert only(check_folder.check_folder(EN, folder))[1].startswith(
        "A restore was interrupted. The next start finishes"
    )


def test_large_gaps_are_worth_compacting(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_folder, "GAPS", (0.3, 1e5))
    change(folder, "CREATE TABLE large AS SELECT zeroblob(1000000) AS hole")
    change(folder, "DROP TABLE large")
    level, text = only(check_folder.check_folder(EN, folder))
    assert level == "warning"
    assert text.endswith("deleted tables left. Stop the server, then: kartentisch compact")


@pytest.mark.parametrize("tables", [True, False])
def test_a_missing_key_is_a_fault_only_where_there_are_tables(tables: bool, tmp_path: Path) -> None:
    folder = filled(tmp_path / "data", *(["a"] if tables else []))
    (folder / "key").unlink()
    assert [level for level, _ in wrong(check_folder.check_folder(EN, folder))] == ["fault"] * tables


def test_a_damaged_key_is_a_fault(folder: Path) -> None:
    (folder / "key").write_bytes(b"short")
    assert only(check_folder.check_folder(EN, folder))[1].startswith(
        "The file “key” is damaged (5 bytes instead of 32)."
    )
    assert only(check_folder.check_folder(DE, folder))[1].startswith(
        "Die Datei „key“ ist beschädigt (5 Bytes statt 32)."
    )


def test_a_clock_that_is_behind_the_newest_move_is_a_fault(folder: Path) -> None:
    change(folder, f"UPDATE tables SET changed_at = {int(time.time() * 1000) + 3_600_000} WHERE table_id = 'a'")
    level, text = only(check_folder.check_folder(EN, folder))
    assert level == "fault"
    assert text.endswith("which is before the newest move. Set it, best from the network: timedatectl set-ntp true")


# ---- The computer ----------------------------------------------------------------------------------------------------


def test_too_little_room_is_a_warning_and_hardly_any_a_fault(folder: Path) -> None:
    free = shutil.disk_usage(folder).free
    assert wrong(check_disk(EN, folder, 0)) == []
    level, text = only(check_disk(EN, folder, free * 2))
    assert level == "warning"
    assert text.startswith("Only ")
    assert "Make room, or let closed tables be deleted sooner (--delete-after)." in text
    assert only(check_disk(EN, folder, free * 20))[0] == "fault"
    assert wrong(check_disk(EN, folder / "not" / "yet", 0)) == [], "the disk is there although the folder is not"


@pytest.mark.parametrize(("seconds", "level"), [(0.08, "warning"), (0.8, "fault")])
def test_a_slow_disk_is_named(seconds: float, level: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_computer, "fsync", lambda there: seconds)
    said = (
        f"A write reaches the disk in {seconds * 1000:.1f} ms. Every move waits for that: use an SSD instead of a card"
    )
    found = only(check_disk(EN, folder, 0))
    assert found[0] == level
    assert found[1].startswith(said)


class Cold:
    """Nothing is compiled."""

    done = False

    def __init__(self, *_: Any, **__: Any) -> None: ...


def test_rules_that_are_not_compiled_are_a_warning(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(compiling, "Compilation", Cold)
    monkeypatch.setattr(caching, "CACHE", tmp_path / "rules-new")
    level, text = only(check_cache(EN))
    assert level == "warning"
    assert text.endswith("Compile them now: kartentisch warm")
    monkeypatch.setattr(caching, "CACHE", tmp_path / "kartentisch-x1y2" / "rules-new")
    level, text = only(check_cache(EN))
    assert level == "fault"
    assert text.endswith("Name a folder in KARTENTISCH_CACHE.")


def test_what_older_versions_compiled_is_named_when_it_is_much(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(caching, "CACHE", tmp_path / "rules-new")
    for name in ("rules-old", "rules-new"):
        (tmp_path / name).mkdir()
        with (tmp_path / name / "code").open("wb") as file:
            file.truncate(200_000_000)
    monkeypatch.setattr(Cold, "done", True)
    monkeypatch.setattr(compiling, "Compilation", Cold)
    assert only(check_cache(EN))[1].startswith("200 MB were compiled by other versions.")


def test_too_few_descriptors_are_a_warning() -> None:
    level, text = only(check_limits(EN, 10**9))
    assert level == "warning"
    assert text.endswith("not 1,000,000,000. Raise it: ulimit -n, or LimitNOFILE of systemd.")


def test_a_port_that_somebody_else_has_is_a_fault() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        level, text = only(check_port(EN, "127.0.0.1", port, None, held=False))
    assert level == "fault"
    assert text.startswith(f"The server cannot listen at port {port}: port {port} is taken")
    assert text.endswith("End what uses it, or choose another one with --port.")
    assert wrong(check_port(EN, "127.0.0.1", port, None, held=False)) == []


def test_a_server_that_does_not_answer_is_a_fault(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(Hold(folder)):
        assert doctor(folder) == 1
    said = capsys.readouterr().out
    assert "A server holds the folder but does not answer at port" in said
    assert "Name its port with --port; if that is right, start it again." in said
