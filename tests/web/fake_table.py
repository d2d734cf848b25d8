"""A table without rules or store, for the browser client alone: the page, its files, and scripted scenes.

`python tests/web/fake_table.py 8123`, then `/t/plain/0` in a browser. Other tables: `waiting`, `ten`, `steps` (moves of
several steps), `race` (a ring), `many` (thirty cards), `over`. Pressing the
control "Cut" in the menu cuts the line.
"""

from __future__ import annotations

import asyncio
import json
import sys

from pathlib import Path
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from kartentisch.web import scene as s
from kartentisch.web import wire

STATIC = Path(s.__file__).parent / "static"
CSP = "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
COLOURS = {"b": "blue", "g": "green", "r": "red", "v": "violet", "y": "yellow"}
FIGURES = ["spoon", "mug", "pear", "salt", "teapot", "lemon", "eggcup", "candle", "cherries", "jar", "pretzel"]
NAMES = ["You", "Anna", "Ben Achterberg", "Mika (bot)", "Maximiliane Oberhuber 🎻", "ليلى حداد", "Tomasz", "Greta (bot)", "Yusuf", "Lea"]
QR = '<svg xmlns="http://www.w3.org/2000/svg" width="37" height="37"><path d="M4 4h7v7h-7zM26 4h7v7h-7zM4 26h7v7h-7zM14 14h9v9h-9z"/></svg>'


def words(face: str) -> str:
    return "aggravation card" if face == "!" else f"{COLOURS[face[0]]} {face[1:]}"


