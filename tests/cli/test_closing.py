"""A table that is closed without a server ends like one that is closed by its server."""

from __future__ import annotations

from pathlib import Path

import pytest

from kartentisch.cli import app
from kartentisch.proof import draws
from kartentisch.proof.draws import luck_key
from kartentisch.store import SqliteStore, signing_key
from kartentisch.store.reading import FolderLogs
from kartentisch.table.facts import Ask
from tests.web.support.draws import deal, drawn, two_members
from tests.web.support.kit import House, in_house


def test_the_secret_of_its_luck_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def work(house: House) -> str:
        drawn(house, luck_key(signing_key(tmp_path)))
        room, members = await two_members(house)
        await room.ask(Ask("start", 0, "start-00000"))
        await deal(house, room, members)
        return room.id

    store = SqliteStore(tmp_path)
    table: str = in_house(work, store=store)
    store.close()
    assert app.run(["tables", "close", table, "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().out.endswith(f"Closed: {table}.\n")
    with FolderLogs(tmp_path) as logs:
        ((_, facts),) = logs
    assert [fact.kind for fact in facts][-2:] == ["closed", "secret"]
    assert draws.secret(luck_key(signing_key(tmp_path)), draws.bind(table), 1) in facts[-1].text
    assert app.run(["check", str(tmp_path)]) == 0
