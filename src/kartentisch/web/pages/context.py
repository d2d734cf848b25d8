"""The objects that all pages of a server share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from starlette.requests import HTTPConnection

from kartentisch.engine.reasons import Reason
from kartentisch.web.access.addresses import address_of
from kartentisch.web.access.budgets import Budgets
from kartentisch.web.access.guesses import GuessLimiter
from kartentisch.web.access.public_address import PublicAddress
from kartentisch.web.access.table_limits import TableLimits
from kartentisch.web.access.tokens import COOKIE, Tokens
from kartentisch.web.live.registry import RoomRegistry
from kartentisch.web.live.reviews import Reviews
from kartentisch.web.live.room import Room
from kartentisch.web.pages.request import PageError, form
from kartentisch.web.pages.submissions import Opening, Submissions

_STATUS = {"table_deleted": 410, "compiling": 503, "rules_unknown": 409, "log_newer": 409, "log_unfit": 409}
"""The status of a page about a table without a room, by the code of the reason; 404 for all others."""


@dataclass(frozen=True)
class AppContext:
    rooms: RoomRegistry
    tokens: Tokens
    reach: PublicAddress
    gate: TableLimits = field(default_factory=TableLimits)
    """The limits on opening tables, by address."""
    openings: Submissions = field(default_factory=Submissions)
    """The forms that open tables, each with its table."""
    guesses: GuessLimiter = field(default_factory=GuessLimiter)
    """Wrong codes, by address."""
    reviews: Reviews = field(default_factory=Reviews)
    budgets: Budgets = field(default_factory=Budgets)
    """What each address has spent lately on costly pages."""

    async def room(self, request: HTTPConnection) -> Room:
        """The room named in the address. Raises PageError."""
        room = await self.rooms.get(request.path_params["table"])
        if room is None:
            why = self.missing(request.path_params["table"])
            raise PageError(_STATUS.get(why.code, 404), why.code, **why.args)
        return room

    def opening(self, what: str, given: Mapping[str, str]) -> Opening:
        """The opening that belongs to a form: the same one each time the form is sent."""
        return self.openings.of(self.rooms.world, self.rooms.store.deleted, what, given)

    async def opened(self, opening: Opening) -> Room | None:
        """The room that this form has already opened; None if it has not. Raises PageError if that room is gone."""
        room = await self.rooms.get(opening.table) if opening.ask else None
        if room is None and opening.ask and (why := self.missing(opening.table)).code != "table_unknown":
            raise PageError(_STATUS.get(why.code, 404), why.code, **why.args)
        return room

    def missing(self, table_id: str) -> Reason:
        """Why this table has no room."""
        if self.rooms.store.deleted(table_id):
            return Reason("table_deleted")
        return self.rooms.unreadable(table_id) or Reason("table_unknown")

    def holds(self, request: HTTPConnection, room: Room, seat: int) -> bool:
        """Whether this browser may use the seat."""
        if not 0 <= seat < room.table.seats or not room.table.chairs[seat].person:
            return False
        return self.tokens.holds(request.cookies.get(COOKIE, ""), room.id, seat)

    def lets_in(self, connection: HTTPConnection, room: Room, seat: int) -> bool:
        """Whether this is the program that the host has let sit there: its bearer token says so."""
        if not 0 <= seat < room.table.seats or not room.table.chairs[seat].program:
            return False
        kind, _, token = connection.headers.get("authorization", "").partition(" ")
        return kind.lower() == "bearer" and self.tokens.lets_in(token.strip()[:500], room.id, seat)

    def ask_id(self, given: Mapping[str, str]) -> str:
        """The id of a form, the same when the form is sent again; a new id if the form has none."""
        return given.get("ask", "")[:20] or self.rooms.world.new_id()

    def affords(self, connection: HTTPConnection, cost: int) -> bool:
        """Whether this address still has credit for `cost`; if so, spend it."""
        return self.budgets.take(address_of(connection), cost, self.rooms.world.steady() / 1000)

    async def form(self, request: HTTPConnection) -> dict[str, str]:
        """The fields of a form. Read them before you get a room: reading may take long, and rooms are put aside."""
        return await form(request, self.reach)  # type: ignore[arg-type]