class Fake:
    """One reader's table; the same small script for everybody."""

    def __init__(self, kind: str, seat: int) -> None:
        self.kind, self.seat, self.n, self.since = kind, seat, 12, 12
        self.phase = {"waiting": "waiting", "over": "over"}.get(kind, "playing")
        self.hand = ["g7", "y9", "r3", "!"]
        if kind == "many":
            self.hand = [f"{c}{v}" for c in "bgr" for v in range(1, 11)]
        self.piles = {"A1": "b5", "A2": "v7", "B1": "y4", "B2": "r10"}
        self.tasks = {"A1": "+2", "A2": "nc", "B1": "n", "B2": "-1"}
        self.next, self.turn, self.acted = "c", max(0, seat), False
        self.seats = 10 if kind == "ten" else 4
        self.held = [4, 4, 5, 4, 12, 5, 8, 1, 4, 3]
        self.begun: list[str] = []
        self.moved: list[s.Moved] = []
        self.lines = [s.Line(1, "Anna shifts row B with an aggravation card. Ben takes a card from the common pile.", 1, "Anna"),
                      s.Line(2, "You play red 4 on B1.", 0, "You"), s.Line(3, "Ben shifts row A and takes a card.", 2, "Ben"),
                      s.Line(4, "ليلى plays yellow 10 on B2.", 2, "ليلى"), s.Line(12, "Mika ends the turn and draws 2.", 3, "Mika")]
        self.seen: dict[str, bytes] = {}

    # What is there to see.

    def fits(self, face: str) -> list[str]:
        if face == "!":
            return []
        return [p for p, top in self.piles.items() if face[1:] == top[1:] or face[0] == top[0] or (face, p) == ("g7", "A1")]

    def steps(self) -> list[s.Step]:
        if self.phase != "playing" or self.turn != self.seat:
            return []
        if self.kind == "steps":
            return self.many_steps()
        steps = []
        for face in sorted(set(self.hand)):
            steps += [s.Step(f"{face}>{p}", [f"hand/{face}", p], [words(face).capitalize(), f"On {p}"], f"Play {words(face)} on {p}")
                      for p in self.fits(face)]
            if face == "!":
                steps += [s.Step(f"!{r}>{i}", ["hand/!", f"row:{r}", f"seat:{i}"], ["Aggravation card", f"Row {r}", f"To {NAMES[i]}"],
                                 f"Shift row {r}, {NAMES[i]} takes a card") for r in "AB" for i in range(self.seats) if i != self.seat]
            if self.kind == "race" and face != "!":
                steps.append(s.Step(face, [f"hand/{face}"], [f"Run {words(face)}"], f"Run {words(face)}"))
        steps += [s.Step(f"~{r}", [f"button:shift-{r}"], [f"Shift {r}"], f"Shift row {r}") for r in "AB"]
        if self.acted:
            steps.append(s.Step("end", ["button:end"], ["End turn"], "End the turn"))
        return steps

    def many_steps(self) -> list[s.Step]:
        if not self.begun:
            return [s.Step(f, [f"hand/{f}"], [words(f)], f"Begin with {words(f)}", ends=False) for f in self.hand if f != "!"]
        if len(self.begun) == 1:
            return [s.Step("build:13", ["button:build"], ["Build 13"], "Build 13", ends=False)]
        rest = [s.Step(f, [f"loose/{f}"], [words(f)], f"Add {words(f)}", ends=False) for f in ("r4", "b6", "y9") if f not in self.begun]
        return [*rest, s.Step("done", ["button:build"], ["Build 13"], "Build 13")]

    def scene(self) -> s.Scene:
        mine = self.phase == "playing" and self.turn == self.seat
        lead = "Your turn." if mine else f"{NAMES[self.turn]} is thinking." if self.phase == "playing" else "Two seats are free."
        text = "Play a card, or shift a row." if mine else "After that it is Mika."
        controls = [s.Control("pause", "Pause"), s.Control("leave", "Leave the table", confirm="Leave the table? A bot takes your seat."),
                    s.Control("cut", "Cut"), s.Control("finish", "Finish"),
                    *(s.Control("pace", p, p, group="Pace of bots", chosen=p == "calm") for p in ("quick", "calm", "slow"))]
        if self.phase == "waiting":
            controls.append(s.Control("start", "Start", where="row", lead=True))
        if self.phase in ("result", "over"):
            lead, text = "Round over.", "You have won it."
            controls.append(s.Control("next", "Next round", where="row", lead=True))
        return s.Scene(
            n=self.n, since=self.since, game="schwupps", title="Schwupps", subtitle="Round 2 of 4 · tournament", language="en",
            seat=self.seat, phase=self.phase, prompt=s.Prompt(lead, text, mine), seats=self.seat_list(), columns=[0.8, 0.66, 1, 0.66, 1],  # type: ignore[arg-type]
            rows=2, zones=self.zones(mine), steps=self.steps(), begun=self.begun, controls=controls, moved=self.moved,
            buttons=[s.Button("button:build", "Build")] if self.kind == "steps" else [s.Button("button:shift-A", "Shift A"), s.Button("button:shift-B", "Shift B"), s.Button("button:end", "End turn")],
            timer=s.Timer("next", 15000, 20000, "Next round") if self.phase == "result" else None,
            result=self.result() if self.phase in ("result", "over") else None,
            invite=s.Invite("http://192.168.1.20:8000/t/w7k2p9", QR, "Send the link, or let the others scan the code.") if self.phase == "waiting" else None)

    def seat_list(self) -> list[s.Seat]:
        return [s.Seat(i, NAMES[i], FIGURES[i], "bot" if "bot" in NAMES[i] else "person", you=i == self.seat, turn=self.phase == "playing" and i == self.turn,
                       host=i == 1, state="away" if i == 8 else "",
                       counters=[s.Counter("hand", self.held[i], f"{self.held[i]} in hand", self.held[i] == 1), s.Counter("pile", 9 - i % 4, f"{9 - i % 4} in pile")],
                       element=f"seat:{i}") for i in range(self.seats)]

    def zones(self, mine: bool) -> list[s.Zone]:
        back = "schwupps/back"
        zones = [s.Zone(f"seat-hand:{i}", "fan", f"{NAMES[i]}’s hand", "seat", seat=i, hidden=self.held[i], back=back) for i in range(self.seats) if i != self.seat]
        if self.seat >= 0:
            cards = [s.Card(f"{f}.{self.hand[:k].count(f) + 1}", f"schwupps/{f}", words(f), f"{words(f).capitalize()} fits on {' and '.join(self.fits(f)) or 'nothing'}." if f != "!" else "Aggravation card: choose a row, then who takes a card.",
                            low=mine and not self.fits(f) and f != "!") for k, f in enumerate(self.hand)]
            zones.append(s.Zone("hand", "fan", "Your hand", "hand", cards=cards))
            zones.append(s.Zone("stack", "pile", "Your pile", "own", hidden=8, count=8, back=back, show_label=True))
        if self.kind == "steps":
            loose = [s.Card(f"{f}.1", f"schwupps/{f}", words(f), tag=str(self.begun.index(f) - 1 if f in self.begun[2:] else 0) if f in self.begun else "") for f in ("r4", "b6", "y9", "b10", "v2", "r8")]
            return [*zones, s.Zone("loose", "row", "On the table", "table", (0, 0, 5, 2), cards=loose)]
        if self.kind == "race":
            pigs = [s.Card(f"pig-{c}.1", f"schweinsgalopp/pig-{c}", f"{w} pig", at=5 + 2 * i) for i, (c, w) in enumerate(COLOURS.items())]
            return [*zones, s.Zone("track", "ring", "Track", "table", (0, 0, 5, 2), cards=pigs, spaces=22)]
        wants = {"A1": "wants a 7", "A2": "wants violet or a 7", "B1": "wants a 4", "B2": "wants a 9"}
        for p, top in self.piles.items():
            row, first = "AB".index(p[0]), p[1] == "1"
            column = 1 if first else 3
            zones.append(s.Zone(f"task-{p}", "pile", f"Task {p}", "table", (column, row, 1, 1), cards=[s.Card(f"{self.tasks[p]}.{p}", f"schwupps/{self.tasks[p]}", self.tasks[p])], size="small", means=[p, f"row:{p[0]}"]))
            zones.append(s.Zone(p, "pile", p, "table", (column + 1, row, 1, 1), cards=[s.Card(f"{top}.1", f"schwupps/{top}", words(top))], caption=wants[p], arrow=first, means=[f"row:{p[0]}"]))
        zones.append(s.Zone("next", "pile", "Next task", "table", (0, 0, 1, 1), cards=[s.Card(f"{self.next}.next", f"schwupps/{self.next}", "same colour")], size="small", show_label=True))
        zones.append(s.Zone("common", "pile", "Common pile", "table", (0, 1, 1, 1), hidden=38, count=38, back=back, size="small", show_label=True))
        return zones

    def result(self) -> s.Result:
        rounds = [[5, -4, 5, 5], [-3, 5, -8, -2], [-6, -2, -4, -1], [-4, -9, -3, -6]]
        rows = [s.Row(i, NAMES[i], r, sum(r), i == 0, FIGURES[i]) for i, r in enumerate(rounds)]
        return s.Result("You win with 11 points.", "Four rounds are played. Most points win.", ["1", "2", "3", "4", "Total"], rows, True)

    # What can be done.

    def tell(self, text: str, seat: int) -> None:
        self.n += 1
        self.lines.append(s.Line(self.n, text, seat, text.split()[0]))

    def ask(self, ask: wire.Ask) -> wire.Done | wire.Refused:
        self.moved = []
        if ask.do == "why":
            return wire.Done(ask.id, self.n, "Red 3 does not fit: this pile wants a 7. You can play green 7 or shift a row.")
        if ask.do == "begin":
            self.begun = ask.moves[0].split() if ask.moves else []
        elif ask.do == "play":
            move = ask.moves[0]
            if self.turn != self.seat:
                return wire.Refused(ask.id, "late", "It is not your turn.")
            if ">" in move and move[0] != "!":
                face, pile = move.split(">")
                self.hand.remove(face)
                self.piles[pile] = face
                self.moved = [s.Moved("hand", pile, [f"schwupps/{face}"])]
                self.tell(f"You play {words(face)} on {pile}.", 0)
            elif move == "end":
                self.turn = (self.seat + 1) % self.seats
                self.hand += ["b2"]
                self.moved = [s.Moved("stack", "hand", ["schwupps/b2"])]
                self.tell("You end the turn and draw 1.", 0)
            else:
                if move[0] == "!":
                    self.hand.remove("!")
                    self.moved = [s.Moved("common", f"seat:{move[-1]}")]
                row = move[1] if move[0] in "!~" else "A"
                self.moved += [s.Moved(f"task-{row}1", f"task-{row}2", ["schwupps/" + self.tasks[f"{row}1"]]), s.Moved("next", f"task-{row}1", [f"schwupps/{self.next}"])]
                self.tasks[f"{row}2"], self.tasks[f"{row}1"], self.next = self.tasks[f"{row}1"], self.next, "+1"
                self.tell(f"You shift row {row}.", 0)
            self.begun, self.acted, self.since = [], move != "end", self.n
        else:
            self.phase = {"start": "playing", "next": "playing", "finish": "result", "pause": "paused"}.get(ask.do, self.phase)
            self.tell(f"Somebody asks for {ask.do}.", -1)
        return wire.Done(ask.id, self.n)

    def others(self) -> None:
        """One move of somebody else."""
        i, self.turn = self.turn, (self.turn + 1) % self.seats
        self.piles["B1"], self.moved = ("y8" if self.piles["B1"] != "y8" else "g4"), []
        self.moved = [s.Moved(f"seat:{i}", "B1", ["schwupps/" + self.piles["B1"]])]
        self.tell(f"{NAMES[i]} plays {words(self.piles['B1'])} on B1.", i)
        if self.turn == self.seat:
            self.since, self.acted = self.n, False


