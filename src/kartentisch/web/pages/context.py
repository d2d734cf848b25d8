"""The objects that all pages of a server share."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field

from starlette.requests import HTTPConnection

from kartentisch.engine.reasons import Reason
from kartentisch.store import HeldElsewhere
from kartentisch.web.access.addresses import address_of
from kartentisch.web.access.budgets import PARCELS, QUESTIONS, QUESTIONS_PER_SECOND, Budgets
from kartentisch.web.access.guesses import Guesses
from kartentisch.web.access.lesson_limits import LessonLimits
from kartentisch.web.access.public_address import PublicAddress
from kartentisch.web.access.table_limits import TableLimits
from kartentisch.web.access.tokens import COOKIE, Tokens
from kartentisch.web.live.glimpse import Glimpse
from kartentisch.web.live.pads import PadRegistry
from kartentisch.web.live.registry import RoomRegistry
from kartentisch.web.live.reviews import Reviews
from kartentisch.web.live.room import Room
from kartentisch.web.pages.request import PageError, form
from kartentisch.web.pages.submissions import Submission, Submissions

_STATUS = {"table_deleted": 410, "compiling": 503, "rules_unknown": 409, "log_newer": 409, "log_unfit": 409}
"""The status of a page about a table without a room, by the code of the reason; 404 for all others."""


@dataclass(frozen=True)
class AppContext:
    rooms: RoomRegistry
    tokens: Tokens
    public_address: PublicAddress
    pads: PadRegistry
    """The shared pads."""
    reviews: Reviews
    table_limits: TableLimits
    """The limits on opening tables, by address."""
    pad_limits: TableLimits
    """The limits on sharing pads, by address."""
    guesses: Guesses
    """Wrong codes, by address."""
    parcel_guesses: Guesses
    """Links to parcels that opened nothing, by address."""
    submissions: Submissions = field(default_factory=Submissions)
    """The submissions of the form that opens a table, each with its table."""
    budgets: Budgets = field(default_factory=Budgets)
    """What each address has spent lately on costly pages."""
    questions: Budgets = field(default_factory=lambda: Budgets(QUESTIONS, QUESTIONS_PER_SECOND))
    """What each address has asked at the desk lately."""
    lessons: LessonLimits = field(default_factory=LessonLimits)
    """The lessons that are running, by address."""
    parcels: Budgets = field(default_factory=lambda: Budgets(PARCELS, PARCELS / 3600))
    """What each address has made lately to take along."""
    security_contact: str = ""
    """The contact for reports of vulnerabilities, as a URI; empty for none."""

    async def room(self, request: HTTPConnection) -> Room:
        """The room named in the address. Raises PageError."""
        room = await self.rooms.get(request.path_params["table"])
        if room is None:
            why = await self.missing(request.path_params["table"])
            raise PageError(_STATUS.get(why.code, 404), why.code, **why.args)
        return room

    async def submission(self, what: str, given: Mapping[str, str]) -> Submission:
        """The submission that belongs to a form: the same one each time the form is sent."""
        return await self.submissions.of(self.rooms.world, self.rooms.store.deleted, what, given)

    async def opened(self, submission: Submission) -> Room | Glimpse | None:
        """The table that this form has already opened; None if it has not. Raises PageError if the table is gone."""
        room = await self.rooms.look(submission.table) if submission.ask else None
        if room is None and submission.ask:
            why = await self.missing(submission.table)
            if why.code != "table_unknown":
                raise PageError(_STATUS.get(why.code, 404), why.code, **why.args)
        return room

    async def opened_elsewhere(self, submission: Submission) -> Room | Glimpse:
        """The table that this form is opening on another server at this moment. Raises HeldElsewhere if it does not."""
        for _ in range(20):
            if (room := await self.opened(submission)) is not None:
                return room
            await asyncio.sleep(0.1)
        raise HeldElsewhere(submission.table, "")

    async def missing(self, table_id: str) -> Reason:
        """The reason why this table has no room."""
        if await self.rooms.store.deleted(table_id):
            return Reason("table_deleted")
        return await self.rooms.logs.unreadable(table_id) or Reason("table_unknown")

    def holds(self, request: HTTPConnection, room: Room, seat: int) -> bool:
        """Whether this browser may use the seat."""
        if not 0 <= seat < room.table.seats or not room.table.chairs[seat].person:
            return False
        return self.tokens.holds(request.cookies.get(COOKIE, ""), room.token(seat))

    def lets_in(self, connection: HTTPConnection, room: Room, seat: int) -> bool:
        """Whether this is the program that the host has let sit there: its bearer token says so."""
        if not 0 <= seat < room.table.seats or not room.table.chairs[seat].program:
            return False
        kind, _, token = connection.headers.get("authorization", "").partition(" ")
        return kind.lower() == "bearer" and self.tokens.lets_in(token.strip()[:500], room.token(seat))

    def ask_id(self, given: Mapping[str, str]) -> str:
        """The id of a form, the same when the form is sent again; a new id if the form has none."""
        return given.get("ask", "")[:20] or self.rooms.world.new_id()

    def affords(self, connection: HTTPConnection, cost: int) -> bool:
        """Whether this address still has credit for `cost`; if so, spend it."""
        return self.budgets.take(address_of(connection), cost, self.rooms.world.steady() / 1000)

    async def form(self, request: HTTPConnection) -> dict[str, str]:
        """The fields of a form. Read them before you get a room: reading may take long, and rooms are unloaded."""
        return await form(request, self.public_address)  # type: ignore[arg-type]
