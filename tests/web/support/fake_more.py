"""More scenes of the fake table: a move that joins another, moves out of turn, sums, lines of a score."""

from __future__ import annotations

import msgspec

from kartentisch.web import scene as s
from kartentisch.web import wire
from kartentisch.web.orders import Order
from kartentisch.web.scorecard import Tally
from tests.web.support.fake_scenes import COLOURS, FIGURES, NAMES, Fake

HANDS = {
    "call": ["r7", "b2"],
    "aside": ["r3", "r7", "g1", "g6", "g+2", "b8", "y4", "y9", "yX", "C", "Pg"],
    "crowd": [f"{c}{v}" for c in "rgb" for v in range(1, 10)] + ["C", "A", "Py"],
    "seen": ["r7", "b2"],
    "signs": ["r3", "C"],
    "pairs": ["r3", "g6", "g+2", "b8", "C", "Pg"],
    "sums": ["y3", "r11", "b13"],
    "score": [],
}
SEEN = {1: ["g3", "g3", "+4"], 3: [f"{c}{v}" for c in "rgb" for v in range(1, 6)], 9: ["yX"]}
"""Cards that the reader has seen go to other seats; seat 3 holds no others."""
NUMBERS = {"4": 4, "6": 6, "12": 12, "9": 9, "10": 10, "3": 3}
LOOSE = ["r4", "b6", "r12", "y9", "y10", "b3"]


def words(face: str) -> str:
    return f"{COLOURS.get(face[0], 'black')} {face[1:]}".strip()


def picture(sheet: str, face: str, k: int = 1, tag: str = "") -> s.Card:
    return s.Card(f"{face}.{k}", f"{sheet}/{face}", words(face), tag=tag)


