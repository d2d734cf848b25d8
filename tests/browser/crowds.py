"""Scenes of all games with few, many and most cards and seats, each from a position: no table, no bots, no server.

The texts are the real ones, in any language; names are long where there is most of everything.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import kartentisch as kt
from kartentisch import words
from kartentisch.play.games import games
from kartentisch.web import scene as s
from kartentisch.web import scenes
from kartentisch.words.language import language
from tests.games import schweinsgalopp_positions as galopp
from tests.games import schwupps_positions as schwupps
from tests.games import solo_positions as solo
from tests.games import swup_positions as swup

FIGURES = ("spoon", "mug", "pear", "salt", "teapot", "lemon", "eggcup", "candle", "cherries", "jar")
NAMES = ("Anna", "Bruno", "Otto", "Juno", "Pelle", "Greta", "Tomasz", "Lea", "Yusuf", "Mika")
LONG_NAMES = ("Anna", "Maximiliane Oberhuber 🎻", "Ben Achterberg", *NAMES[3:])


@dataclass(frozen=True)
class Crowd:
    """A position, and how the reader's move has begun."""

    state: dict[str, Any]
    begun: str = ""
    long: bool = False
    """The names are long."""


def _schwupps() -> dict[str, Crowd]:
    many = schwupps.position("b8 v10 ! r3", "b2 g7 r9 v10", "nc c n +2", seats=4)
    hand = "b8 v10 ! r3 g1 g4 y5 y9 v2 b1 ! r10 g9 y1"
    return {
        "few": Crowd(schwupps.position("b8", seats=2, stacks=[0, 1])),
        "many": Crowd(many),
        "used": Crowd(schwupps.position("b8 v10 r3", "b2 g7 r9 v10", "nc c n +2", task_bag=["n", "c"], boxed=2)),
        "most": Crowd(schwupps.position(hand, "b2 g7 r9 v10", "nc nc nc nc", seats=5), long=True),
    }


def _schweinsgalopp() -> dict[str, Crowd]:
    full = "b b b g g r y"
    return {
        "few": Crowd(galopp.position("r", seats=2)),
        "many": Crowd(galopp.position(full, seats=3, pigs="1 5 21 4 3")),
        "most": Crowd(
            galopp.position("b b g r v y y", seats=4, pigs="21 20 24 19 22", face_up=[4, 3, 10, 2], track=[8, 12, 15]),
            long=True,
        ),
        "lay": Crowd(galopp.laying(seats=3)),
    }


def _solo() -> dict[str, Crowd]:
    eight = "r7 r9 g1 gG bR y5 yS Pr"
    crowd = "r1 r3 r7 r9 r+2 g1 g4 g5 g8 gG gX b1 b4 b6 b9 bR bS y2 y5 y6 yS C A +4 Pr Py"
    return {
        "few": Crowd(solo.position("g2", seats=2, others=7)),
        "many": Crowd(solo.position(eight, top="g5", seats=3, others=8)),
        "ten": Crowd(solo.position("r7 r9 g1 gG bR y5 yS", top="y8", seats=5, others=7)),
        "most": Crowd(solo.position(crowd, top="r5", seats=10, others=3), long=True),
        "sign": Crowd(solo.position("r7 C g1 gG", top="g5", seats=4), begun="C"),
        "owed": Crowd(solo.position("r7 r+2 g1 gG", top="+4", colour="g", seats=4, pending=4, phase="owed")),
        "nothing": Crowd(solo.position("r7 r9 yS", top="g5", seats=4)),
    }


def _swup() -> dict[str, Crowd]:
    builds = [
        swup.build(0, 10, "r3 y7"),
        swup.build(1, 11, "b2 y9 r11", double=True),
        swup.build(2, 13, "k13 b13 y12 y1", double=True),
        swup.build(3, 9, "k7 r2"),
    ]
    hands = {1: "b11 k3 k4 r5", 2: "r13 b3 b4 y4", 3: "k9 b7 r7 y2"}
    own = "k2 r1 b5 y10"
    used = [*own.split(), *" ".join(hands.values()).split(), *(card for one in builds for card in one["cards"])]
    loose = [card for card in swup.CARDS if card not in used][:20]
    two = [swup.build(0, 9, "k4 b5"), swup.build(1, 7, "r1 r6 k6 b1", double=True)]
    four, table = "y7 k10 r3 y9", "b7 y4 k13 r2"
    return {
        "few": Crowd(swup.position("k9", seats=2)),
        "many": Crowd(swup.position(four, table, *two, seats=3, deals=1, hands={1: "k7"})),
        "begun": Crowd(swup.position("y9 k9 r3", table, *two, seats=3, deals=1, hands={1: "k7"}), begun="y9"),
        "most": Crowd(
            swup.position(own, " ".join(loose), *builds, seats=4, hands=hands, swups=[1, 2, 0, 3]), long=True
        ),
    }


MAKERS = {"schwupps": _schwupps, "schweinsgalopp": _schweinsgalopp, "solo": _solo, "swup": _swup}


@cache
def crowds(game: str) -> dict[str, Crowd]:
    return MAKERS[game]()


def every() -> list[tuple[str, str]]:
    """All games with all their crowds."""
    return [(game, kind) for game in games() for kind in crowds(game)]


def match(game: str, kind: str) -> kt.Match:
    return kt.Match.from_state_json(crowds(game)[kind].state, seed=1)


def scene(game: str, kind: str, code: str = "en", n: int = 10, reader: int | None = 0) -> s.Scene:
    """What the reader sees of it; None: what a screen in the middle shows."""
    crowd = crowds(game)[kind]
    return seen(match(game, kind), code, n, crowd.begun, reader, LONG_NAMES if crowd.long else NAMES)


def seen(
    match: kt.Match, code: str, n: int, begun: str = "", reader: int | None = 0, names: tuple[str, ...] = NAMES
) -> s.Scene:
    """A match as its reader sees it, all other seats played by bots."""
    t, view = language(code), match.view(reader).seen
    bot = t.say("bot")
    full = [name if seat == 0 else f"{name} ({bot})" for seat, name in enumerate(names)]
    seats = match.seats
    drawn = scenes.of(match.game).draw(view, t, full, begun)
    turn = match.actors()[:1]
    mine = bool(turn) and turn[0] == reader
    lead = (
        (drawn.lead or t.say("Your turn.")) if mine else t.say("Waiting for {name}.", name=full[turn[0] if turn else 0])
    )
    controls = [s.Control("hint", t.say("Ask for a hint")), s.Control("pause", t.say("Pause"))]
    return s.Scene(
        n=n, since=n, game=match.game, title=words.of(match.game).title, subtitle=drawn.subtitle, language=code,
        seat=-1 if reader is None else reader, phase="playing",
        prompt=s.Prompt(lead, drawn.prompt, mine, drawn.sum if mine else ""),
        seats=[
            s.Seat(
                seat, full[seat], FIGURES[seat], "bot" if seat else "person", seat == reader, seat in turn,
                state=drawn.states[seat] if drawn.states else "",
                counters=drawn.counters[seat] if drawn.counters else [], element=f"seat:{seat}",
                next=seat == drawn.next, called=names[seat] if seat else "",
            )
            for seat in range(seats)
        ],
        columns=drawn.columns, rows=drawn.rows, zones=drawn.zones, buttons=drawn.buttons, steps=drawn.steps,
        begun=begun.split(), picked=drawn.picked, controls=controls if reader is not None else [],
        hem=scenes.hem(match.game), way=drawn.way, summary=drawn.summary,
    )  # fmt: skip
