"""Before the disk is full the log says so, once and then once an hour; before tables are deleted it says so too."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from kartentisch.store import MemoryStore
from kartentisch.web.live import disk, janitor
from kartentisch.web.live.disk import Disk
from kartentisch.web.live.retention import DAY, Retention
from tests.web.support.kit import START, House, in_house


def test_too_little_room_is_logged_as_soon_as_it_is_seen_and_then_once_an_hour(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = [600]
    monkeypatch.setattr(shutil, "disk_usage", lambda path: shutil._ntuple_diskusage(1000, 0, room[0] * 10**6))
    watch = Disk(tmp_path, 500 * 10**6)
    with capture_logs() as logs:
        watch.look()
        assert logs == []
        room[0] = 499
        for _ in range(disk.AGAIN):
            watch.look()
        assert [(line["event"], line["free_mb"], line["warn_below_mb"]) for line in logs] == [
            ("disk nearly full", 499, 500)
        ]
        watch.look()
        assert len(logs) == 2
        room[0] = 501
        watch.look()
        room[0] = 10
        watch.look()
        assert len(logs) == 3, "it was better meanwhile"


def test_no_threshold_or_no_folder_is_no_warning(tmp_path: Path) -> None:
    assert Disk(tmp_path, 0).short() is None
    assert Disk(None, 10**18).short() is None
    assert Disk(tmp_path / "gone", 10**18).short() is None
    assert Disk(tmp_path, 10**18).short() is not None


def test_closed_tables_are_deleted_not_before_the_log_has_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    store = MemoryStore()

    async def closed(house: House) -> str:
        room = await house.open("you", "open")
        house.hands.now += 31 * DAY
        await janitor.tidy(house.rooms, Retention())
        return room.id

    table_id: str = in_house(closed, store=store)

    async def later(house: House) -> None:
        house.hands.now = START + 400 * DAY
        with capture_logs() as logs:
            await janitor.wake(house.rooms)
        said = [line for line in logs if line["event"] == "closed tables will be deleted"]
        assert [(line["n"], line["days"], line["minutes"]) for line in said] == [(1, 365, janitor.FIRST)]
        assert "--delete-after never" in said[0]["hint"]
        assert not await store.deleted(table_id)
        await janitor.tidy(house.rooms, house.rooms.retention)
        assert await store.deleted(table_id)

    in_house(later, store=store)