class More(Fake):
    """One reader's table of another kind."""

    def __init__(self, kind: str, seat: int) -> None:
        super().__init__(kind, seat)
        self.hand = list(HANDS[kind])
        self.phase = "result" if kind == "score" else "playing"
        self.seats = {"sums": 3, "score": 4}.get(kind, 10)
        self.turn = 1 if kind == "aside" else seat
        self.cheer = ""
        self.begun = ["C"] if kind == "signs" else self.begun
        self.asks: list[wire.Ask] = []

    def steps(self) -> list[s.Step]:
        if self.kind == "aside" and self.turn != self.seat:
            label, says = "Throw in green 6", "Throw in green 6 out of turn"
            ways = ("hand/g6", "button:throw")
            return [s.Step("!g6", [way], [label], says, aside=True, along=["button:call"]) for way in ways]
        if self.turn != self.seat:
            return []
        if self.kind == "sums":
            return self.sums()
        if self.kind == "signs":
            return [s.Step(f"={c}", [f"button:={c}"], [COLOURS[c].capitalize()], "Choose it") for c in "rgby"]
        if self.kind == "pairs":
            two = [(a, b) for a in self.hand for b in self.hand if a != b]
            return [s.Step(f"{a} {b}", [f"hand/{a}", f"hand/{b}"], [words(a), words(b)], "Give both") for a, b in two]
        if self.kind == "seen":
            return [
                s.Step(f"r7 >{i}", ["hand/r7", f"seat:{i}"], ["Red 7", NAMES[i]], f"Red 7 for {NAMES[i]}")
                for i in (1, 2)
            ]
        plays = [s.Step(f, [f"hand/{f}"], [f"Play {words(f)}"], f"Play {words(f)}") for f in self.hand]
        for play in plays:
            play.along = ["button:call"] if play.token != "b2" else []  # as if something came of it that is answered
        owed = [s.Step("call", ["button:call"], ["Call"], "Call")] if len(self.hand) == 1 else []
        return [*plays, *owed, s.Step("draw", ["button:draw"], ["Draw"], "Draw a card")]

    def sums(self) -> list[s.Step]:
        if not self.begun:
            return [s.Step(f, [f"hand/{f}"], [words(f)], f"Begin with {words(f)}", ends=False) for f in self.hand]
        if len(self.begun) == 1:
            kinds = {"take:10": "Take as 10", "take:16": "Take as 16"}
            readings = [s.Step(k, [f"button:{k}"], [label], label, ends=False) for k, label in kinds.items()]
            return [*readings, s.Step("lay", ["button:lay"], ["Lay"], "Lay the card")]
        more = [s.Step(f, [f"loose/{f}"], [words(f)], f"Add {words(f)}", ends=False) for f in LOOSE]
        more = [step for step in more if step.token not in self.begun]
        done = s.Step("done", ["button:done"], [f"Take {len(self.begun) - 2} cards"], "Take them")
        return [*more, done] if len(self.begun) > 2 else more

    def buttons(self) -> list[s.Button]:
        if self.kind == "sums":
            return [s.Button("button:done", "Take", lead=True)] if len(self.begun) > 1 else []
        signs = [s.Button(f"button:={c}", COLOURS[c].capitalize(), lead=True, icon=f"mark-{c}") for c in "rgby"]
        if self.kind == "signs":
            return [*signs, s.Button("button:call", "“Solo!”", joins="call")]
        early = "" if self.hand else "Nothing to call."
        return [
            s.Button("button:draw", "Draw", icon="draw"),
            s.Button("button:call", "Solo!", joins="call", says=early),
        ]

    def scene(self) -> s.Scene:
        scene = super().scene()
        picked = [f"hand/{f}" for f in self.begun[:1]] + [f"loose/{f}" for f in self.begun[2:]]
        window = s.Timer("window", 4000, 5000, "Time to throw in")
        result = msgspec.structs.replace(self.result(), lines=self.lines_of(), over=False)
        return msgspec.structs.replace(
            scene,
            game=f"fake-{self.kind}",
            buttons=self.buttons(),
            picked=picked if self.kind == "sums" else [],
            cheer=self.cheer,
            columns=[1, 1.6, 1],
            rows=1,
            timer=window if self.kind == "aside" and self.turn != self.seat else None,
            result=result if self.phase == "result" else None,
        )

    def lines_of(self) -> list[Tally]:
        labels = {"Most cards": [3, 0, 0, 0], "Black cards": [1, 0, 2, 0], "Green stars": [0, 2, 1, 4]}
        kinds = {**labels, "Empty table, twice in a row": [0, 0, 1, 0], "Cards left in hand": [-8, -11, -7, -10]}
        return [Tally(label, values) for label, values in kinds.items()]

    def zones(self, mine: bool) -> list[s.Zone]:
        sheet = "swup" if self.kind == "sums" else "solo"
        cards = [picture(sheet, f, self.hand[:k].count(f) + 1) for k, f in enumerate(self.hand)]
        ids = [card.id for card in cards]
        number = sorted(ids, key=lambda id: (id[1:], id[0]))
        orders = [Order("number", "By number", number), Order("colour", "By color", sorted(ids))]
        own = s.Zone("hand", "fan", "Your hand", "hand", cards=cards, orders=orders if len(cards) > 1 else [])
        if self.kind == "sums":
            tags = {f: str(k) for k, f in enumerate(self.begun[2:], start=1)}
            loose = [picture(sheet, f, tag=tags.get(f, "")) for f in LOOSE]
            return [own, s.Zone("loose", "row", "On the table", "table", (0, 0, 3, 1), cards=loose)]
        deck = s.Zone(
            "deck", "pile", "Deck", "table", (0, 0, 1, 1), hidden=41, count=41, back="solo/back", show_label=True
        )
        top = s.Zone("top", "pile", "Open pile", "table", (1, 0, 1, 1), cards=[picture(sheet, "g6", 2)], size="big")
        return [own, deck, top, *(self.others_hand(i) for i in range(self.seats) if self.kind == "seen" and i)]

    def others_hand(self, seat: int) -> s.Zone:
        open_ = [picture("solo", f, 10 * seat + k) for k, f in enumerate(SEEN.get(seat, []))]
        hidden = 0 if seat == 3 else 5
        label = f"Hand of {NAMES[seat]}"
        return s.Zone(
            f"hand-{seat}", "fan", label, "seat", seat=seat, cards=open_, hidden=hidden, back="solo/back", size="small"
        )

    def ask(self, ask: wire.Ask) -> wire.Done | wire.Refused:
        self.asks.append(ask)
        self.moved, self.cheer = [], ""
        if ask.do == "begin":
            self.begun = ask.moves[0].split() if ask.moves else []
        elif ask.do == "play":
            self.begun, faces = [], [move.removeprefix("!") for move in ask.moves]
            self.hand = [face for face in self.hand if face not in faces]
            self.cheer = "Solo!" if "call" in ask.moves else ""
            self.tell(f"You play {' and '.join(ask.moves)}.", self.seat)
            self.since = self.n
        else:
            return super().ask(ask)
        return wire.Done(ask.id, self.n)

    def others(self) -> None:
        self.turn = self.seat

    def seat_list(self) -> list[s.Seat]:
        count = {i: s.Counter("hand", held, f"{held} in hand", held == 1) for i, held in enumerate(self.held)}
        return [
            s.Seat(
                i,
                NAMES[i],
                FIGURES[i],
                "person",
                i == self.seat,
                i == self.turn,
                counters=[count[i]],
                element=f"seat:{i}",
            )
            for i in range(self.seats)
        ]


def fake(kind: str, seat: int) -> Fake:
    return More(kind, seat) if kind in HANDS else Fake(kind, seat)
