"""The SWUP table: loose cards, and below them the builds and the deck. A move is picked step by step."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec.structs import replace

from kartentisch.engine.views import View
from kartentisch.web.orders import Look, Order
from kartentisch.web.scene import Card, Counter, Zone
from kartentisch.web.scenes import Drawn, Hem, Names, backs, look
from kartentisch.web.scenes.swup import sums
from kartentisch.web.scenes.swup.moves import face
from kartentisch.web.scenes.swup.picking import Picking
from kartentisch.web.scenes.swup.score import lines, summary
from kartentisch.words import swup as words
from kartentisch.words.language import Language, once

emblem = ("swup/r10", "swup/k5", "swup/b7")
hem: Hem = "star"

BACK = "swup/back"
COLOURS = "krby"


def draw(view: View, t: Language, names: Names, begun: str = "") -> Drawn:
    return _Table(view, t, names, begun).drawn()


class _Table(Picking):
    def drawn(self) -> Drawn:
        seen = self.seen
        hand = [self.hand()] if self.seat is not None else []
        lead, prompt = self.prompt() if self.yours else ("", "")
        return Drawn(
            subtitle=self.subtitle(),
            zones=[*self.table(), *hand, *self.others()],
            columns=[*[1.0] * len(self.builds), 0.75],
            rows=2,
            buttons=self.buttons() if self.seat is not None else [],
            steps=self.all_steps(),
            lead=lead,
            sum=sums.equation(self.move, self.groups),
            prompt=prompt,
            counters=[self.counters(seat) for seat in range(seen["seats"])],
            picked=self.picked(),
            cheer="SWUP!",
            notice=self.t.say("Last cards of this round!") if self.last_deal() else "",
            summary=summary(seen, self.t),
            lines=lines(seen, self.t) if seen["round_over"] else [],
        )

    def last_deal(self) -> bool:
        """The last cards have just been dealt: the reader (for a bystander: somebody) has played none of them."""
        hands = self.seen["hands"] if self.seat is None else [self.seen["hands"][self.seat]]
        return self.seen["deck"] == 0 and any(len(hand) == 4 for hand in hands)

    def subtitle(self) -> str:
        t, seen = self.t, self.seen
        all_deals = 48 // (4 * seen["seats"])
        deal = all_deals - seen["deck"] // (4 * seen["seats"])
        return t.say(
            "Round {n} of {all} · deal {deal} of {deals}",
            n=seen["round"],
            all=words.rounds(seen),
            deal=deal,
            deals=all_deals,
        )

    def card(self, card: str, says: str = "", low: bool = False, tag: str = "") -> Card:
        return _card(self.t, card, says, low, tag)

    def name(self, card: str) -> str:
        return words.label(self.t, card)

    # ---- Zones ------------------------------------------------------------------------------------------------------

    def hand(self) -> Zone:
        held: list[str] = self.seen["hands"][self.seat]
        kept = self.kept()
        tag = self.t.say("keep")
        cards = [self.card(card, self.says(card), self.idle(card), tag if card == kept else "") for card in held]
        by_number = sorted(held, key=lambda card: (int(card[1:]), COLOURS.index(card[0])))
        orders = [
            Order("colour", self.t.say("By color"), [f"{card}.1" for card in held]),
            Order("number", self.t.say("By number"), [f"{card}.1" for card in by_number]),
        ]
        return Zone("hand", "fan", self.t.say("Your hand"), "hand", cards=cards, orders=orders)

    def idle(self, card: str) -> bool:
        return self.yours and not self.begun and card not in self.steps

    def table(self) -> list[Zone]:
        t, seen = self.t, self.seen
        tags = self.tags()
        name = t.say("On the table")
        loose = [self.card(card, tag=tags.get(card, "")) for card in seen["table"]]
        columns = len(self.builds) + 1
        none = t.say("On the table: no loose cards.") if seen["builds"] else t.say("On the table: nothing.")
        empty = none if not loose and not seen["round_over"] else ""
        zones = [Zone("table", "row", name, "table", (0, 0, columns, 1), cards=loose, caption=empty)]
        zones += [self.build(build, n, tags) for n, build in enumerate(seen["builds"])]
        deck = seen["deck"]
        label = t.say("Draw pile") if deck else t.say("Last cards")
        at = (columns - 1, 1, 1, 1)
        zones.append(
            Zone("deck", "pile", label, "table", at, hidden=deck, count=deck, back=BACK, show_label=True, size="small")
        )
        return zones

    def build(self, build: dict[str, Any], column: int, tags: dict[str, str]) -> Zone:
        """A build's cards side by side. The last one carries its value, or the number of the group that takes it."""
        t, owner, value = self.t, build["owner"], build["value"]
        name = t.say("You") if owner == self.seat else self.names[owner]
        kind = t.say("double {n}", n=value) if build["double"] else t.say("simple {n}", n=value)
        *under, top = build["cards"]
        cards = [*map(self.card, under), self.card(top, tag=tags.get(f"@{owner}", f"=\u00a0{value}"))]
        caption = kind.replace(" ", "\u00a0")
        return Zone(f"build:{owner}", "fan", name, "table", (column, 1, 1, 1), cards=cards, caption=caption)

    def tags(self) -> dict[str, str]:
        """The numbers of the groups, by card or build. An only group has none: it would look like a digit to press."""
        several = len(self.groups) > 1
        return {
            item: str(n) if several else "✓"
            for n, group in enumerate(self.groups, 1)
            for item in group.items
            if item != self.move.card
        }

    def others(self) -> list[Zone]:
        """The reader's own pile, and the hands of the others."""
        t, seen, zones = self.t, self.seen, []
        for seat, held in enumerate(seen["hands"]):
            if seat == self.seat:
                n, said = len(seen["piles"][seat]), self.own()
                pile = _taken(t, tuple(seen["piles"][seat]))
                label = t.say("Your pile")
                own = Zone("own", "pile", label, "own", hidden=n, count=n, back=BACK, caption=said, look=pile)
                zones.append(own)
                continue
            known = [self.card(card) for card in held if card is not None]
            closed = backs(t, self.names[seat], seat, len(held) - len(known), BACK)
            zones.append(replace(closed, cards=known) if known else closed)
        return zones

    def own(self) -> str:
        """The cards in the reader's pile that are worth points."""
        t, pile, swups = self.t, self.seen["piles"][self.seat], self.seen["swups"][self.seat]
        black = sum(card[0] == "k" for card in pile)
        stars = sum(sums.STARS.get(card, 0) for card in pile)
        parts = [t.say("{n} black", n=black)] if black else []
        parts += [t.many("{n} star", "{n} stars", stars)] if stars else []
        parts += [t.many("{n} SWUP", "{n} SWUPs", swups)] if swups else []
        parts += [t.say("took last")] if self.seen["last_taker"] == self.seat else []
        return ", ".join(parts) or t.say("Your pile")

    def counters(self, seat: int) -> list[Counter]:
        seen = self.seen
        hand, pile = len(seen["hands"][seat]), len(seen["piles"][seat])
        last = seen["last_taker"] == seat and not seen["round_over"]
        return [*_counters(self.t, hand, pile, last, seen["swups"][seat])]


# ---- What lies open, made once for all readers -----------------------------------------------------------------------


@once
def _card(t: Language, card: str, says: str, low: bool, tag: str) -> Card:
    return Card(f"{card}.1", face(card), words.label(t, card), says, low, tag=tag)


@once
def _taken(t: Language, cards: tuple[str, ...]) -> Look | None:
    return look(t.say("Your pile"), "swup", cards, partial(words.label, t), ordered=False)


@once
def _counters(t: Language, hand: int, pile: int, last: bool, swups: int) -> tuple[Counter, ...]:
    """`last`: this seat took cards last."""
    found = [Counter("hand", hand, t.say("{n} in hand", n=hand)), Counter("pile", pile, t.say("{n} taken", n=pile))]
    if last:
        found.append(Counter("last", -1, t.say("took last")))
    if swups:
        found.append(Counter("sweep", swups, t.many("{n} SWUP", "{n} SWUPs", swups)))
    return tuple(found)
