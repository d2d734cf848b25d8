"""A page of a table whose line to the server is held by the test: it pushes scenes and sees what the page asks."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import msgspec
import uvicorn

from kartentisch.web import scene as s
from kartentisch.web.server import GRACE
from tests.processes import PATIENCE
from tests.web.support import fake_table

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

PHONE, DESKTOP = (390, 844), (1440, 900)
MOVING: dict[str, Any] = {"reduced_motion": "no-preference"}
"""For a page on which cards fly, as most people have it."""
GUARD = 500
"""So long after a move, in ms, the same spot can be pressed again."""
STYLED = """() => !document.querySelector('.side') || Object.entries({
  wide: '(min-width: 1100px)', tablet: '(min-width: 700px) and (max-width: 1099px) and (min-height: 481px)',
  landscape: '(max-height: 480px) and (min-width: 560px) and (max-width: 1099px)',
}).every(([name, large]) => !matchMedia(large).matches
  || [...document.styleSheets].some(({ href }) => href?.endsWith(`/${name}.css`)))"""
"""Large and low windows have a style sheet of their own, which comes when the window becomes so."""
DRAWN = "() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
Seat = Callable[..., Any]
"""`seat(scene, size, options)`: a page of its own browser."""

SOCKET = """(() => {
  const line = { asks: [], fetched: [], scene: null, held: null, refuse: '', push(scene, log = []) {
    line.scene = scene;
    for (const one of line.open) one.down({ t: 'scene', scene, log, fresh: false });
  }, hold() { line.held = []; }, release() {
    const held = line.held;
    line.held = null;
    for (const answer of held) answer();
  }, open: new Set() };
  class Line extends EventTarget {
    static OPEN = 1;
    readyState = 0;
    constructor() {
      super();
      setTimeout(() => { this.readyState = 1; line.open.add(this); this.onopen?.(); }, 0);
    }
    down(message) { this.onmessage?.({ data: JSON.stringify(message) }); }
    send(text) {
      const up = JSON.parse(text);
      if (up.t === 'hello') {
        this.down({ t: 'welcome', version: 1, table: 't', seat: 0 });
        if (line.scene) this.down({ t: 'scene', scene: line.scene, log: [], fresh: true });
      } else if (up.t === 'ping') this.down({ t: 'pong', n: line.scene?.n ?? 0 });
      else if (up.t === 'fetch') {
        line.fetched.push(up.have);
        this.down({ t: 'scene', scene: line.scene, log: [], fresh: false });
      }
      else if (up.t === 'ask') {
        line.asks.push(up);
        const answer = () => this.down(line.refuse ? { t: 'refused', id: up.id, code: 'no', text: line.refuse }
          : { t: 'done', id: up.id, n: line.scene.n, text: up.do === 'tell' ? `This is ${up.arg}.` : undefined });
        if (line.held) line.held.push(answer);
        else setTimeout(answer, 0);
      }
    }
    close() { line.open.delete(this); }
  }
  window.WebSocket = Line;
  window.line = line;
})()"""


@contextmanager
def files() -> Iterator[str]:
    """The pages of the fake table on a loopback port; its sockets are not used."""
    found = socket.socket()
    found.bind(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(fake_table.app, log_level="warning", timeout_graceful_shutdown=GRACE))
    thread = threading.Thread(target=lambda: server.run(sockets=[found]))
    thread.start()
    until = time.monotonic() + PATIENCE
    while not server.started and time.monotonic() < until:
        time.sleep(0.02)
    try:
        yield f"http://127.0.0.1:{found.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        assert not thread.is_alive(), "the server has not ended"


def raw(scene: s.Scene) -> dict[str, Any]:
    """A scene as it goes over the wire."""
    found: dict[str, Any] = json.loads(msgspec.json.encode(scene))
    return found


def changed(scene: s.Scene, zone: str, **fields: Any) -> s.Scene:
    """The scene with other fields of one zone: the zone itself may be part of other scenes too."""
    assert zone in [one.id for one in scene.zones], zone
    scene.zones = [msgspec.structs.replace(one, **fields) if one.id == zone else one for one in scene.zones]
    return scene


def open_table(
    context: BrowserContext,
    address: str,
    scene: s.Scene,
    options: dict[str, Any] | None = None,
    *,
    path: str = "/t/line/0",
    script: str = "",
    held: bool = False,
) -> Page:
    """A page that shows this scene; `options`: what the person at it prefers; `script` runs before all others.

    `held`: its clock stands still once it is there, and goes on by `page.clock.run_for`.
    """
    page = context.new_page()
    if held:
        page.clock.install(time=0)
    page.add_init_script(f"{SOCKET}; {script}")
    if options is not None:
        kept = f"localStorage['kartentisch.options'] ??= {json.dumps(json.dumps(options))}"
        page.add_init_script(kept)
    page.add_init_script(f"line.scene = {json.dumps(raw(scene))}")
    page.goto(address + path)
    page.wait_for_selector(f".page[data-number='{scene.n}']")
    if held:
        page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)  # in seconds
    return page


def resize(page: Page, width: int, height: int) -> None:
    """Another size of the window, with the style sheet that it needs."""
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function(STYLED)
    page.evaluate(DRAWN)


def push(page: Page, scene: s.Scene, log: Sequence[s.Line] = ()) -> None:
    lines = json.loads(msgspec.json.encode(list(log)))
    page.evaluate("([scene, log]) => line.push(scene, log)", [raw(scene), lines])


def hold(page: Page) -> None:
    """Answers wait for `release`."""
    page.evaluate("line.hold()")


def release(page: Page) -> None:
    page.evaluate("line.release()")


def asks(page: Page, do: str = "play") -> list[list[str]]:
    """The moves of all asks of a kind so far."""
    found: list[list[str]] = page.evaluate("do_ => line.asks.filter(a => a.do === do_).map(a => a.moves ?? a.path)", do)
    return found


def up_cards(page: Page) -> list[str]:
    """The cards of the hand that are raised."""
    found: list[str] = page.evaluate(
        "() => [...document.querySelectorAll('.fan.mine > .up')].map(card => card.dataset.card)"
    )
    return found


# ---- Scenes ----------------------------------------------------------------------------------------------------------


def cards(faces: Sequence[str], low: Sequence[str] = ()) -> list[s.Card]:
    """Cards of a hand or pile, equal faces numbered."""
    return [
        s.Card(f"{face}.{faces[:k].count(face) + 1}", f"solo/{face}", words(face), low=face in low)
        for k, face in enumerate(faces)
    ]


def words(face: str) -> str:
    return f"{ {'b': 'blue', 'g': 'green', 'r': 'red', 'y': 'yellow'}[face[0]] } {face[1:]}"


def deck(n: int) -> list[str]:
    """Some faces, each once or twice."""
    return ([f"{colour}{value}" for value in range(1, 11) for colour in "bgry"] * 2)[:n]


def scene(
    hand: Sequence[str], n: int = 10, *, top: Sequence[str] = ("b5",), plays: Sequence[str] | None = None, **more: Any
) -> s.Scene:
    """A table of two with a hand, a draw pile, an open pile and a row; `plays`: what can be played now (all of it)."""
    fits = list(hand if plays is None else plays)
    yours = more.pop("yours", True)
    own = more.pop("own", 0)
    steps = [
        s.Step(face, [f"hand/{face}", "top"], [words(face), "Play it"], f"Play {words(face)}")
        for face in dict.fromkeys(fits)
    ]
    steps.append(s.Step("draw", ["button:draw"], ["Draw"], "Draw a card"))
    back = "solo/back"
    zones = [
        s.Zone("hand", "fan", "Your hand", "hand", cards=cards(hand, [face for face in hand if face not in fits])),
        s.Zone("draw", "pile", "Draw pile", "table", (0, 0, 1, 1), hidden=30, count=30, back=back, show_label=True),
        s.Zone("top", "pile", "Open pile", "table", (1, 0, 1, 1), cards=cards(list(top))[-1:], size="big"),
        s.Zone("hand-1", "fan", "Ben’s hand", "seat", seat=1, hidden=7, back=back),
        *more.pop("zones", []),
    ]
    if own:
        zones.append(s.Zone("own", "pile", "Your pile", "own", hidden=own, count=own, back=back, show_label=True))
    given: dict[str, Any] = {
        "since": n, "game": "fake", "title": "Fake", "subtitle": "", "language": "en", "seat": 0, "phase": "playing",
        "prompt": s.Prompt("Your turn." if yours else "Waiting for Ben.", "", yours),
        "seats": [
            s.Seat(0, "Anna", "mug", "person", True, yours, element="seat:0"),
            s.Seat(1, "Ben", "pear", "person", False, not yours, element="seat:1"),
        ],
        "columns": [1, 1.6], "rows": 1, "zones": zones, "buttons": [s.Button("button:draw", "Draw")],
        "steps": steps if yours else [],
    }  # fmt: skip
    return s.Scene(n=n, **{**given, **more})
