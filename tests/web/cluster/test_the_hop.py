"""What a server forwards arrives as it was sent, with nothing of anybody else."""

from __future__ import annotations

import asyncio

import pytest
from starlette.types import Message, Receive, Scope, Send
from websockets.asyncio.client import connect

from kartentisch.web.pages.errors import HELD
from tests.web.support.hop import Seen, hop

HEAD = b"HTTP/1.1\r\nHost: cards.example\r\nConnection: close\r\n"


class GivesCookies(Seen):
    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def given(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [(b"set-cookie", b"seat=secret; Path=/t/x/0"), (b"set-cookie", b"a=b")]
            await send(message)

        await super().__call__(scope, receive, given)


def test_what_one_visitor_is_given_is_not_sent_for_the_next_one() -> None:
    async def work() -> None:
        seen = GivesCookies()
        async with hop(seen) as line:
            first, second = [await line.send(b"GET /t/x/0 " + HEAD + b"\r\n") for _ in range(2)]
        assert first.count(b"set-cookie: ") == second.count(b"set-cookie: ") == 2
        assert [dict(scope["headers"]) for scope in seen.scopes] == [{b"host": b"cards.example"}] * 2

    asyncio.run(work())


@pytest.mark.parametrize(
    ("path", "query"),
    [
        (b"/t/x/../y/./z", b""),
        (b"/t/x//1", b"a=%zz&b"),
        (b"/t/x%2f%7E%00/0%0A", b"??a=?b"),
        (b"/t/x/'\"<>|^`{}\\[];a=b", b"a='\"<>|^`{}\\[]"),
        (b"/t/" + b"x" * 20_000, b""),
    ],
    ids=["dots", "slashes", "escapes", "odd", "long"],
)
def test_addresses_arrive_byte_for_byte(path: bytes, query: bytes) -> None:
    async def work() -> None:
        seen = Seen()
        async with hop(seen) as line:
            answer = await line.send(b"GET " + path + (b"?" + query if query else b"") + b" " + HEAD + b"\r\n")
        assert answer.endswith(b"ok")
        assert [(scope["raw_path"], scope["query_string"]) for scope in seen.scopes] == [(path, query)]

    asyncio.run(work())


@pytest.mark.parametrize("path", [b"/games/t/x/0?a=b", b"/t/x/0?a=b"], ids=["passed on", "stripped"])
def test_a_table_below_a_path_is_forwarded_whether_the_proxy_strips_the_path_or_not(path: bytes) -> None:
    async def work() -> None:
        seen, here = Seen(), Seen()
        async with hop(seen, at_first=here, base="/games") as line:
            for one in (path, b"/games/rules/solo", b"/games/static/t/x"):
                assert (await line.send(b"GET " + one + b" " + HEAD + b"\r\n")).endswith(b"ok")
        assert [scope["raw_path"] for scope in seen.scopes] == [path.partition(b"?")[0]]
        assert len(here.scopes) == 2

    asyncio.run(work())


def test_headers_arrive_byte_for_byte_but_those_of_a_line_and_of_servers() -> None:
    sent = [(b"x-name", "Jürgen".encode()), (b"cookie", b"a=\xff"), (b"x-none", b""), (b"accept", b"text/html")]
    own = b"X-KARTENTISCH-Pass: e30=.00\r\nConnection: x-kartentisch-pass\r\nForwarded: for=127.0.0.1\r\nTE: gzip\r\n"

    async def work() -> None:
        seen = Seen()
        async with hop(seen) as line:
            await line.send(b"GET /t/x " + HEAD + own + b"".join(b"%s: %s\r\n" % one for one in sent) + b"\r\n")
        assert seen.scopes[0]["headers"] == [*sent, (b"host", b"cards.example")]
        assert seen.scopes[0]["client"][0] == "127.0.0.1"

    asyncio.run(work())


def test_the_head_of_a_socket_arrives_too() -> None:
    upgrade = b"HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    key = b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
    cookie, path, query = "a=ü; b=日".encode() + b"\xff", b"/t/x/../0/socket;a", b"a=%zz'|"

    async def work() -> None:
        seen = Seen()
        async with hop(seen) as line:
            head = b"GET " + path + b"?" + query + b" " + upgrade + key + b"Cookie: " + cookie + b"\r\n\r\n"
            await line.send(head, hang_up=True)
        [scope] = seen.scopes
        assert (scope["raw_path"], scope["query_string"]) == (path, query)
        assert dict(scope["headers"])[b"cookie"] == cookie

    asyncio.run(work())


@pytest.mark.parametrize(
    ("head", "parts", "arrives"),
    [
        (b"Content-Length: 3\r\n", [b"abc"], b"abc"),
        (b"Content-Length: 3\r\nExpect: 100-continue\r\n", [b"abc"], b"abc"),
        (b"Transfer-Encoding: chunked\r\n", [b"3\r\nabc\r\n", b"2\r\nde\r\n0\r\n\r\n"], b"abcde"),
        (b"Content-Length: 3\r\nContent-Length: 4\r\n", [b"abcd"], None),
        (b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n", [b"3\r\nabc\r\n0\r\n\r\n"], None),
        (b"Transfer-Encoding: xchunked\r\n", [b"3\r\nabc\r\n0\r\n\r\n"], None),
        (b"Content-Length: +3\r\n", [b"abc"], None),
    ],
    ids=["whole", "expected", "chunks", "two lengths", "two ways", "another way", "no number"],
)
def test_a_body_arrives_once_or_not_at_all(head: bytes, parts: list[bytes], arrives: bytes | None) -> None:
    async def work() -> None:
        seen = Seen()
        async with hop(seen) as line:
            answer = await line.send(b"POST /t/x " + HEAD + head + b"\r\n", *parts)
        assert seen.bodies == ([] if arrives is None else [arrives])
        assert answer.endswith(b"ok") is (arrives is not None)

    asyncio.run(work())


@pytest.mark.parametrize("head", [b"Content-Length: 30\r\n\r\nabc", b"Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"])
def test_the_half_of_a_body_is_not_taken_for_all_of_it(head: bytes, caplog: pytest.LogCaptureFixture) -> None:
    """Its visitor has hung up, which is no fault of a server."""

    async def work() -> None:
        seen = Seen()
        async with hop(seen) as line:
            await line.send(b"POST /t/x " + HEAD + head, hang_up=True)
        assert (seen.bodies, seen.broken) == ([], 1)

    asyncio.run(work())
    assert caplog.text == ""


@pytest.mark.parametrize("owners", [("gone", "second"), ("gone", "gone", None)], ids=["another", "this"])
@pytest.mark.parametrize("size", [3, 1 << 15])
def test_a_body_is_not_lost_on_a_server_that_is_not_the_one(owners: tuple[str | None, ...], size: int) -> None:
    """It has got the body by the time it says so. Then another server has the table, or this one takes it."""

    async def work() -> None:
        seen, here = Seen(), Seen()
        async with hop(seen, owners, here) as line:
            head = b"POST /t/x " + HEAD + b"Content-Length: %d\r\n\r\n" % size
            assert (await line.send(head, b"a" * size)).endswith(b"ok")
        assert [seen.bodies, here.bodies][owners[-1] is None] == [b"a" * size]

    asyncio.run(work())


@pytest.mark.parametrize("owners", [("gone", "second"), ("gone", "gone", None)], ids=["another", "this"])
def test_a_body_that_was_too_long_to_keep_is_not_cut(owners: tuple[str | None, ...]) -> None:
    async def work() -> None:
        seen = Seen()
        async with hop(seen, owners, seen) as line:
            head = b"POST /t/x " + HEAD + b"Content-Length: 100000\r\n\r\n"
            assert (await line.send(head, b"a" * 100_000)).startswith(b"HTTP/1.1 503 ")
        assert seen.bodies == []

    asyncio.run(work())


def test_a_table_that_another_server_takes_at_the_same_moment_is_forwarded_there() -> None:
    class Late(Seen):
        async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
            scope[HELD]["x"] = True
            await super().__call__(scope, receive, send)

    async def work() -> None:
        seen, late = Seen(), Late()
        async with hop(seen, (None, "second"), late) as line:
            answer = await line.send(b"POST /t/x " + HEAD + b"Content-Length: 3\r\n\r\nabc")
        assert answer.count(b"HTTP/1.1 200 ") == 1
        assert (late.bodies, seen.bodies) == ([b"abc"], [b"abc"])

    asyncio.run(work())


class Breaks(Seen):
    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"100")]})
        await send({"type": "http.response.body", "body": b"half", "more_body": True})
        await asyncio.sleep(0.05)  # and it returns: the line is cut


