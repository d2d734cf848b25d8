"""`check` and `replay` of records as people have them: half ones, from other systems, changed ones."""

from __future__ import annotations

from pathlib import Path

import pytest

import kartentisch as kt
from kartentisch.cli import app
from tests.play.helpers import wander

WHOLE = wander(kt.Match("schwupps", 2, seed=3), 400)
TEXT = WHOLE.record(hashed=True)
HALF = "\n".join(WHOLE.record().split("\n")[:-5])


def said(command: list[str], text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    path = tmp_path / "record.txt"
    path.write_bytes(text.encode())
    code = app.run([command[0], str(path), *command[1:]])
    out = capsys.readouterr()
    return code, out.out, out.err


def test_a_record_from_another_system_holds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert WHOLE.over
    for text in (TEXT, "\ufeff" + TEXT.replace("\n", "\r\n") + "\r\n\r\n", WHOLE.record()):
        code, out, err = said(["check"], text, tmp_path, capsys)
        assert (code, err) == (0, "")
        assert out.startswith("The record holds: schwupps, seats: 2, rounds: 1, moves: ")
        assert "not over" not in out
        assert said(["replay"], text, tmp_path, capsys)[0] == 0


def test_half_a_record_holds_and_the_match_is_said_not_to_be_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = said(["check"], HALF, tmp_path, capsys)
    assert (code, out.endswith(". The match is not over: the record ends before it.\n")) == (0, True)
    for language, line in (
        ("en", "The record ends here. The match is not over."),
        ("de", "Hier endet die Aufzeichnung. Die Partie ist noch nicht zu Ende."),
    ):
        code, out, _ = said(["replay", "--language", language], HALF, tmp_path, capsys)
        assert (code, out.splitlines()[-1]) == (0, line)
        assert line not in said(["replay", "--language", language], TEXT, tmp_path, capsys)[1]


@pytest.mark.parametrize("command", ["check", "replay"])
def test_a_changed_text_is_told_by_its_hash(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for text in ("\n".join(TEXT.split("\n")[:-3]), TEXT.replace('"match":', '"match": ')):
        code, _, err = said([command], text, tmp_path, capsys)
        assert (code, err) == (1, "line 5: the text was changed, or its end is missing: this is not its hash\n")
