"""What all pages of a server share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from starlette.requests import HTTPConnection

from kartentisch.engine.reasons import Reason
from kartentisch.web.access.addresses import address_of
from kartentisch.web.access.budgets import Budgets
from kartentisch.web.access.guesses import GuessLimiter
from kartentisch.web.access.public_address import Reach
from kartentisch.web.access.table_limits import TableLimits
from kartentisch.web.access.tokens import COOKIE, Tokens
from kartentisch.web.live.registry import Rooms
from kartentisch.web.live.reviews import Reviews
from kartentisch.web.live.room import Room
from kartentisch.web.pages.request import Rejected, form
from kartentisch.web.pages.submissions import Opening, Openings

_STATUS = {"table_deleted": 410, "compiling": 503, "rules_unknown": 409, "log_newer": 409, "log_unfit": 409}
"""How a page about a table without a room answers, by the reason; 404 for all others."""


@dataclass(frozen=True)
class Site:
    rooms: Rooms
    tokens: Tokens
    reach: Reach
    gate: TableLimits = field(default_factory=TableLimits)
    """Who opens tables."""
    openings: Openings = field(default_factory=Openings)
    """What has become of the forms that open them."""
    guesses: GuessLimiter = field(default_factory=GuessLimiter)
    """Who has typed in wrong codes."""
    reviews: Reviews = field(default_factory=Reviews)
    budgets: Budgets = field(default_factory=Budgets)
    """What addresses have asked for lately of what costs much."""

    async def room(self, request: HTTPConnection) -> Room:
        """The room that the address names; raises Rejected."""
        room = await self.rooms.get(request.path_params["table"])
        if room is None:
            why = self.missing(request.path_params["table"])
            raise Rejected(_STATUS.get(why.code, 404), why.code, **why.args)
        return room

    def opening(self, what: str, given: Mapping[str, str]) -> Opening:
        """What becomes of a form that opens a table."""
        return self.openings.of(self.rooms.world, self.rooms.store.deleted, what, given)

    async def opened(self, opening: Opening) -> Room | None:
        """The room that a form has opened before; None if it has not. Raises Rejected if it is there no more."""
        room = await self.rooms.get(opening.table) if opening.ask else None
        if room is None and opening.ask and (why := self.missing(opening.table)).code != "table_unknown":
            raise Rejected(_STATUS.get(why.code, 404), why.code, **why.args)
        return room

    def missing(self, table_id: str) -> Reason:
        """Why there is no room of this table."""
        if self.rooms.store.deleted(table_id):
            return Reason("table_deleted")
        return self.rooms.unreadable(table_id) or Reason("table_unknown")

    def holds(self, request: HTTPConnection, room: Room, seat: int) -> bool:
        """Whether this browser may use the seat."""
        if not 0 <= seat < room.table.seats or not room.table.chairs[seat].person:
            return False
        return self.tokens.holds(request.cookies.get(COOKIE, ""), room.id, seat)

    def lets_in(self, connection: HTTPConnection, room: Room, seat: int) -> bool:
        """Whether this is the program that the host has let sit there, by its token."""
        if not 0 <= seat < room.table.seats or not room.table.chairs[seat].program:
            return False
        kind, _, token = connection.headers.get("authorization", "").partition(" ")
        return kind.lower() == "bearer" and self.tokens.lets_in(token.strip()[:500], room.id, seat)

    def ask_id(self, given: Mapping[str, str]) -> str:
        """What a form calls itself, the same when it is sent again; a new name where it has none."""
        return given.get("ask", "")[:20] or self.rooms.world.new_id()

    def affords(self, connection: HTTPConnection, cost: int) -> bool:
        """Whether the address it comes from has not asked for too much lately."""
        return self.budgets.take(address_of(connection), cost, self.rooms.world.steady() / 1000)

    async def form(self, request: HTTPConnection) -> dict[str, str]:
        """What was sent. To be read before the room is asked for: it may take long, and rooms are put aside."""
        return await form(request, self.reach)  # type: ignore[arg-type]
