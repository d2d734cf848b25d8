"""Where a server can be reached, and what it says when it cannot start."""

from __future__ import annotations

from pathlib import Path

import pytest

from kartentisch.store import SqliteStore
from kartentisch.web import serve, socket
from kartentisch.web.admissions import Admissions, ConnectionLimits
from kartentisch.web.reach import Reach
from kartentisch.web.safety import policy
from kartentisch.words.language import language


def test_a_second_server_on_the_same_folder_is_refused_with_a_sentence(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    try:
        with pytest.raises(ValueError, match="Another server is running on this data folder"):
            serve.run(port=0, data=tmp_path)
    finally:
        store.close()


@pytest.mark.parametrize("code", ["en", "de"])
def test_an_invitation_is_a_link_with_its_picture_or_says_what_to_do(code: str) -> None:
    t = language(code)
    far = Reach("http://192.168.1.7:8000").invite(t, "abc")
    assert far.link == "http://192.168.1.7:8000/t/abc"
    assert far.qr.startswith("<svg ")
    near = Reach().invite(t, "abc")
    assert (near.link, near.qr) == ("", "")
    assert "make play" in near.text
    assert "kartentisch serve --lan" in near.text


def test_a_host_that_is_no_name_is_left_out_of_the_policy() -> None:
    assert b"ws://cards.local:8000" in policy("cards.local:8000")
    assert b"evil" not in policy("x; script-src evil")


def test_a_dead_line_is_noticed_soon_and_a_page_in_the_background_is_not_taken_for_one() -> None:
    """Pages in the background are let run once a minute; the protocol's own pings they answer at once."""
    config = serve.server(object(), [], Admissions(ConnectionLimits())).config
    assert (config.ws_ping_interval or 99) + (config.ws_ping_timeout or 99) <= 20
    assert socket.SILENT > 2 * 60
