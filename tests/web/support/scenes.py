"""What the tests of all games' scenes share: views of all readers, drawings, elements, random matches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from kartentisch import testing
from kartentisch.engine import moves
from kartentisch.engine.game import Game
from kartentisch.engine.layout import Records
from kartentisch.engine.views import View, view
from kartentisch.web.scene import Zone
from kartentisch.web.scenes import Drawn
from kartentisch.words.language import Language, language
from tests.web.support.tables import NAMES

EN, DE = language("en"), language("de")
Moment = tuple[list[View], list[View], int, str]
"""Views before and after (seats, then the bystander), who moved, and the move."""


def views(game: Game, records: Records, seats: int) -> list[View]:
    """What each seat sees, then what a bystander sees."""
    return [view(game, records, seat) for seat in [*range(seats), None]]


def drawing(draw: Callable[..., Drawn], seen: View, begun: str = "", t: Language = EN) -> Drawn:
    """What a game draws for the reader of a view, with our names at its seats."""
    return draw(seen, t, NAMES[: int(seen.record["seats"])], begun)


def by_id(drawn: Drawn) -> dict[str, Zone]:
    return {zone.id: zone for zone in drawn.zones}


def elements(drawn: Drawn, seats: int) -> set[str]:
    """Everything that can be picked."""
    found = {f"seat:{seat}" for seat in range(seats)} | {button.id for button in drawn.buttons}
    for zone in drawn.zones:
        found |= {zone.id, *zone.means, *(f"{zone.id}/{card.face.partition('/')[2]}" for card in zone.cards)}
        if zone.kind == "ring":
            found |= {f"{zone.id}:{space}" for space in range(zone.spaces)}
            found |= {f"{zone.id}:{card.at}" for card in zone.cards if card.at < 0}
    return found


def walk(game: Game, seats: int, seed: int, length: int) -> Iterator[Moment]:
    """Moves at random, to the end of the first round at most."""
    for moment in islice(testing.walk(game, seats, seed=seed), length):
        if moment.seat < 0:
            return
        before, after = (views(game, records, seats) for records in (moment.records, moment.after()))
        yield before, after, moment.seat, moves.write(game, moment.steps)
