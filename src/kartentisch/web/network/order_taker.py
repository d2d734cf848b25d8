"""What the operator wants through the database: a message on all pages, and orders about tables for this server."""

from __future__ import annotations

import asyncio
from functools import partial

import structlog

from kartentisch.store import StoreFailed
from kartentisch.store.operator_orders import OperatorOrder, OperatorOrders
from kartentisch.web.live.registry import RoomRegistry
from kartentisch.web.network.operating import carry_out

log = structlog.get_logger()
LOOK = 0.2
"""Seconds between two looks at what the newest report has brought."""
END = 2.0
"""Seconds in which what was taken is finished before the server stops."""
DONE = "done"
UNREADABLE = "unreadable"
"""This program cannot read the log of the table, so it is left as it is."""


class OrderTaker:
    def __init__(self, orders: OperatorOrders, rooms: RoomRegistry) -> None:
        self._orders, self._rooms = orders, rooms
        self._taken: dict[str, asyncio.Task[None]] = {}
        """Orders that are being carried out: one that waits for its table does not keep the others waiting."""
        rooms.maintenance.follow(orders.maintenance)

    async def work(self) -> None:
        """Take orders until this is cancelled. What was taken is finished."""
        try:
            while True:
                try:
                    await self._look()
                except StoreFailed as error:
                    log.warning("the operator's orders cannot be read", code=error.code)
                except Exception as error:  # the next order must be heard
                    log.exception("the operator's orders cannot be taken", error=repr(error))
                await asyncio.sleep(LOOK)
        finally:
            if self._taken:
                await asyncio.wait(self._taken.values(), timeout=END)

    async def _look(self) -> None:
        if self._rooms.maintenance.follow(self._orders.maintenance):
            for room in self._rooms.open_rooms():
                room.mark_changed()
        if not self._orders.waiting or self._rooms.closing:
            return
        for order in await self._orders.take():
            if order.id not in self._taken:
                task = self._taken[order.id] = asyncio.create_task(self._carried_out(order))
                task.add_done_callback(partial(self._ended, order.id))

    def _ended(self, order_id: str, _: asyncio.Task[None]) -> None:
        del self._taken[order_id]

    async def _carried_out(self, order: OperatorOrder) -> None:
        try:
            found = await carry_out(self._rooms, {"do": order.what, "tables": [order.table_id]}, {})
            await self._orders.answer(order.id, found.get("failed") or (DONE if found.get("done") else UNREADABLE))
        except Exception as error:  # who gave it sees that there is no answer
            log.exception("an order of the operator was not carried out", table=order.table_id, error=repr(error))
