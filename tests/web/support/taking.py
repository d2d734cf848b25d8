"""Two browsers, one of which gives and one of which gets."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx2
from starlette.testclient import TestClient

PAD = {"id": "pad-of-solo", "at": 5, "options": {}, "people": 3, "entries": [{"id": "e1", "do": "end"}]}
STORED = {
    "kartentisch.options": '{"left":true}',
    "kartentisch.order.solo": "colour",
    "kartentisch.lesson.swup": '{"id":"x","step":3,"of":9}',
    "kartentisch.pads.solo": json.dumps([PAD, PAD | {"id": "another-pad"}]),
}
"""What a browser stores itself."""


def make(client: TestClient, stored: dict[str, str] | None = None, **more: Any) -> Any:
    return client.post("/take/make", json={"browser": STORED if stored is None else stored, **more})


def made(client: TestClient, stored: dict[str, str] | None = None, **more: Any) -> str:
    """The secret of a new link."""
    answer = make(client, stored, **more)
    assert answer.status_code == 200, answer.text
    assert answer.headers["cache-control"] == "no-store"
    link: str = answer.json()["link"]
    assert link.startswith("http://testserver/take#")
    return link.partition("#")[2]


def post(client: TestClient, what: str, secret: str, **more: Any) -> Any:
    return client.post(f"/take/{what}", json={"secret": secret, **more})


def refused(answer: Any) -> tuple[int, str]:
    assert set(answer.json()) == {"code", "text"}
    assert "set-cookie" not in answer.headers
    return answer.status_code, answer.json()["text"]


@contextmanager
def another(client: TestClient) -> Iterator[TestClient]:
    """Another browser at the same server."""
    kept = httpx2.Cookies(client.cookies)
    client.cookies.clear()
    try:
        yield client
    finally:
        client.cookies.clear()
        client.cookies.update(kept)


UNKNOWN = (404, "This link opens nothing. It is too old, or it was taken back.")
USED = (410, "This link was already used, and it works once. Make a new one on the other device.")