TABLES: dict[tuple[str, int], Fake] = {}
encode = msgspec.json.encode


async def socket(ws: WebSocket) -> None:
    kind, seat = ws.path_params["table"], int(ws.path_params["seat"])
    fake = TABLES.setdefault((kind, seat), Fake(kind, seat))
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
                await ws.send_text(encode(wire.Pong()).decode())
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
    texts: dict[str, Any] = json.loads((STATIC / "js" / "texts.json").read_text())
    quoted = json.dumps(texts).replace("&", "&amp;").replace("'", "&#39;")
    TABLES.pop((table, int(seat)), None) if "new" in request.query_params else None
    return HTMLResponse(f"""<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Table</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover"><link rel="icon" href="/static/favicon.svg">
<link rel="stylesheet" href="/static/css/tokens.css"><link rel="stylesheet" href="/static/css/base.css"><link rel="stylesheet" href="/static/css/table.css">
</head><body data-table="{table}" data-seat="{seat}" data-socket="/t/{table}/{seat}/socket" data-language="en" data-texts='{quoted}'>
<div id="app"></div><script type="module" src="/static/js/table.js"></script></body></html>""", headers={"Content-Security-Policy": CSP})




app = Starlette(routes=[Route("/t/{table}/{seat}", page), WebSocketRoute("/t/{table}/{seat}/socket", socket), Mount("/static", StaticFiles(directory=STATIC))])

if __name__ == "__main__":
    import uvicorn

    uvicorn.run(app, port=int(sys.argv[1]) if len(sys.argv) > 1 else 8123, log_level="warning")
