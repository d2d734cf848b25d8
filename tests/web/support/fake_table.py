"""A table without rules or store, for the browser client alone: the page, its files, and scripted scenes.

`python -m tests.web.support.fake_table 8123`, then `/t/plain/0` in a browser. Other tables: `waiting`, `ten`, `steps`
(moves of several steps), `race` (a ring), `many` (thirty cards), `over`, and those of `fake_more.py`. The control "Cut"
in the menu cuts the line.
"""

from __future__ import annotations

import asyncio
import sys

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from kartentisch.web import wire
from kartentisch.web.pages.static_files import serve, static
from kartentisch.web.pages.texts import texts
from tests.web.support.fake_more import fake as new_fake
from tests.web.support.fake_scenes import Fake

CSP = "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
TABLES: dict[tuple[str, int], Fake] = {}
encode = msgspec.json.encode


async def socket(ws: WebSocket) -> None:
    kind, seat = ws.path_params["table"], int(ws.path_params["seat"])
    fake = TABLES.setdefault((kind, seat), new_fake(kind, seat))
    await ws.accept()
    hello = msgspec.json.decode(await ws.receive_text(), type=wire.Up)
    assert isinstance(hello, wire.Hello)
    known = 0

    async def show(fresh: bool = False) -> None:
        nonlocal known
        lines, known = fake.lines[known:], len(fake.lines)
        await ws.send_text(encode(wire.SceneDown(fake.scene(), lines, fresh)).decode())

    await ws.send_text(encode(wire.Welcome(1, kind, seat)).decode())
    known = 0 if hello.have < 0 else sum(line.n <= hello.have for line in fake.lines)
    await show(hello.have < 0)
    try:
        while True:
            up = msgspec.json.decode(await ws.receive_text(), type=wire.Up)
            if isinstance(up, wire.Ping):
                await ws.send_text(encode(wire.Pong(fake.n)).decode())
            if not isinstance(up, wire.Ask):
                continue
            if up.do == "cut" and up.id not in fake.seen:
                fake.seen[up.id] = encode(wire.Done(up.id, fake.n))
                return await ws.close()
            if up.id not in fake.seen:
                fake.seen[up.id] = encode(fake.ask(up))
            await ws.send_text(fake.seen[up.id].decode())
            await show()
            while fake.phase == "playing" and fake.turn != fake.seat and fake.seat >= 0:
                await asyncio.sleep(0.9)
                fake.others()
                await show()
    except WebSocketDisconnect:
        return


async def page(request: Request) -> Response:
    table, seat = request.path_params["table"], request.path_params["seat"]
    code = "de" if request.query_params.get("language") == "de" else "en"
    quoted = texts(code).replace("&", "&amp;").replace("'", "&#39;")
    TABLES.pop((table, int(seat)), None) if "new" in request.query_params else None
    return HTMLResponse(
        f"""<!doctype html><html lang="{code}"><head><meta charset="utf-8"><title>Table</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<link rel="icon" href="{static("favicon.svg")}">
<link rel="stylesheet" href="{static("css/tokens.css")}">
<link rel="stylesheet" href="{static("css/base.css")}">
<link rel="stylesheet" href="{static("css/table.css")}">
</head><body data-table="{table}" data-seat="{seat}"
data-socket="/t/{table}/{seat}/socket" data-language="{code}" data-texts='{quoted}'>
<div id="app"></div><script type="module" src="{static("js/table.js")}"></script></body></html>""",
        headers={"Content-Security-Policy": CSP},
    )


app = Starlette(
    routes=[
        Route("/t/{table}/{seat}", page),
        WebSocketRoute("/t/{table}/{seat}/socket", socket),
        Route("/static/{path:path}", serve),
    ]
)

if __name__ == "__main__":
    import uvicorn

    uvicorn.run(app, port=int(sys.argv[1]) if len(sys.argv) > 1 else 8123, log_level="warning")
