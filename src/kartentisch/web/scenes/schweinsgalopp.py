"""The Schweinsgalopp table: the course as a ring, with the race, the supply and the played cards in its middle."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Sequence

from kartentisch.engine.views import View
from kartentisch.web.scene import Card, Counter, Step, Zone
from kartentisch.web.scenes import Drawn, Names, look
from kartentisch.web.scenes._schweinsgalopp_moves import SCOFF, SHEET, moved
from kartentisch.web.scenes._schweinsgalopp_score import lines
from kartentisch.words import schweinsgalopp as words
from kartentisch.words.language import Language
from kartentisch.words.shared import capital

__all__ = ["cheers", "draw", "emblem", "move_for", "moved"]

emblem = ("schweinsgalopp/b", "schweinsgalopp/r", "schweinsgalopp/y")

BACK = f"{SHEET}/back"
TRACK = 22
START = 4


def draw(view: View, t: Language, names: Names, begun: str = "") -> Drawn:
    """The drawing for one reader. All moves of this game are one step, so none is ever begun."""
    return _Table(view, t, names).drawn()


def waits_at(pig: str) -> int:
    """The place in the middle of the course where a pig waits to be set up."""
    return -1 - "bgrvy".index(pig)


class _Table:
    def __init__(self, view: View, t: Language, names: Names) -> None:
        self.t = t
        self.names = names
        self.seen = view.json()
        self.seat: int | None = self.seen["seat"]
        self.pigs: dict[str, int] = {pig: far for pig, far in self.seen["pigs"].items() if far is not None}
        self.waiting = [pig for pig in self.seen["pigs"] if pig not in self.pigs]
        self.yours = self.seat is not None and self.seen["turn"] == self.seat
        self.tokens: list[str] = self.seen["moves"] if self.yours else []
        self.copies: Tally[str] = Tally()

    def drawn(self) -> Drawn:
        mine = [self.hand(), self.own()] if self.seat is not None else []  # first: a card keeps its id when played
        return Drawn(
            subtitle=self.t.say("Round {n} of {all}", n=self.seen["round"], all=self.seen["options"]["rounds"]),
            zones=[*mine, *self.table(), *self.others()],
            columns=[1.0],
            steps=[self.step(token) for token in self.tokens],
            prompt=self.prompt(),
            counters=[self.counters(seat) for seat in range(self.seen["seats"])],
            lines=lines(self.seen, self.t),
        )

    def card(self, face: str, label: str, says: str = "", at: int = -1, runs: bool = False) -> Card:
        self.copies[face] += 1
        name = f"{face}.{self.copies[face]}"
        return Card(id=name, face=f"{SHEET}/{face}", label=label, says=says, at=at, runs=runs)

    def runner(self, pig: str) -> Card:
        """A pig on its space, or waiting at a place of its own to be set up."""
        name = capital(words.pig(self.t, pig))
        if pig in self.waiting:
            return self.card(f"pig-{pig}", name, at=waits_at(pig), runs=True)
        return self.card(f"pig-{pig}", self.t.say("{pig} on space", pig=name), at=self.pigs[pig] % TRACK, runs=True)

    # ---- Zones ------------------------------------------------------------------------------------------------------

    def hand(self) -> Zone:
        held = self.seen["hands"][self.seat]
        cards = [self.card(face, capital(words.card(self.t, face)), self.says(face)) for face in held]
        return Zone(id="hand", kind="fan", label=self.t.say("Your hand"), place="hand", cards=cards)

    def own(self) -> Zone:
        """The reader's scoff cards."""
        assert self.seat is not None
        return Zone(
            id="scoff",
            kind="score",
            label=self.t.say("Your scoff cards"),
            place="own",
            counters=self.counters(self.seat),
            show_label=True,
        )

    def table(self) -> list[Zone]:
        t, seen = self.t, self.seen
        course = [
            *(
                self.card(SCOFF[space % len(SCOFF)], t.say("Scoff card on space"), at=space)
                for space in seen["track_scoff"]
            ),
            *(self.runner(pig) for pig in seen["pigs"]),
        ]
        track = Zone(
            id="track",
            kind="ring",
            label=t.say("Course"),
            place="table",
            cards=course,
            spaces=TRACK,
            start=START,
            next=START - len(self.pigs) if self.waiting else -1,
            room=len(seen["pigs"]) if self.waiting else 0,
            means=self.landings(),
        )
        if self.waiting:
            return [track]
        played = [self.card(seen["played"][-1], capital(words.card(t, seen["played"][-1])))] if seen["played"] else []
        supply = [self.card(SCOFF[seen["supply"] % len(SCOFF)], t.say("Scoff card"))] if seen["supply"] else []
        return [
            track,
            Zone(
                id="race",
                kind="score",
                label=t.say("Race"),
                place="table",
                counters=self.race(),
            ),
            Zone(
                id="supply",
                kind="pile",
                label=t.say("Supply"),
                place="table",
                cards=supply,
                count=seen["supply"],
                size="small",
                show_label=True,
            ),
            Zone(
                id="played",
                kind="pile",
                label=t.say("Played"),
                place="table",
                cards=played,
                count=len(seen["played"]),
                look=look(t.say("Played"), SHEET, seen["played"], lambda card: capital(words.card(t, card))),
                size="small",
                show_label=True,
            ),
        ]

    def landings(self) -> list[str]:
        """The pigs' landing spaces: a card may be dropped anywhere on the course, a scoff card only on its space."""
        return [f"track:{self.ahead(token) % TRACK}" for token in self.tokens if token in self.pigs]

    def race(self) -> list[Counter]:
        """The pigs, the leading one first, and how far they have run."""
        order = sorted(self.pigs.items(), key=lambda entry: -entry[1])
        return [
            Counter(f"mark-{pig}", distance, words.card(self.t, pig), strong=place == 0)
            for place, (pig, distance) in enumerate(order)
        ]

    def others(self) -> list[Zone]:
        """The hands of the others, as backs."""
        return [
            Zone(
                id=f"hand-{seat}",
                kind="fan",
                label=self.t.say("Hand of {name}", name=self.names[seat]),
                place="seat",
                seat=seat,
                hidden=len(held),
                back=BACK,
            )
            for seat, held in enumerate(self.seen["hands"])
            if seat != self.seat
        ]

    def counters(self, seat: int) -> list[Counter]:
        t, seen = self.t, self.seen
        face_up, banked = seen["face_up"][seat], seen["banked"][seat]
        return [
            Counter("eye", face_up, t.say("{n} face up", n=face_up)),
            Counter("check", banked, t.say("{n} banked", n=banked)),
        ]

    # ---- Steps ------------------------------------------------------------------------------------------------------

    def step(self, token: str) -> Step:
        t, says = self.t, words.move(self.t, [token], self.names)
        if token[0] == "@":
            return Step(token, [f"track:{token[1:]}"], [t.say("Space {n}", n=token[1:])], says)
        if token[0] == "+":
            return Step(token, [f"track:{waits_at(token[1:])}"], [capital(words.card(t, token[1:]))], says)
        colour, space = words.card(t, token), self.ahead(token) % TRACK
        labels = [capital(colour), t.say("Run {colour}", colour=colour)]
        return Step(token, [f"hand/{token}", f"track:{space}"], labels, says, ghost=f"{SHEET}/pig-{token}")

    def ahead(self, pig: str) -> int:
        """The distance of a pig after its next move."""
        taken = {distance % TRACK for distance in self.pigs.values()}
        distance = self.pigs[pig] + 1
        while distance % TRACK in taken:
            distance += 1
        return distance

    def says(self, face: str) -> str:
        """Where the pig will be, and what that brings."""
        if face not in self.tokens:
            return ""
        t, distance, colour = self.t, self.ahead(face), capital(words.card(self.t, face))
        space = distance % TRACK
        lead = distance > max(self.pigs.values())
        found = (space in self.seen["track_scoff"]) + (lead and self.seen["supply"] > 0)
        where = (
            t.say("{colour} leads on {space}.", colour=colour, space=space)
            if lead
            else t.say("{colour} runs to {space}.", colour=colour, space=space)
        )
        return f"{where} {self.brings(lead, found)}"

    def brings(self, lead: bool, found: int) -> str:
        """What a move brings. `lead`: it takes the lead; `found`: the number of scoff cards that it finds."""
        t, seen = self.t, self.seen
        assert self.seat is not None
        last = len(seen["hands"][self.seat]) == 1
        n = found + (seen["face_up"][self.seat] if last else 0)
        if n == 0:
            return t.say("The supply is empty.") if lead else t.say("No lead, no scoff card.")
        if not last:
            return t.say("You take {cards}.", cards=words.scoff(t, n))
        if lead or seen["options"]["keep"]:
            return t.say("You bank {cards}.", cards=words.scoff(t, n))
        return t.say("You lose {cards}.", cards=words.scoff(t, n))

    def prompt(self) -> str:
        t = self.t
        if not self.yours:
            return ""
        if self.seen["phase"] == "lay":
            return t.say("Lay a scoff card: pick a space.")
        if self.waiting:
            if not self.pigs:
                return t.say("Set up the pigs: which one comes first?")
            return t.say("Set up the pigs: which one comes next?")
        assert self.seat is not None
        if len(self.seen["hands"][self.seat]) > 1:
            return t.say("Play a card.")
        if self.seen["options"]["keep"]:
            return t.say("Your last card: it banks what lies face up.")
        return t.say("Your last card: lead with it and you bank what lies face up.")


# ---- Why not ---------------------------------------------------------------------------------------------------------


def cheers(before: View, after: View, seat: int, tokens: Sequence[str | None]) -> bool:
    """No move of this game is cheered."""
    return False


def move_for(view: View, path: Sequence[str]) -> str | None:
    state = view.json()
    for element in path:
        if element.startswith("hand/"):
            return element.removeprefix("hand/")
    if state["phase"] == "line_up":
        pigs = {f"track/pig-{pig}": pig for pig in state["pigs"]} | {
            f"track:{waits_at(pig)}": pig for pig in state["pigs"]
        }
        return next((f"+{pigs[element]}" for element in path if element in pigs), None)
    if state["phase"] == "lay" and path and path[-1].startswith("track:"):
        return f"@{path[-1].removeprefix('track:')}"
    return None
