"""What the fake table shows: scenes that use the whole vocabulary, and a short script of moves."""

from __future__ import annotations

from typing import Any

from kartentisch.web import scene as s
from kartentisch.web import scorecard as c
from kartentisch.web import wire

COLOURS = {"b": "blue", "g": "green", "r": "red", "v": "violet", "y": "yellow"}
FIGURES = ["spoon", "mug", "pear", "salt", "teapot", "lemon", "eggcup", "candle", "cherries", "jar", "pretzel"]
NAMES = ["You", "Anna", "Ben Achterberg", "Mika (bot)", "Maximiliane Oberhuber 🎻", "ليلى حداد", "Tomasz"]
NAMES += ["Greta (bot)", "Yusuf", "Lea"]
QR = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="37" height="37">'
    '<path d="M4 4h7v7h-7zM26 4h7v7h-7zM4 26h7v7h-7zM14 14h9v9h-9z"/></svg>'
)


def words(face: str) -> str:
    return "aggravation card" if face == "!" else f"{COLOURS[face[0]]} {face[1:]}"


def card(id: str, label: str, **more: Any) -> s.Card:
    return s.Card(id, f"schwupps/{id.split('.', maxsplit=1)[0]}", label, **more)


def pile(id: str, label: str, column: int, row: int, **more: Any) -> s.Zone:
    return s.Zone(id, "pile", label, "table", (column, row, 1, 1), **more)


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
        self.lines = [
            s.Line(
                1, "Anna schwupps row B with an aggravation card. Ben takes a card from the common pile.", 1, "Anna"
            ),
            s.Line(2, "You play red 4 on B1.", 0, "You"),
            s.Line(3, "Ben schwupps row A and takes a card.", 2, "Ben"),
            s.Line(4, "ليلى plays yellow 10 on B2.", 2, "ليلى"),
            s.Line(12, "Mika ends the turn and draws 2.", 3, "Mika"),
        ]
        self.seen: dict[str, bytes] = {}

    def fits(self, face: str) -> list[str]:
        if face == "!":
            return []
        return [
            p for p, top in self.piles.items() if face[1:] == top[1:] or face[0] == top[0] or (face, p) == ("g7", "A1")
        ]

    def steps(self) -> list[s.Step]:
        if self.phase != "playing" or self.turn != self.seat:
            return []
        if self.kind == "steps":
            return self.many_steps()
        steps = []
        for face in sorted(set(self.hand)):
            for p in self.fits(face):
                says = f"Play {words(face)} on {p}"
                steps.append(s.Step(f"{face}>{p}", [f"hand/{face}", p], [words(face).capitalize(), f"On {p}"], says))
            if face == "!":
                takers = [(r, i) for r in "AB" for i in range(self.seats) if i != self.seat]
                for r, i in takers:
                    path, labels = ["hand/!", f"row:{r}", f"seat:{i}"], ["Aggravation", f"Row {r}", f"To {NAMES[i]}"]
                    steps.append(s.Step(f"!{r}>{i}", path, labels, f"Schwupp row {r}, {NAMES[i]} takes a card"))
            if self.kind == "race" and face != "!":
                steps.append(s.Step(face, [f"hand/{face}"], [f"Run {words(face)}"], f"Run {words(face)}"))
        steps += [s.Step(f"~{r}", [f"button:shift-{r}"], [f"Shift {r}"], f"Schwupp row {r}") for r in "AB"]
        if self.acted:
            steps.append(s.Step("end", ["button:end"], ["End turn"], "End the turn"))
        return steps

    def many_steps(self) -> list[s.Step]:
        if not self.begun:
            return [
                s.Step(f, [f"hand/{f}"], [words(f)], f"Begin with {words(f)}", ends=False)
                for f in self.hand
                if f != "!"
            ]
        if len(self.begun) == 1:
            return [s.Step("build:13", ["button:build"], ["Build 13"], "Build 13", ends=False)]
        rest = [
            s.Step(f, [f"loose/{f}"], [words(f)], f"Add {words(f)}", ends=False)
            for f in ("r4", "b6", "y9")
            if f not in self.begun
        ]
        return [*rest, s.Step("done", ["button:build"], ["Build 13"], "Build 13")]

    def scene(self) -> s.Scene:
        mine = self.phase == "playing" and self.turn == self.seat
        other = f"{NAMES[self.turn]} is thinking." if self.phase == "playing" else "Two seats are free."
        lead = "Your turn." if mine else other
        text = "Play a card, or schwupp a row." if mine else "After that it is Mika."
        controls = [
            s.Control("pause", "Pause"),
            s.Control("leave", "Leave the table", confirm="Leave the table? A bot takes your seat."),
            s.Control("cut", "Cut"),
            s.Control("finish", "Finish"),
            *(s.Control("pace", p, p, group="Pace of bots", chosen=p == "calm") for p in ("quick", "calm", "slow")),
        ]
        if self.phase == "waiting":
            controls.append(s.Control("start", "Start", where="row", lead=True))
        if self.phase in ("result", "over"):
            lead, text = "Round over.", "You have won it."
            controls.append(s.Control("next", "Next round", where="row", lead=True))
        return s.Scene(
            n=self.n,
            since=self.since,
            game="schwupps",
            title="Schwupps",
            subtitle="Round 2 of 4 · tournament",
            language="en",
            seat=self.seat,
            phase=self.phase,  # type: ignore[arg-type]
            prompt=s.Prompt(lead, text, mine),
            seats=self.seat_list(),
            columns=[0.8, 0.66, 1, 0.66, 1],
            rows=2,
            zones=self.zones(mine),
            steps=self.steps(),
            begun=self.begun,
            controls=controls,
            moved=self.moved,
            buttons=[s.Button("button:build", "Build")]
            if self.kind == "steps"
            else [
                s.Button("button:shift-A", "Shift A"),
                s.Button("button:shift-B", "Shift B"),
                s.Button("button:end", "End turn"),
            ],
            timer=s.Timer("next", 15000, 20000, "Next round") if self.phase == "result" else None,
            result=self.result() if self.phase in ("result", "over") else None,
            invite=s.Invite("http://192.168.1.20:8000/t/w7k2p9", QR, "Send the link, or let the others scan the code.")
            if self.phase == "waiting"
            else None,
        )

    def seat_list(self) -> list[s.Seat]:
        return [
            s.Seat(
                i,
                NAMES[i],
                FIGURES[i],
                "bot" if "bot" in NAMES[i] else "person",
                you=i == self.seat,
                turn=self.phase == "playing" and i == self.turn,
                host=i == 1,
                state="away" if i == 8 else "",
                counters=[
                    s.Counter("hand", self.held[i], f"{self.held[i]} in hand", self.held[i] == 1),
                    s.Counter("pile", 9 - i % 4, f"{9 - i % 4} in pile"),
                ],
                element=f"seat:{i}",
            )
            for i in range(self.seats)
        ]

    def zones(self, mine: bool) -> list[s.Zone]:
        back = "schwupps/back"
        zones = [
            s.Zone(f"seat-hand:{i}", "fan", f"{NAMES[i]}’s hand", "seat", seat=i, hidden=self.held[i], back=back)
            for i in range(self.seats)
            if i != self.seat
        ]
        if self.seat >= 0:
            cards = [
                s.Card(
                    f"{f}.{self.hand[:k].count(f) + 1}",
                    f"schwupps/{f}",
                    words(f),
                    f"{words(f).capitalize()} fits on {' and '.join(self.fits(f)) or 'nothing'}."
                    if f != "!"
                    else "Aggravation card: choose a row, then who takes a card.",
                    low=mine and not self.fits(f) and f != "!",
                )
                for k, f in enumerate(self.hand)
            ]
            zones.append(s.Zone("hand", "fan", "Your hand", "hand", cards=cards))
            zones.append(s.Zone("stack", "pile", "Your pile", "own", hidden=8, count=8, back=back, show_label=True))
        if self.kind == "steps":
            loose = [
                s.Card(
                    f"{f}.1",
                    f"schwupps/{f}",
                    words(f),
                    tag=str(self.begun.index(f) - 1 if f in self.begun[2:] else 0) if f in self.begun else "",
                )
                for f in ("r4", "b6", "y9", "b10", "v2", "r8")
            ]
            return [*zones, s.Zone("loose", "row", "On the table", "table", (0, 0, 5, 2), cards=loose)]
        if self.kind == "race":
            pigs = [
                s.Card(f"pig-{c}.1", f"schweinsgalopp/pig-{c}", f"{w} pig", at=5 + 2 * i)
                for i, (c, w) in enumerate(COLOURS.items())
            ]
            return [*zones, s.Zone("track", "ring", "Track", "table", (0, 0, 5, 2), cards=pigs, spaces=22)]
        wants = {"A1": "wants a 7", "A2": "wants violet or a 7", "B1": "wants a 4", "B2": "wants a 9"}
        for p, top in self.piles.items():
            row, column, of_row = "AB".index(p[0]), 1 if p[1] == "1" else 3, f"row:{p[0]}"
            task = card(f"{self.tasks[p]}.{p}", self.tasks[p])
            zones.append(pile(f"task-{p}", f"Task {p}", column, row, cards=[task], size="small", means=[p, of_row]))
            top_card = card(f"{top}.1", words(top))
            arrow = p[1] == "1"
            zones.append(pile(p, p, column + 1, row, cards=[top_card], caption=wants[p], arrow=arrow, means=[of_row]))
        task = card(f"{self.next}.next", "same colour")
        small: dict[str, Any] = {"size": "small", "show_label": True}
        zones.append(pile("next", "Next task", 0, 0, cards=[task], **small))
        zones.append(pile("common", "Common pile", 0, 1, hidden=38, count=38, back=back, **small))
        return zones

    def result(self) -> c.Result:
        rounds = [[5, -4, 5, 5], [-3, 5, -8, -2], [-6, -2, -4, -1], [-4, -9, -3, -6]]
        rows = [c.Row(i, NAMES[i], r, sum(r), i == 0, FIGURES[i]) for i, r in enumerate(rounds)]
        return c.Result(
            "You win with 11 points.",
            "Four rounds are played. Most points win.",
            ["1", "2", "3", "4", "Total"],
            rows,
            True,
        )

    # What can be done.

    def tell(self, text: str, seat: int) -> None:
        self.n += 1
        self.lines.append(s.Line(self.n, text, seat, text.split(maxsplit=1)[0]))

    def ask(self, ask: wire.Ask) -> wire.Done | wire.Refused:
        self.moved = []
        if ask.do == "why":
            return wire.Done(
                ask.id, self.n, "Red 3 does not fit: this pile wants a 7. You can play green 7 or schwupp a row."
            )
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
                self.moved += [
                    s.Moved(f"task-{row}1", f"task-{row}2", ["schwupps/" + self.tasks[f"{row}1"]]),
                    s.Moved("next", f"task-{row}1", [f"schwupps/{self.next}"]),
                ]
                self.tasks[f"{row}2"], self.tasks[f"{row}1"], self.next = self.tasks[f"{row}1"], self.next, "+1"
                self.tell(f"You schwupp row {row}.", 0)
            self.begun, self.acted, self.since = [], move != "end", self.n
        else:
            self.phase = {"start": "playing", "next": "playing", "finish": "result", "pause": "paused"}.get(
                ask.do, self.phase
            )
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
