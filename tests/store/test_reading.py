"""Reading the logs of a folder without its server: of tables, not of score pads."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from kartentisch.cli import app
from kartentisch.store.reading import FolderLogs
from kartentisch.table.facts import Fact
from tests.store.kit import done, opened, some


def test_a_score_pad_is_no_table_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(opened(tmp_path)) as store:
        done(store.append("pad", 0, [Fact(1, "pad", text="{}", time=9)]))  # type: ignore[arg-type]
        assert app.run(["serve", "--check", "--data", str(tmp_path)]) == 0
        assert "This version can read all tables: 0." in capsys.readouterr().out
        done(store.append("a", 0, some(1, 2)))
    with FolderLogs(tmp_path) as logs:
        assert [table_id for table_id, _ in logs] == ["a"]
