"""Where a server can be reached, and what it says when it cannot start."""

from __future__ import annotations

from pathlib import Path

import pytest

from kartentisch.store import SqliteStore, signing_key
from kartentisch.store.opening import Opened
from kartentisch.table.facts import Fact
from kartentisch.web import serve
from kartentisch.web.access.public_address import PublicAddress
from kartentisch.web.access.tokens import Tokens
from kartentisch.web.app import create_app
from kartentisch.web.network.connections import Admissions, ConnectionLimits
from kartentisch.web.pages.security_headers import policy
from kartentisch.web.server import server
from kartentisch.web.socket import connection
from kartentisch.words.language import language
from tests.plain_store import plain
from tests.web.support.kit import House


def test_a_second_server_on_the_same_folder_is_refused_with_a_sentence(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    try:
        with pytest.raises(ValueError, match=r"Another server is running on this data folder.*in PostgreSQL"):
            serve.run(port=0, data=tmp_path)
    finally:
        store.close()


def with_a_table(folder: Path) -> bytes:
    """A data folder with a table; its key."""
    key = signing_key(folder)
    store = SqliteStore(folder)
    plain(store).append("table1", 0, [Fact(1, "opened", text="{}")]).result()
    store.close()
    return key


@pytest.mark.parametrize("damage", ["missing", "damaged"])
def test_without_the_key_to_its_tables_the_server_does_not_start_and_says_why(damage: str, tmp_path: Path) -> None:
    key = with_a_table(tmp_path)
    path = tmp_path / "key"
    path.unlink() if damage == "missing" else path.write_bytes(b"short")
    before = sorted(one.name for one in tmp_path.iterdir())
    with pytest.raises(ValueError, match=f"{damage}, without which no link to a seat .* --new-key") as error:
        serve.run(port=0, data=tmp_path)
    assert str(tmp_path) in str(error.value)
    assert sorted(one.name for one in tmp_path.iterdir()) == before
    store = SqliteStore(tmp_path)
    try:
        held = Opened(store, store.holds_tables)
        made = serve.key_of(tmp_path, held, new_key=True)
        assert made != key
        assert serve.key_of(tmp_path, held, new_key=True) == made, "one that is there stays"
    finally:
        store.close()


def test_a_folder_without_tables_gets_its_key_without_a_word(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = SqliteStore(tmp_path)
    try:
        held = Opened(store, store.holds_tables)
        assert len(serve.key_of(tmp_path, held, new_key=False)) == 32
        assert capsys.readouterr().err == ""
        (tmp_path / "key").chmod(0o644)
        serve.key_of(tmp_path, held, new_key=False)
        assert "Now only its owner can." in capsys.readouterr().err
    finally:
        store.close()


@pytest.mark.parametrize("code", ["en", "de"])
def test_an_invitation_is_a_link_with_its_picture_or_says_what_to_do(code: str) -> None:
    t = language(code)
    far = PublicAddress("http://192.168.1.7:8000").invite(t, "abc")
    assert far.link == "http://192.168.1.7:8000/t/abc"
    assert far.qr.startswith("<svg ")
    near = PublicAddress().invite(t, "abc")
    assert (near.link, near.qr) == ("", "")
    assert "make play" in near.text
    assert "kartentisch serve --lan" in near.text


def test_a_host_that_is_no_name_is_left_out_of_the_policy() -> None:
    assert b"ws://cards.local:8000" in policy("cards.local:8000")
    assert b"evil" not in policy("x; script-src evil")


def test_a_dead_line_is_noticed_soon_and_a_page_in_the_background_is_not_taken_for_one() -> None:
    """Pages in the background are let run once a minute; the protocol's own pings they answer at once."""
    config = server(create_app(House().rooms, Tokens(b"k" * 32)), [], Admissions(ConnectionLimits())).config
    assert (config.ws_ping_interval or 99) + (config.ws_ping_timeout or 99) <= 20
    assert connection.SILENT > 2 * 60
