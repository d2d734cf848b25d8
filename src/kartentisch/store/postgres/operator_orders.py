"""The operator's orders in a database, as the node that takes and answers them."""

from __future__ import annotations

from kartentisch.store.operator_orders import OperatorOrder
from kartentisch.store.postgres import statements as sql
from kartentisch.store.postgres.nodes import Nodes
from kartentisch.store.postgres.reads import PostgresReads


class PostgresOrders:
    """See `OperatorOrders` for the contract. Each of these is one statement. Twice is like once."""

    def __init__(self, reads: PostgresReads, nodes: Nodes) -> None:
        self._reads, self._nodes = reads, nodes

    @property
    def maintenance(self) -> str:
        return self._nodes.maintenance

    @property
    def waiting(self) -> bool:
        return self._nodes.ordered

    async def take(self) -> list[OperatorOrder]:
        return await self._reads.read(lambda row: OperatorOrder(*row), sql.TAKE_ORDERS, self._nodes.id)

    async def answer(self, order_id: str, answer: str) -> None:
        await self._reads.read(bool, sql.ANSWER_ORDER, answer, order_id)
