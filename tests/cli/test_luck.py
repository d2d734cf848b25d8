"""`kartentisch check` says what can be said of the luck of a record, and ends with 1 if anything contradicts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kartentisch.cli import app
from tests.web.support.draws import drawn, whole_match
from tests.web.support.kit import in_house


@pytest.fixture(scope="module")
def fair(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a record and a receipt."""

    async def work(house: Any) -> tuple[str, str]:
        _, members, text = await whole_match(drawn(house))
        return text, members[0].receipt()

    folder = tmp_path_factory.mktemp("fair")
    text, receipt = in_house(work)
    (folder / "record.txt").write_text(text, encoding="utf-8")
    (folder / "receipt.json").write_text(receipt, encoding="utf-8")
    return folder


def check(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str]:
    capsys.readouterr()
    code = app.run(["check", *map(str, arguments)])
    out, error = capsys.readouterr()
    return code, out + error


def test_a_record_with_its_receipt_is_proved(fair: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = check(capsys, fair / "record.txt", "--receipt", fair / "receipt.json")
    assert (code, "Luck of this match: proved." in out) == (0, True), out


def test_a_receipt_that_contradicts_ends_with_1(fair: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = json.loads((fair / "receipt.json").read_text(encoding="utf-8"))
    said["draws"]["1"]["promise"] = "9" * 64
    other = tmp_path / "other.json"
    other.write_text(json.dumps(said), encoding="utf-8")
    code, out = check(capsys, fair / "record.txt", "--receipt", other)
    assert (code, "Draw 1: this page was shown another promise." in out) == (1, True), out
    other.write_text("{}", encoding="utf-8")
    code, out = check(capsys, fair / "record.txt", "--receipt", other)
    assert code != 0
    assert "This is no receipt of Kartentisch" in out
    code, out = check(capsys, tmp_path, "--receipt", other)
    assert code != 0
    assert "A receipt belongs to a record" in out
