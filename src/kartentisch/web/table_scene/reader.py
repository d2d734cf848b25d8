"""Everything that a scene is drawn from except the reader's view: the table, who is there, and the language."""

from __future__ import annotations

from dataclasses import dataclass

from kartentisch.table.table import Table
from kartentisch.web.access.public_address import PublicAddress
from kartentisch.web.live.presence import heir
from kartentisch.web.live.room import Room
from kartentisch.web.live.scheduler import Scheduler
from kartentisch.words.language import LANGUAGES, Language, language


@dataclass(frozen=True)
class Reader:
    room: Room
    table: Table
    """The table as it is when the scene is drawn. `room.table` may be a newer one once somebody has waited."""
    scheduler: Scheduler
    public_address: PublicAddress
    t: Language
    reader: int
    """A seat, or BYSTANDER."""
    now: int
    names: list[str]
    figures: list[str]
    bots: list[str]
    """The name of a bot at each seat, without a mark."""
    asked: int
    """The seat that may act first; -1: none."""
    screen: bool = False
    """The scene is for a screen in the middle of the table, which nobody holds in their hands."""
    by: int = -1
    """The seat by whose right a screen shows the table; -1: anyone who may watch can open it."""

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


def reader_at(
    room: Room,
    scheduler: Scheduler,
    public_address: PublicAddress,
    language_code: str,
    reader: int,
    screen: bool = False,
    by: int = -1,
) -> Reader:
    t = language(language_code if language_code in LANGUAGES else "en")
    table = room.table
    asked = next(iter(table.actors()), -1)
    shown = room.roster.shown(t, table)
    return Reader(room, table, scheduler, public_address, t, reader, room.now(), *shown, asked, screen, by)
