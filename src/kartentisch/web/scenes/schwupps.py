"""The Schwupps table: two rows of two piles, each with its task; the next task and the common pile on the left."""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Sequence
from typing import Any

from kartentisch.engine.views import View
from kartentisch.web.scene import Button, Card, Counter, Step, Zone
from kartentisch.web.scenes import Drawn, Names, look
from kartentisch.web.scenes._schwupps_moves import SHEET, SHUFFLED, moved
from kartentisch.web.scenes._schwupps_score import lines
from kartentisch.words import schwupps as words
from kartentisch.words.language import Language
from kartentisch.words.shared import capital

__all__ = ["SHUFFLED", "cheers", "draw", "emblem", "move_for", "moved"]

emblem = ("schwupps/v8", "schwupps/+2", "schwupps/y10")

BACK = "schwupps/back"
PILES = ("A1", "A2", "B1", "B2")
ROWS = ("A", "B")
NEXT, TASK, PILE = 0, 1, 2
COLUMNS = [1.2, 1.0, 1.65, 1.0, 1.65]


def draw(view: View, t: Language, names: Names, begun: str = "") -> Drawn:
    """The drawing for one reader. All moves of this game are one step, so none is ever begun."""
    return _Table(view, t, names).drawn()


class _Table:
    def __init__(self, view: View, t: Language, names: Names) -> None:
        self.t = t
        self.names = names
        self.seen = view.json()
        self.seat: int | None = self.seen["seat"]
        self.yours = self.seat is not None and self.seen["turn"] == self.seat
        self.tokens: list[str] = self.seen["moves"] if self.yours else []
        self.copies: Tally[str] = Tally()
        self.places: dict[str, list[str]] = {}
        for token in self.tokens:
            number, _, pile = token.partition(">")
            if pile in PILES:
                self.places.setdefault(number, []).append(pile)

    def drawn(self) -> Drawn:
        seen = self.seen
        hand = [self.hand()] if self.seat is not None else []  # first: a card keeps its id when it is played
        return Drawn(
            subtitle=self.subtitle(),
            zones=[*self.table(), *hand, *self.others()],
            columns=COLUMNS,
            rows=2,
            buttons=self.buttons() if self.seat is not None else [],
            steps=[self.step(token) for token in self.tokens],
            prompt=self.prompt(),
            counters=[self.counters(seat) for seat in range(seen["seats"])],
            lines=lines(seen, self.t),
        )

    def subtitle(self) -> str:
        last = words.rounds(self.seen)
        if last == 1:
            return self.t.say("Single round")
        if self.seen["options"].get("rounds"):
            return self.t.say("Round {n} of {all}", n=self.seen["round"], all=last)
        return self.t.say("Round {n} of {all} · tournament", n=self.seen["round"], all=last)

    def card(self, face: str, says: str = "", low: bool = False) -> Card:
        self.copies[face] += 1
        return Card(
            id=f"{face}.{self.copies[face]}",
            face=f"{SHEET}/{face}",
            label=self.name(face),
            says=says,
            low=low,
        )

    def name(self, face: str) -> str:
        return capital(words.card(self.t, face))

    # ---- Zones ------------------------------------------------------------------------------------------------------

    def hand(self) -> Zone:
        held = self.seen["hands"][self.seat]
        cards = [self.card(face, self.says(face), self.yours and not self.fits(face)) for face in held]
        return Zone(id="hand", kind="fan", label=self.t.say("Your hand"), place="hand", cards=cards)

    def fits(self, face: str) -> bool:
        return face in self.places or face == "!"

    def says(self, face: str) -> str:
        t = self.t
        if not self.yours:
            return ""
        if face == "!":
            if self.tokens and "!" in self.tokens:
                return t.say("Your last card: play it and the round is yours.")
            return t.say("Schwupps a row and gives somebody else a card.")
        card = capital(words.card(t, face))
        if piles := self.places.get(face):
            return t.say("{card} fits on {piles}.", card=card, piles=t.listing(piles))
        return t.say("{card} fits nowhere now.", card=card)

    def table(self) -> list[Zone]:
        t, seen = self.t, self.seen
        common = seen["common"]
        zones = [
            _pile(
                "next",
                self.next(),
                NEXT,
                0,
                cards=[self.card(seen["next"])],
                count=seen["task_bag"],
                show_label=True,
                look=look(t.say("Used tasks"), SHEET, seen["task_discard"], self.name),
            ),
            _pile("common", self.common(), NEXT, 1, hidden=common, count=common, back=BACK, show_label=True),
        ]
        for pile in PILES:
            zones += self.pair(pile, ROWS.index(pile[0]), 2 * (pile[1] == "2"))
        return zones

    def next(self) -> str:
        """The caption of the next task, with the number of used ones. These lie open beside it, tasks to come below."""
        t, used = self.t, len(self.seen["task_discard"])
        return t.say("Next · {n} used", n=used) if used else t.say("Next")

    def common(self) -> str:
        """The caption of the common pile, with the number of aggravation cards that are out of the game."""
        t, boxed = self.t, self.seen["boxed"]
        return t.say("Common · {n} in the box", n=boxed) if boxed else t.say("Common")

    def pair(self, pile: str, row: int, shift: int) -> list[Zone]:
        """A pile and the task on its left."""
        t, seen, means = self.t, self.seen, [f"row:{pile[0]}"]
        task, top = seen["tasks"][pile], seen["piles"][pile][-1]
        name, wish, arrow = t.say("Task of {pile}", pile=pile), words.wish(t, task, top), pile[1] == "1"
        return [
            _pile(f"task-{pile}", name, TASK + shift, row, cards=[self.card(task)], means=means),
            _pile(
                pile,
                pile,
                PILE + shift,
                row,
                cards=[self.card(top)],
                means=means,
                caption=wish,
                size="big",
                arrow=arrow,
            ),
        ]

    def others(self) -> list[Zone]:
        """The reader's own pile and the hands of the others: backs, or their cards once the round is over."""
        zones = []
        if self.seat is not None:
            n, name = self.seen["stacks"][self.seat], self.t.say("Your pile")
            zones.append(Zone("own", "pile", name, "own", hidden=n, count=n, back=BACK, show_label=True))
        for seat, held in enumerate(self.seen["hands"]):
            if seat != self.seat:
                known = [self.card(face) for face in held if face is not None]
                name, hidden = self.t.say("Hand of {name}", name=self.names[seat]), len(held) - len(known)
                zone = Zone(f"hand-{seat}", "fan", name, "seat", seat=seat, cards=known, hidden=hidden, back=BACK)
                zone.size = "small"
                zones.append(zone)
        return zones

    def counters(self, seat: int) -> list[Counter]:
        t, hand, pile = self.t, len(self.seen["hands"][seat]), self.seen["stacks"][seat]
        last = hand + pile == 1
        return [
            Counter("hand", hand, t.say("{n} in hand", n=hand), strong=last),
            Counter("pile", pile, t.say("{n} in the pile", n=pile)),
        ]

    # ---- Steps ------------------------------------------------------------------------------------------------------

    def buttons(self) -> list[Button]:
        t = self.t
        rows = [Button(f"button:{row}", t.say("Row {row}", row=row)) for row in ROWS]
        return [*rows, Button("button:end", self.end(), lead="end" in self.tokens and not self.places)]

    def end(self) -> str:
        assert self.seat is not None
        drawn = min(max(0, 4 - len(self.seen["hands"][self.seat])), self.seen["stacks"][self.seat])
        if self.yours and drawn:
            return self.t.say("End turn, draw {n}", n=drawn)
        return self.t.say("End turn")

    def step(self, token: str) -> Step:
        t, says = self.t, words.move(self.t, [token], self.names)
        if token == "end":
            return Step(token, ["button:end"], [self.end()], says)
        if token[0] == "~":
            return Step(token, [f"button:{token[1]}"], [t.say("Row {row}", row=token[1])], says)
        if token == "!":
            return Step(token, ["hand/!"], [t.say("Play the last card")], says)
        if token[0] == "!":
            return self.aggravation(token, says)
        number, _, pile = token.partition(">")
        card = capital(words.card(t, number))
        return Step(token, [f"hand/{number}", pile], [card, t.say("On {pile}", pile=pile)], says)

    def aggravation(self, token: str, says: str) -> Step:
        """The step that plays an aggravation card. With one opponent, it is clear who takes the card."""
        t, seat = self.t, int(token[3:])
        path, labels = ["hand/!", f"row:{token[1]}"], [t.say("Aggravation"), t.say("Row {row}", row=token[1])]
        if self.seen["seats"] > 2:
            path.append(f"seat:{seat}")
            labels.append(self.names[seat])
        return Step(token, path, labels, says)

    def prompt(self) -> str:
        t = self.t
        if not self.yours:
            return ""
        can_shift = any(token.startswith("~") for token in self.tokens)
        if self.places and can_shift:
            return t.say("Play a card, or schwupp a row.")
        if self.places:
            return t.say("Play on, or end your turn.")
        if can_shift:
            return (
                t.say("No number fits: schwupp a row.")
                if not self.seen["acted"]
                else t.say("Schwupp a row, or end your turn.")
            )
        if any(token.startswith("!") for token in self.tokens):
            return t.say("Play your aggravation card, or end your turn.")
        return t.say("Nothing fits any more: end your turn.")


