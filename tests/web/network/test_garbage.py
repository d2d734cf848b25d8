"""A page that leaves takes everything with it. What refers to itself would stay until the garbage collector stops the
server to look for it: after a crowd, for most of a second.
"""

from __future__ import annotations

import gc
import types
from collections import Counter

from kartentisch.web.access.tokens import Tokens
from kartentisch.web.app import create_app
from tests.web.support.kit import KEY, House, kept_bot_pool
from tests.web.support.listening import GET, Listening, all_of, framed, listening, opened, status, until, upgrading

VISITS = 10
OURS = ("kartentisch", "uvicorn", "starlette", "websockets")
"""The standard library's own transports refer to themselves; uvloop's, on which the server runs, do not."""


def visit(found: Listening, path: str, cookie: str, until_sent: bytes, politely: bool) -> None:
    """A page that leaves with a word or, like one whose network is gone, without."""
    page = upgrading(found, path, cookie)
    sent = page.recv(1000)
    page.sendall(framed('{"t":"hello","version":1}') + framed('{"t":"ping"}'))
    while until_sent not in sent:
        sent += page.recv(65_536)
    if politely:
        page.sendall(b"\x88\x80\0\0\0\0")
        all_of(page)
    page.close()


def garbage() -> Counter[str]:
    """What only the garbage collector finds."""
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        gc.collect()
        found: Counter[str] = Counter()
        for one in gc.garbage:
            kind = type(one)  # never `isinstance`, which asks a weak proxy for what is gone
            where = one.f_code.co_filename.replace("/", ".") if kind is types.FrameType else kind.__module__
            if any(f".{name}." in f".{where}." for name in OURS):
                found[one.f_code.co_qualname if kind is types.FrameType else kind.__qualname__] += 1
        return found
    finally:
        gc.set_debug(0)
        gc.garbage.clear()


def left_by(times: int, found: Listening, house: House) -> Counter[str]:
    """The garbage that this number of visits of each kind leaves."""
    table, cookie = opened(found)
    gc.collect()
    gc.disable()
    try:
        for _ in range(times):
            for politely in (True, False):
                visit(found, f"/t/{table}/0/socket", cookie, b'"t":"pong"', politely)
                visit(found, "/t/nosuchtable1/watch/socket", "", b'"t":"bye"', politely)
            assert status(all_of(found.connect(GET))) == 200
        until(lambda: len(found.admissions) == 0 and not any(room.pages for room in house.rooms.open_rooms()))
        return garbage()
    finally:
        gc.enable()


def test_a_page_that_leaves_is_no_garbage() -> None:
    house = House()
    app = create_app(house.rooms, Tokens(KEY), house.public_address)
    with kept_bot_pool(), listening(app) as found:
        left_by(1, found, house)  # what is made only once
        left = left_by(VISITS, found, house)
    assert {what: count for what, count in left.items() if count >= VISITS} == {}
