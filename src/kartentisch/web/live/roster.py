"""The names and figures of the people at one table, as the store has them."""

from __future__ import annotations

from typing import NamedTuple

from kartentisch.store import Lease, Name, Store, written
from kartentisch.table.chairs import Chairs
from kartentisch.table.table import Table
from kartentisch.web.live import people
from kartentisch.web.live.people import figure_for, told_apart
from kartentisch.words.language import Language


class Shown(NamedTuple):
    """What everybody sees of the people and bots at a table, by seat."""

    names: list[str]
    figures: list[str]
    bots: list[str]
    """The name of a bot at each seat, without a mark."""


class Roster:
    """The names and figures by seat."""

    def __init__(self, lease: Lease, store: Store, known: dict[int, Name]) -> None:
        self._lease, self._store = lease, store
        self.names: dict[int, str] = {}
        self.figures: dict[int, str] = {}
        self._shown: dict[str, tuple[Chairs, Shown]] = {}
        self._know(known)

    async def load(self) -> None:
        self._know(await self._store.names(self._lease.log_id))

    def _know(self, known: dict[int, Name]) -> None:
        self.names = {seat: named.name for seat, named in known.items()}
        self.figures = {seat: named.figure for seat, named in known.items()}
        self._shown.clear()

    def of(self, seat: int) -> tuple[str, str]:
        """Name and figure of a seat."""
        return self.names.get(seat, ""), self.figures.get(seat, "")

    def put(self, seat: int, name: str, figure: str) -> None:
        """Change them only here: the store has them already, or will not get them any more."""
        self.names[seat], self.figures[seat] = name, figure
        self._shown.clear()

    def forget(self) -> None:
        self.names, self.figures = {}, {}
        self._shown.clear()

    def shown(self, t: Language, table: Table) -> Shown:
        """The names and figures as everybody sees them in this language. Nothing of it changes with a move."""
        chairs, shown = self._shown.get(t.code, ((), None))
        if shown is None or chairs != table.chairs:
            of = self._lease.log_id, table
            shown = Shown(
                people.names(t, *of, self.names), people.figures(*of, self.figures), people.bot_names(*of, self.names)
            )
            self._shown[t.code] = table.chairs, shown
        return shown

    async def enter(self, table: Table, seat: int, name: str, figure: str) -> None:
        """Name a person, who gets the figure wanted or the next free one. Raises StoreFailed; then nothing changes."""
        others = [other for other, chair in enumerate(table.chairs) if chair.person and other != seat]
        figure = figure_for(self._lease.log_id, seat, figure, [self.of(other)[1] for other in others])
        name = told_apart(name, [self.of(other)[0] for other in others])
        await written(self._store.set_name(self._lease, seat, name, figure))
        self.put(seat, name, figure)
