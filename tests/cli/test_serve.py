"""`kartentisch serve`: options that do not fit together are told in one sentence, before anything is started."""

from __future__ import annotations

from pathlib import Path

import pytest

from kartentisch.cli import app

STORE = ("--store", "postgresql://ada@127.0.0.1:1/cards")


def said(capsys: pytest.CaptureFixture[str], folder: Path, *words: str) -> str:
    assert app.run(["serve", "--port", "0", "--data", str(folder / "data"), *words]) == 1
    return capsys.readouterr().err.strip()


@pytest.mark.parametrize(
    "words", [("--node", "n1"), ("--inner", "8100"), ("--lease", "8"), ("--store-password-file", "file")], ids=" ".join
)
def test_what_servers_of_a_database_need_is_refused_without_a_database(
    words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sentence = "--store-password-file, --node, --inner and --lease need --store, the address of a database."
    assert said(capsys, tmp_path, *words) == sentence
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("lease", ["-8", "0", "2", "61", "1000000"])
def test_a_lease_that_is_too_short_or_too_long_is_refused(
    lease: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sentence = f"--lease is {float(lease):g}. Choose 3 to 60 seconds."
    assert said(capsys, tmp_path, *STORE, f"--lease={lease}") == sentence
    assert not (tmp_path / "data").exists()
