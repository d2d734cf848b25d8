"""The Solo table: the draw pile, the discard pile with the card on top, and what is in force."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from msgspec.structs import replace

from kartentisch.engine.views import View
from kartentisch.web.orders import Order
from kartentisch.web.scene import Card, Counter, Zone
from kartentisch.web.scenes import Drawn, Hem, Names, backs, look
from kartentisch.web.scenes.solo.seen import BACK, COLOURS, SHEET, Seen, by_number, symbol, worth
from kartentisch.web.scenes.solo.steps import buttons, lead, prompt, says, steps
from kartentisch.web.scorecard import Summary, Summed, Tally
from kartentisch.words import shared
from kartentisch.words import solo as words
from kartentisch.words.language import Language, once

emblem = ("solo/r7", "solo/b+2", "solo/Pg")
hem: Hem = "slant"

COLUMNS = [1.0, 1.6, 1.3]
ROOM = 10
"""Hands are dealt eight cards, and grow."""


def draw(view: View, t: Language, names: Names, begun: str = "") -> Drawn:
    return _Table(Seen(view, t, names, begun)).drawn()


class _Table:
    def __init__(self, seen: Seen) -> None:
        self.seen = seen
        self.t = seen.t
        self.json = seen.json
        self.copies: dict[str, int] = {}

    def drawn(self) -> Drawn:
        seen, seats = self.seen, range(self.json["seats"])
        hand = [self.hand()] if seen.seat is not None else []  # first: a card keeps its id when it is played
        return Drawn(
            subtitle=self.subtitle(),
            zones=[*self.table(), *hand, *self.others()],
            columns=COLUMNS,
            buttons=buttons(seen) if seen.seat is not None else [],
            steps=steps(seen),
            prompt=prompt(seen),
            lead=lead(seen),
            counters=[self.counters(seat) for seat in seats],
            states=[self.state(seat) for seat in seats],
            cheer=self.t.say("“Solo!”"),
            picked=[f"hand/{seen.begun}"] if seen.begun else [],
            way="left" if self.json["direction"] == 1 else "right",
            next=-1 if seen.next_seat is None else seen.next_seat,
            summary=self.summary(),
            lines=self.lines(),
            limit=0 if self.json["options"]["rounds"] else self.json["options"]["limit"],
        )

    def subtitle(self) -> str:
        t, options = self.t, self.json["options"]
        if options["rounds"]:
            return t.say("Round {n} of {all}", n=self.json["round"], all=options["rounds"])
        limit = shared.points(t, options["limit"])
        return t.say("Round {n} · the match ends above {points}", n=self.json["round"], points=limit)

    def card(self, face: str, **more: Any) -> Card:
        self.copies[face] = copy = self.copies.get(face, 0) + 1
        return _card(self.t, face, copy, **more)

    # ---- Zones ------------------------------------------------------------------------------------------------------

    def hand(self) -> Zone:
        seen, t = self.seen, self.t
        dims = seen.asked and not seen.begun
        cards = [self.card(face, says=says(seen, face), low=dims and not seen.fits(face)) for face in seen.hand]
        pairs = list(zip(seen.hand, [card.id for card in cards], strict=True))
        orders = [
            Order("colour", t.say("By color"), [card for _, card in pairs]),
            Order(
                "number", t.say("By number"), [card for _, card in sorted(pairs, key=lambda pair: by_number(pair[0]))]
            ),
        ]
        return Zone("hand", "fan", t.say("Your hand"), "hand", cards=cards, orders=orders, room=ROOM)

    def table(self) -> list[Zone]:
        t, pending = self.t, self.json["pending"]
        top = self.card(self.seen.top, tag=t.say("{n} to draw", n=pending) if pending else "")
        force = Zone("force", "score", self.force(), "table", (2, 0, 1, 1), counters=self.signs(), size="big")
        discard = replace(_discard(t, tuple(self.json["discard"])), cards=[top])
        return [_draw(t, self.json["draw_bag"]), discard, force]

    def force(self) -> str:
        """What is in force, in words for readers who cannot see it. The direction too, where no sign says it."""
        force = self.t.say("In force")
        return force if self.seen.turn is not None and self.seen.next_seat is None else f"{force}. {self.direction()}"

    def direction(self) -> str:
        t = self.t
        return t.say("Play goes to the left.") if self.json["direction"] == 1 else t.say("Play goes to the right.")

    def signs(self) -> list[Counter]:
        """The colour in force and what else fits, and the direction of play."""
        t, seen, colour = self.t, self.seen, self.json["colour"]
        signs = [Counter("", -1, t.say("Any card fits."), strong=True)]
        if colour != "*":
            signs = [Counter(f"mark-{colour}", -1, shared.capital(shared.colour(t, colour)), strong=True)]
            if seen.top[0] in COLOURS:
                signs.append(Counter("", -1, t.say("or {thing}", thing=seen.symbol(seen.top))))
        if seen.turn is not None:
            arrow = "arrow-right" if self.json["direction"] == 1 else "back"
            follows = t.say("then {name}", name=seen.who(seen.next_seat)) if seen.next_seat is not None else ""
            signs.append(Counter(arrow, -1, follows or self.direction()))
        return signs

    def others(self) -> list[Zone]:
        """Each other hand: cards that the reader knows and backs for the rest; all cards once the round is over."""
        zones = []
        for seat, held in enumerate(self.json["hands"]):
            if seat == self.seen.seat:
                continue
            known = [self.card(face) for face in held if face is not None]
            closed = backs(self.t, self.seen.names[seat], seat, len(held) - len(known), BACK)
            zones.append(replace(closed, cards=known) if known else closed)
        return zones

    def summary(self) -> Summary:
        """The points so far; the fewest win."""
        t, totals, options = self.t, self.json["totals"], self.json["options"]
        rows = [Summed(seat, t.number(totals[seat])) for seat in sorted(range(len(totals)), key=totals.__getitem__)]
        few = t.say("Fewest points win.")
        note = few if options["rounds"] else f"{t.say('Ends above {n} points.', n=options['limit'])} {few}"
        return Summary(t.say("Standing"), rows, note)

    # ---- Seats ------------------------------------------------------------------------------------------------------

    def counters(self, seat: int) -> list[Counter]:
        n = len(self.json["hands"][seat])
        return [_counted(self.t, n)]

    def state(self, seat: int) -> str:
        """The note that a seat has one card left and owes no call. It hides whether the seat called or never had to."""
        alone = len(self.json["hands"][seat]) == 1 and seat not in self.json["owes_call"]
        return self.t.say("last card") if alone else ""

    def lines(self) -> list[Tally]:
        """The cards left in the hands, counted by kind."""
        t, hands = self.t, self.json["hands"]
        if not self.json["round_over"] or all(hands):
            return []

        def line(label: str, counts: Callable[[str], bool]) -> Tally:
            return Tally(label, [sum(worth(card) for card in hand if card and counts(card)) for hand in hands])

        return [
            line(t.say("Number cards"), lambda card: symbol(card).isdigit()),
            line(t.say("Action cards"), lambda card: card[0] in COLOURS and not symbol(card).isdigit()),
            line(t.say("Black cards"), lambda card: card[0] not in COLOURS),
        ]


# ---- What lies open, made once for all readers -----------------------------------------------------------------------


@once
def _card(t: Language, face: str, copy: int, says: str = "", low: bool = False, tag: str = "") -> Card:
    return Card(f"{face}.{copy}", f"{SHEET}/{face}", words.label(t, face), says, low, tag=tag)


@once
def _draw(t: Language, left: int) -> Zone:
    label, means = t.say("Draw pile"), ["button:draw"]
    return Zone("draw", "pile", label, "table", (0, 0, 1, 1), hidden=left, count=left, back=BACK, means=means)


@once
def _discard(t: Language, cards: tuple[str, ...]) -> Zone:
    """The discard pile without its top card."""
    label = t.say("Discard pile")
    seen = look(label, SHEET, cards, partial(words.label, t))
    under = [f"{SHEET}/{card}" for card in cards[-3:-1]]
    return Zone("discard", "pile", label, "table", (1, 0, 1, 1), size="big", under=under, look=seen)


@once
def _counted(t: Language, n: int) -> Counter:
    return Counter("hand", n, t.say("{n} in hand", n=n), strong=n == 1)
