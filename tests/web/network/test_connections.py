"""Too many connections, or ones that send or read too little, shut nobody out."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from kartentisch.web.access.tokens import Tokens
from kartentisch.web.app import create_app
from kartentisch.web.network import protocols
from kartentisch.web.network.connections import ConnectionLimits
from kartentisch.web.pages.security_headers import SecurityHeaders
from kartentisch.web.socket import connection
from tests.web.support.kit import KEY, House, kept_bot_pool
from tests.web.support.listening import GET, HALF_FORM, HALF_HEAD, Listening, all_of, listening, opened, status, until


@contextmanager
def site(**how: Any) -> Iterator[tuple[Listening, House]]:
    """The whole application on a port."""
    house = House()
    app = create_app(house.rooms, Tokens(KEY), house.public_address)
    with kept_bot_pool(), listening(app, **how) as found:
        yield found, house


# ---- Time-outs -------------------------------------------------------------------------------------------------------


def test_the_time_outs_are_those_that_were_said() -> None:
    assert (protocols.HEADERS_WITHIN, protocols.BODY_WITHIN) == (10, 20)


@pytest.mark.parametrize("sends", [b"", b"\r\n", b"GET", HALF_HEAD])
def test_a_head_that_does_not_come_to_its_end_is_not_waited_for(sends: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor one that trickles: what counts is when it began."""
    monkeypatch.setattr(protocols, "HEADERS_WITHIN", 0.3)
    with site() as (found, _):
        line = found.connect(sends)
        began = time.monotonic()
        answer = all_of(line)
        assert status(answer) == (408 if sends else 0)
        if sends == HALF_HEAD:
            line = found.connect(sends)
            line.settimeout(0.05)
            closed = False
            while not closed and time.monotonic() - began < 20:
                try:
                    line.sendall(b"x")
                    closed = bool(line.recv(100))
                except TimeoutError:
                    continue
                except OSError:
                    closed = True
            assert closed
        assert status(all_of(found.connect(GET))) == 200
        until(lambda: len(found.admissions) == 0)


def test_a_head_between_two_requests_has_its_time_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocols, "HEADERS_WITHIN", 0.3)
    with site() as (found, _):
        line = found.connect(GET.replace(b"connection: close\r\n", b""))
        assert status(line.recv(1000)) == 200
        line.sendall(HALF_HEAD)
        assert b"HTTP/1.1 408" in all_of(line)


def test_a_form_that_does_not_come_to_its_end_is_not_waited_for_and_is_no_fault(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(protocols, "BODY_WITHIN", 0.3)
    with caplog.at_level(logging.WARNING), site() as (found, _):
        assert status(all_of(found.connect(HALF_FORM))) == 408
        found.connect(HALF_FORM).close()
        until(lambda: len(found.admissions) == 0)
        assert status(all_of(found.connect(GET))) == 200
    assert caplog.text == ""


def test_a_head_without_an_end_is_refused_before_it_fills_the_memory() -> None:
    with site() as (found, _):
        line = found.connect(HALF_HEAD)
        sent = 0
        try:
            while sent < 100 * protocols.MOST_HEAD:
                line.sendall(b"x" * 4096)
                sent += 4096
        except OSError:
            pass
        assert sent < 100 * protocols.MOST_HEAD
        assert status(all_of(found.connect(GET))) == 200


def test_who_reads_nothing_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocols, "READ_WITHIN", 0.3)

    async def much(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            return
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"x" * 50_000_000})

    with listening(much) as found:
        line = found.connect(GET, receive_buffer=4096)
        until(lambda: len(found.admissions) == 1)
        until(lambda: len(found.admissions) == 0)
        line.close()


# ---- Limits ----------------------------------------------------------------------------------------------------------