def _pile(name: str, label: str, column: int, row: int, **more: Any) -> Zone:
    return Zone(name, "pile", label, "table", (column, row, 1, 1), **more)


# ---- Why not ---------------------------------------------------------------------------------------------------------

_BUTTONS = {"button:end": "end", "button:A": "~A", "button:B": "~B"}
_PLACE = re.compile(r"(?:row:|task-)?([AB])[12]?")


def cheers(before: View, after: View, seat: int, tokens: Sequence[str | None]) -> bool:
    """No move of this game is cheered."""
    return False


def move_for(view: View, path: Sequence[str]) -> str | None:
    last = path[-1] if path else ""
    if last in _BUTTONS:
        return _BUTTONS[last]
    card = path[0].removeprefix("hand/") if path and path[0].startswith("hand/") else ""
    if not card:
        return None
    if card == "!":
        return _aggravation(view, path)
    pile = next((element for element in reversed(path) if element in PILES), None)
    return f"{card}>{pile or _likeliest(view, card)}"


def _aggravation(view: View, path: Sequence[str]) -> str:
    row = next((found[1] for element in path[1:] if (found := _PLACE.fullmatch(element))), "")
    seats = [int(element[5:]) for element in path[1:] if re.fullmatch(r"seat:[0-9]", element)]
    if not row:
        return "!"
    other = next((seat for seat in range(int(view.record["seats"])) if seat != view.seat), 0)
    return f"!{row}>{seats[0] if seats else other}"


def _likeliest(view: View, card: str) -> str:
    """Where a card that was picked alone would go: where it fits, else the first pile."""
    steps = view.steps()
    fitting = [step for step in steps if step.startswith(f"{card}>")] if isinstance(steps, list) else []
    return fitting[0].partition(">")[2] if fitting else PILES[0]
