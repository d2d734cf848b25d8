"""Orders that the operator gives to the servers of a store through the store itself."""

from __future__ import annotations

from typing import NamedTuple, Protocol


class OperatorOrder(NamedTuple):
    """One order, given to one node."""

    id: str
    what: str
    """`close` or `delete`; a newer program may give others."""
    table_id: str


class OperatorOrders(Protocol):
    """The orders for one node, as that node sees them."""

    @property
    def maintenance(self) -> str:
        """The operator's message to everybody at this node's newest report; "" for none."""
        ...

    @property
    def waiting(self) -> bool:
        """Whether there were orders for this node at its newest report."""
        ...

    async def take(self) -> list[OperatorOrder]:
        """The orders for this node that have no answer, those that it has taken before too. From now on nobody can
        withdraw them. Raises StoreFailed.
        """
        ...

    async def answer(self, order_id: str, answer: str) -> None:
        """Tell who gave an order what came of it. Raises StoreFailed."""
        ...