def test_an_answer_that_breaks_off_is_cut_and_is_no_fault_of_this_server(caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        async with hop(Breaks()) as line:
            assert (await line.send(b"GET /t/x " + HEAD + b"\r\n")).endswith(b"half")

    asyncio.run(work())
    assert "Traceback" not in caplog.text


class Pushes(Seen):
    sent, enough = 0, False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while not self.enough:
            await send({"type": "websocket.send", "text": "x" * 20_000})
            self.sent += 1
            await asyncio.sleep(0)
        await send({"type": "websocket.close"})


async def sent_to_a_reader_who_sleeps(port: int, path: str, pushes: Pushes) -> int:
    """Messages until the server that sends them notices."""
    async with connect(f"ws://127.0.0.1:{port}{path}", max_queue=1, compression=None) as reader:
        sent = -1
        while sent != pushes.sent:
            sent = pushes.sent
            await asyncio.sleep(0.2)
        pushes.enough = True
        async for _ in reader:
            pass
        return sent


def test_a_slow_reader_is_noticed_over_the_hop_almost_as_soon() -> None:
    async def work() -> None:
        found = []
        for path in ("/straight", "/t/x/0/socket"):
            pushes = Pushes()
            async with hop(pushes, at_first=pushes) as line:
                found.append(await sent_to_a_reader_who_sleeps(line.public, path, pushes))
        assert found[1] < found[0] + 60, found

    asyncio.run(work())
