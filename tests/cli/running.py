"""A server on a folder, with its control socket, in a thread of the tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kartentisch.web.access.tokens import Tokens
from kartentisch.web.app import create_app
from kartentisch.web.live.maintenance import Maintenance
from kartentisch.web.network.control import Control
from kartentisch.web.network.operating import answering, state_of
from kartentisch.web.network.probe import Probe
from tests.web.support.kit import KEY, House, kept_bot_pool
from tests.web.support.listening import Listening, listening


class Running:
    """A server on a folder, as `kartentisch serve` puts it together."""

    def __init__(self, folder: Path, house: House, found: Listening) -> None:
        self.folder, self.house, self.found = folder, house, found
        self.port = found.port


@contextmanager
def running(folder: Path, url: str = "", proxies: Sequence[str] = (), port: int = 0) -> Iterator[Running]:
    house = House(base=url)
    house.rooms.maintenance = Maintenance(folder)
    probe = Probe(create_app(house.rooms, Tokens(KEY), house.public_address))
    state: dict[str, Any] = state_of(port, url, proxies, 0)
    control = Control(folder, answering(house.rooms, probe, state))
    with kept_bot_pool(), listening(probe, proxies=[*proxies], control=control) as found:
        state["port"] = found.port
        yield Running(folder, house, found)
