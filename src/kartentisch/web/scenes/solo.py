"""The Solo table: the draw pile, the discard pile with the card on top, and what is in force."""

from __future__ import annotations

from collections import Counter as Copies
from collections.abc import Callable
from typing import Any

from kartentisch.engine.views import View
from kartentisch.web.orders import Order
from kartentisch.web.scene import Card, Counter, Zone
from kartentisch.web.scenes import Drawn, Names, look
from kartentisch.web.scenes._solo_moved import cheers, move_for, moved
from kartentisch.web.scenes._solo_seen import BACK, COLOURS, SHEET, Seen, by_number, symbol, worth
from kartentisch.web.scenes._solo_steps import buttons, lead, prompt, says, steps
from kartentisch.web.scorecard import Tally
from kartentisch.words import shared
from kartentisch.words.language import Language

__all__ = ["cheers", "draw", "emblem", "move_for", "moved"]

emblem = ("solo/r7", "solo/b+2", "solo/Pg")

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
        self.copies: Copies[str] = Copies()

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
        self.copies[face] += 1
        return Card(f"{face}.{self.copies[face]}", f"{SHEET}/{face}", self.seen.name(face), **more)

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
        t, left, pending = self.t, self.json["draw_bag"], self.json["pending"]
        top = self.card(self.seen.top, tag=t.say("{n} to draw", n=pending) if pending else "")
        return [
            Zone(
                "draw", "pile", t.say("Draw pile"), "table", (0, 0, 1, 1),
                hidden=left, count=left, back=BACK, means=["button:draw"],
            ),
            Zone(
                "discard", "pile", t.say("Discard pile"), "table", (1, 0, 1, 1), cards=[top], size="big",
                look=look(t.say("Discard pile"), SHEET, self.json["discard"], self.seen.name),
            ),
            Zone("force", "score", self.force(), "table", (2, 0, 1, 1), counters=self.signs(), size="big"),
        ]  # fmt: skip

    def force(self) -> str:
        """What is in force, in words for readers who cannot see it."""
        t = self.t
        way = t.say("Play goes to the left.") if self.json["direction"] == 1 else t.say("Play goes to the right.")
        force = t.say("In force")
        return f"{force}. {way}"

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
            signs.append(Counter(arrow, -1, follows or t.say("direction of play")))
        return signs

    def others(self) -> list[Zone]:
        """Each other hand: cards that the reader knows and backs for the rest; all cards once the round is over."""
        zones = []
        for seat, held in enumerate(self.json["hands"]):
            if seat == self.seen.seat:
                continue
            known = [self.card(face) for face in held if face is not None]
            label, hidden = self.t.say("Hand of {name}", name=self.seen.names[seat]), len(held) - len(known)
            zone = Zone(f"hand-{seat}", "fan", label, "seat", seat=seat, cards=known, hidden=hidden, back=BACK)
            zone.size = "small"
            zones.append(zone)
        return zones

    # ---- Seats ------------------------------------------------------------------------------------------------------

    def counters(self, seat: int) -> list[Counter]:
        n = len(self.json["hands"][seat])
        return [Counter("hand", n, self.t.say("{n} in hand", n=n), strong=n == 1)]

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
