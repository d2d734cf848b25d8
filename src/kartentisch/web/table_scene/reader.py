"""Everything that a scene is drawn from except the reader's view: the table, who is there, and the language."""

from __future__ import annotations

from dataclasses import dataclass

from kartentisch.table.table import Table
from kartentisch.web.access.public_address import PublicAddress
from kartentisch.web.live import people
from kartentisch.web.live.presence import heir
from kartentisch.web.live.room import Room
from kartentisch.web.live.scheduler import Scheduler
from kartentisch.words.language import LANGUAGES, Language, language


@dataclass(frozen=True)
class Reader:
    room: Room
    clockwork: Scheduler
    reach: PublicAddress
    t: Language
    reader: int
    """A seat, or BYSTANDER."""
    now: int
    names: list[str]
    figures: list[str]
    asked: int
    """The seat that may act first; -1: none."""
    screen: bool = False
    """The scene is for a screen in the middle of the table, which nobody holds in their hands."""
    by: int = -1
    """The seat by whose right a screen shows the table; -1: anyone who may watch can open it."""

    @property
    def table(self) -> Table:
        return self.room.table

    @property
    def watching(self) -> bool:
        return self.reader < 0

    def away(self, seat: int) -> bool:
        """A person plays this seat and is away."""
        chair = self.table.chairs[seat]
        return chair.person and not chair.bot and self.room.presence.away(seat, self.now)

    @property
    def host_role_free(self) -> bool:
        """Whether the reader could become the host."""
        return not self.watching and self.heir == self.reader

    @property
    def heir(self) -> int:
        """The seat that could take the host's role; -1: none."""
        return heir(self.table, self.room.presence, self.now)

    @property
    def is_host(self) -> bool:
        return not self.watching and self.reader == self.table.host

    @property
    def guest(self) -> bool:
        """The reader has a seat, but does not play before the next deal."""
        return not self.watching and self.table.chairs[self.reader].guest


def sitting(
    room: Room, clockwork: Scheduler, reach: PublicAddress, code: str, reader: int, screen: bool = False, by: int = -1
) -> Reader:
    t = language(code if code in LANGUAGES else "en")
    names = people.names(t, room.id, room.table, room.names)
    figures = people.figures(room.id, room.table, room.figures)
    asked = next(iter(room.table.actors()), -1)
    return Reader(room, clockwork, reach, t, reader, room.now(), names, figures, asked, screen, by)