def test_half_sent_requests_make_room_for_whole_ones() -> None:
    """The oldest is given up: whoever holds many shuts nobody out."""
    with site(limits=ConnectionLimits(20, 30)) as (found, _), ExitStack() as stack:
        half = [stack.enter_context(found.connect(HALF_HEAD if n % 2 else HALF_FORM)) for n in range(60)]
        for _ in range(5):
            assert status(all_of(found.connect(GET))) == 200
        assert status(all_of(half[0])) in (0, 408), "it may be closed before it was read"
        until(lambda: len(found.admissions) <= 20)
        assert found.admissions.given_up >= 40
        assert found.admissions.refused == 0


def test_beyond_the_limit_a_new_connection_is_refused_with_a_sentence_and_open_pages_stay() -> None:
    with site(limits=ConnectionLimits(3, 0)) as (found, _), ExitStack() as stack:
        address = f"ws://127.0.0.1:{found.port}/t/{opened(found)[0]}/watch/socket"
        pages = [stack.enter_context(connect(address)) for _ in range(3)]
        answer = all_of(found.connect(GET))
        assert status(answer) == 503
        assert b"Too many connections are open." in answer
        assert b"Es sind zu viele Verbindungen offen." in answer
        pages.pop().close()
        until(lambda: len(found.admissions) == 2)
        assert status(all_of(found.connect(GET))) == 200
        pages[0].send('{"t":"hello","version":1}')
        assert '"t":"welcome"' in str(pages[0].recv(20))


def test_a_socket_that_says_no_hello_is_closed_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    assert connection.HELLO_WITHIN == 10
    monkeypatch.setattr(connection, "HELLO_WITHIN", 0.3)
    with site() as (found, _):
        with connect(f"ws://127.0.0.1:{found.port}/t/{opened(found)[0]}/watch/socket") as page:
            assert "A connection begins with a hello." in str(page.recv(20))
        until(lambda: len(found.admissions) == 0)


def test_behind_a_proxy_each_address_has_its_own_limit() -> None:
    with site(limits=ConnectionLimits(2, 0), proxies=["127.0.0.1"]) as (found, _), ExitStack() as stack:
        address = f"ws://127.0.0.1:{found.port}/t/{opened(found)[0]}/watch/socket"
        one, other = {"x-forwarded-for": "198.51.100.1"}, {"x-forwarded-for": "198.51.100.2"}
        for _ in range(2):
            stack.enter_context(connect(address, additional_headers=one))
        with pytest.raises(InvalidStatus):
            connect(address, additional_headers=one)
        answer = all_of(found.connect(GET.replace(b"host: x", b"host: x\r\nx-forwarded-for: 198.51.100.1")))
        assert status(answer) == 503
        assert b"Too many connections are open." in answer
        stack.enter_context(connect(address, additional_headers=other))
        assert status(all_of(found.connect(GET))) == 200, "the proxy itself is not counted"


# ---- The log ---------------------------------------------------------------------------------------------------------


def test_a_refused_origin_is_answered_and_is_no_error_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING), site() as (found, _):
        address = f"ws://127.0.0.1:{found.port}/t/{opened(found)[0]}/watch/socket"
        with pytest.raises(InvalidStatus) as refused:
            connect(address, origin=Origin("https://evil.example"))
        assert refused.value.response.status_code == 403
        assert b"This request comes from another site" in refused.value.response.body
        until(lambda: len(found.admissions) == 0)
    assert caplog.text == ""


def test_what_takes_too_long_when_the_server_stops_is_answered_and_is_no_fault(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("kartentisch.web.server.GRACE", 1)

    async def slow(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "lifespan":
            await asyncio.Event().wait()

    with listening(SecurityHeaders(slow)) as found:
        assert found.server is not None
        line = found.connect(GET)
        until(lambda: bool(found.server and found.server.server_state.tasks))
        found.server.should_exit = True
        answer = all_of(line)
        assert status(answer) == 503
        assert b"The server is being restarted." in answer
    assert "Traceback" not in caplog.text
    assert "Exception" not in caplog.text
