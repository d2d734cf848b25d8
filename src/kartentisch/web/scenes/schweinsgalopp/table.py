"""The Schweinsgalopp table: the course as a ring, with the race, the supply and the played cards in its middle."""

from __future__ import annotations

from kartentisch.engine.views import View
from kartentisch.web.scene import Card, Counter, Step, Zone
from kartentisch.web.scenes import Drawn, Hem, Names, backs, look
from kartentisch.web.scenes.schweinsgalopp.moves import SCOFF, SHEET, scoff_face
from kartentisch.web.scenes.schweinsgalopp.score import lines, summary
from kartentisch.words import schweinsgalopp as words
from kartentisch.words.language import Language, once
from kartentisch.words.schweinsgalopp.cards import START, TRACK
from kartentisch.words.shared import capital

emblem = ("schweinsgalopp/b", "schweinsgalopp/r", "schweinsgalopp/y")
hem: Hem = "snout"

BACK = f"{SHEET}/back"


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
        self.copies: dict[str, int] = {}

    def drawn(self) -> Drawn:
        mine = [self.hand(), self.own()] if self.seat is not None else []  # first: a card keeps its id when played
        return Drawn(
            subtitle=self.t.say("Round {n} of {all}", n=self.seen["round"], all=self.seen["options"]["rounds"]),
            zones=[*mine, *self.table(), *self.others()],
            columns=[1.0],
            steps=[self.step(token) for token in self.tokens],
            prompt=self.prompt(),
            counters=[self.counters(seat) for seat in range(self.seen["seats"])],
            summary=summary(self.seen, self.t),
            lines=lines(self.seen, self.t),
        )

    def copy(self, face: str) -> int:
        """The running number of a card among those with the same face."""
        self.copies[face] = number = self.copies.get(face, 0) + 1
        return number

    # ---- Zones ------------------------------------------------------------------------------------------------------

    def hand(self) -> Zone:
        held = self.seen["hands"][self.seat]
        cards = [_held(self.t, face, self.copy(face), self.says(face)) for face in held]
        return Zone(id="hand", kind="fan", label=self.t.say("Your hand"), place="hand", cards=cards)

    def own(self) -> Zone:
        """The reader's scoff cards."""
        assert self.seat is not None
        return Zone(
            id="scoff",
            kind="score",
            label=self.t.say("Your scoff cards"),
            place="own",
            counters=[*_counters(self.t, self.seen["face_up"][self.seat], self.seen["banked"][self.seat], lie=False)],
            show_label=True,
        )

    def table(self) -> list[Zone]:
        t, seen = self.t, self.seen
        scoff = [(SCOFF[space % len(SCOFF)], space) for space in seen["track_scoff"]]
        cards = tuple((face, self.copy(face), space) for face, space in scoff)
        pigs = tuple((pig, self.copy(f"pig-{pig}"), self.pigs.get(pig)) for pig in seen["pigs"])
        track = _track(t, cards, pigs, tuple(self.landings()))
        if self.waiting:
            return [track]
        played = (seen["played"][-1], self.copy(seen["played"][-1])) if seen["played"] else None
        top = SCOFF[seen["supply"] % len(SCOFF)]
        supply = (top, self.copy(top)) if seen["supply"] else None
        race = Zone(id="race", kind="score", label=t.say("Race"), place="table", counters=self.race())
        return [track, race, _supply(t, supply, seen["supply"]), _played(t, played, tuple(seen["played"]))]

    def landings(self) -> list[str]:
        """The pigs' landing spaces: a card may be dropped anywhere on the course, a scoff card only on its space."""
        return [f"track:{self.ahead(token) % TRACK}" for token in self.tokens if token in self.pigs]

    def race(self) -> list[Counter]:
        """The pigs, the leading one first, and how far they have run."""
        order = sorted(self.pigs.items(), key=lambda entry: -entry[1])
        return [_runs(self.t, pig, distance, place == 0) for place, (pig, distance) in enumerate(order)]

    def others(self) -> list[Zone]:
        """The hands of the others, as backs."""
        hands = enumerate(self.seen["hands"])
        return [
            backs(self.t, self.names[seat], seat, len(held), BACK, "card") for seat, held in hands if seat != self.seat
        ]

    def counters(self, seat: int) -> list[Counter]:
        return [*_counters(self.t, self.seen["face_up"][seat], self.seen["banked"][seat], lie=seat != self.seat)]

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


# ---- What lies open, made once for all readers -----------------------------------------------------------------------


Lying = tuple[str, int]
"""The face of an open card, and its running number."""


def _card(face: str, copy: int, label: str, says: str = "", at: int = -1, runs: bool = False) -> Card:
    return Card(f"{face}.{copy}", f"{SHEET}/{face}", label, says, at=at, runs=runs)


@once
def _held(t: Language, face: str, copy: int, says: str) -> Card:
    return _card(face, copy, capital(words.card(t, face)), says)


@once
def _scoff(t: Language, face: str, copy: int, space: int) -> Card:
    return _card(face, copy, t.say("Scoff card on space"), at=space)


@once
def _runner(t: Language, pig: str, copy: int, distance: int | None) -> Card:
    """A pig on its space, or waiting at a place of its own to be set up."""
    name = capital(words.pig(t, pig))
    if distance is None:
        return _card(f"pig-{pig}", copy, name, at=waits_at(pig), runs=True)
    return _card(f"pig-{pig}", copy, t.say("{pig} on space", pig=name), at=distance % TRACK, runs=True)


@once
def _track(
    t: Language,
    scoff: tuple[tuple[str, int, int], ...],
    pigs: tuple[tuple[str, int, int | None], ...],
    landings: tuple[str, ...],
) -> Zone:
    """`scoff`: faces, running numbers and spaces. `pigs`: names, running numbers and how far they are, if they run."""
    waiting = sum(distance is None for _, _, distance in pigs)
    return Zone(
        id="track",
        kind="ring",
        label=t.say("Course"),
        place="table",
        cards=[*(_scoff(t, *card) for card in scoff), *(_runner(t, *pig) for pig in pigs)],
        spaces=TRACK,
        start=START,
        next=START - (len(pigs) - waiting) if waiting else -1,
        room=len(pigs) if waiting else 0,
        means=[*landings],
    )


@once
def _supply(t: Language, top: Lying | None, n: int) -> Zone:
    cards = [_card(*top, t.say("Scoff card"))] if top else []
    label = t.say("Supply")
    return Zone("supply", "pile", label, "table", cards=cards, count=n, size="small", show_label=True)


@once
def _played(t: Language, top: Lying | None, cards: tuple[str, ...]) -> Zone:
    seen = look(t.say("Played"), SHEET, cards, lambda card: capital(words.card(t, card)))
    drawn = [_held(t, *top, "")] if top else []
    label, n = t.say("Played"), len(cards)
    return Zone("played", "pile", label, "table", cards=drawn, count=n, look=seen, size="small", show_label=True)


@once
def _runs(t: Language, pig: str, distance: int, leads: bool) -> Counter:
    """How far a pig has run."""
    return Counter(f"mark-{pig}", distance, words.card(t, pig), strong=leads)


@once
def _counters(t: Language, face_up: int, banked: int, lie: bool) -> tuple[Counter, ...]:
    """`lie`: the face-up cards lie before the seat. Everybody may see them."""
    faces = [scoff_face(n) for n in range(face_up)] if lie else []
    return (
        Counter("eye", face_up, t.say("{n} face up", n=face_up), faces=faces),
        Counter("check", banked, t.say("{n} banked", n=banked)),
    )
