"""The Schwupps table: two rows of two piles, each with its task; the next task and the common pile on the left."""

from __future__ import annotations

from functools import partial
from itertools import chain
from typing import Any, NamedTuple

from msgspec.structs import replace

from kartentisch.engine.views import View
from kartentisch.web.scene import Button, Card, Counter, Step, Zone
from kartentisch.web.scenes import Drawn, Hem, Names, backs, look
from kartentisch.web.scenes.schwupps.moves import SHEET
from kartentisch.web.scenes.schwupps.score import lines, summary
from kartentisch.words import schwupps as words
from kartentisch.words.language import Language, once
from kartentisch.words.shared import capital

emblem = ("schwupps/v8", "schwupps/+2", "schwupps/y10")
hem: Hem = "sweep"

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
        self.copies: dict[str, int] = {}
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
            summary=summary(seen, self.t),
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
        return _card(self.t, face, self.copy(face), says, low)

    def copy(self, face: str) -> int:
        """The running number of a card among those with the same face."""
        self.copies[face] = number = self.copies.get(face, 0) + 1
        return number

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

    def table(self) -> tuple[Zone, ...]:
        seen = self.seen
        pairs = [(seen["tasks"][pile], seen["piles"][pile][-1]) for pile in PILES]
        lying = tuple((face, self.copy(face)) for face in chain([seen["next"]], *pairs))
        tasks = Tasks(seen["task_bag"], tuple(seen["task_discard"]))
        return _table(self.t, lying, tasks, seen["common"], seen["boxed"])

    def others(self) -> list[Zone]:
        """The reader's own pile and the hands of the others: backs, or their cards once the round is over."""
        zones = []
        if self.seat is not None:
            n, name = self.seen["stacks"][self.seat], self.t.say("Your pile")
            zones.append(Zone("own", "pile", name, "own", hidden=n, count=n, back=BACK, show_label=True))
        for seat, held in enumerate(self.seen["hands"]):
            if seat != self.seat:
                zones.append(self.other(seat, held))
        return zones

    def other(self, seat: int, held: list[str | None]) -> Zone:
        known = [self.card(face) for face in held if face is not None]
        closed = backs(self.t, self.names[seat], seat, len(held) - len(known), BACK)
        return replace(closed, cards=known) if known else closed

    def counters(self, seat: int) -> list[Counter]:
        return [*_counters(self.t, len(self.seen["hands"][seat]), self.seen["stacks"][seat])]

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


# ---- What lies open, made once for all readers -----------------------------------------------------------------------


@once
def _card(t: Language, face: str, copy: int, says: str = "", low: bool = False) -> Card:
    return Card(f"{face}.{copy}", f"{SHEET}/{face}", words.label(t, face), says, low)


class Tasks(NamedTuple):
    """The tasks to come."""

    left: int
    used: tuple[str, ...]
    """Used tasks: these lie open beside the next one, and come again when none is left."""


Lying = tuple[str, int]
"""The face of an open card, and its running number."""


@once
def _table(t: Language, lying: tuple[Lying, ...], tasks: Tasks, common: int, boxed: int) -> tuple[Zone, ...]:
    """`lying`: the next task, then task and top of each pile. `boxed`: aggravation cards that are out of the game."""
    used, following = len(tasks.used), lying[0]
    label = t.say("Next · {n} used", n=used) if used else t.say("Next")
    seen = look(t.say("Used tasks"), SHEET, tasks.used, partial(words.label, t))
    card = [_card(t, *following)]
    zones = [_pile("next", label, NEXT, 0, cards=card, count=tasks.left, show_label=True, look=seen)]
    label = t.say("Common · {n} in the box", n=boxed) if boxed else t.say("Common")
    zones.append(_pile("common", label, NEXT, 1, hidden=common, count=common, back=BACK, show_label=True))
    for n, pile in enumerate(PILES):
        zones += _pair(t, pile, lying[1 + 2 * n], lying[2 + 2 * n])
    return tuple(zones)


@once
def _pair(t: Language, pile: str, task: Lying, top: Lying) -> tuple[Zone, ...]:
    """A pile and the task on its left."""
    row, shift, means = ROWS.index(pile[0]), 2 * (pile[1] == "2"), [f"row:{pile[0]}"]
    name, wish, arrow = t.say("Task of {pile}", pile=pile), words.wish(t, task[0], top[0]), pile[1] == "1"
    place, card = PILE + shift, _card(t, *top)
    return (
        _pile(f"task-{pile}", name, TASK + shift, row, cards=[_card(t, *task)], means=means),
        _pile(pile, pile, place, row, cards=[card], means=means, caption=wish, size="big", arrow=arrow),
    )


@once
def _counters(t: Language, hand: int, pile: int) -> tuple[Counter, ...]:
    return (
        Counter("hand", hand, t.say("{n} in hand", n=hand), strong=hand + pile == 1),
        Counter("pile", pile, t.say("{n} in the pile", n=pile)),
    )


def _pile(name: str, label: str, column: int, row: int, **more: Any) -> Zone:
    return Zone(name, "pile", label, "table", (column, row, 1, 1), **more)
