"""The table of Fifth: the trick in the middle, hands around it. Its faces are borrowed."""

from __future__ import annotations

from collections.abc import Sequence

from kartentisch.engine.views import View
from kartentisch.web.scene import Card, Counter, Moved, Step, Zone
from kartentisch.web.scenes import Drawn, Names
from kartentisch.words.language import Language
from kartentisch.words.shared import capital
from tests.fifth import words

emblem = ("schwupps/b1", "schwupps/b5", "schwupps/b9")

BACK = "schwupps/back"


def draw(view: View, t: Language, names: Names, begun: str = "") -> Drawn:
    seen = view.json()
    seat: int | None = seen["seat"]
    zones = [trick(t, seen["trick"])]
    for other, held in enumerate(seen["hands"]):
        if other == seat:
            zones.append(Zone("hand", "fan", t.say("Your hand"), "hand", cards=[card(t, token) for token in held]))
        else:
            label = t.say("Hand of {name}", name=names[other])
            zones.append(Zone(f"hand-{other}", "fan", label, "seat", seat=other, hidden=len(held), back=BACK))
    return Drawn(
        subtitle=t.say("Round {n} of {all}", n=seen["round"], all=seen["options"]["rounds"]),
        zones=zones,
        columns=[1.0],
        steps=[step(t, token) for token in seen["moves"]],
        prompt=t.say("Play a card.") if seen["moves"] else "",
        counters=[[Counter("check", n, t.say("{n} tricks", n=n))] for n in seen["tricks"]],
    )


def card(t: Language, token: str) -> Card:
    return Card(id=f"b{token}.1", face=f"schwupps/b{token}", label=capital(words.card(t, token)))


def trick(t: Language, cards: Sequence[str]) -> Zone:
    return Zone("trick", "row", t.say("Trick"), "table", cards=[card(t, token) for token in cards])


def step(t: Language, token: str) -> Step:
    labels = [capital(words.card(t, token)), t.say("Into the trick")]
    return Step(token, [f"hand/b{token}", "trick"], labels, words.move(t, [token]))


def moved(before: View, after: View, seat: int, tokens: Sequence[str | None]) -> list[Moved]:
    source = "hand" if seat == after.seat else f"hand-{seat}"
    return [Moved(source, "trick", [f"schwupps/b{tokens[0]}"])]


def cheers(before: View, after: View, seat: int, tokens: Sequence[str | None]) -> bool:
    """Nothing is."""
    return False


def move_for(view: View, path: Sequence[str]) -> str | None:
    return next((element.removeprefix("hand/b") for element in path if element.startswith("hand/")), None)
