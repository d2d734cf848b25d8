"""The doctor's checks of the servers that share a database: whether they reach each other, and what differs."""

from __future__ import annotations

import http.client
import ipaddress
from collections.abc import Iterator, Sequence
from contextlib import closing
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from kartentisch.cli.findings import Finding
from kartentisch.cli.folders import STORE
from kartentisch.store.leases import beat

if TYPE_CHECKING:
    from kartentisch.store.postgres import Database
    from kartentisch.store.postgres.overview import Seen
    from kartentisch.words.language import Language

PATIENCE = 2.0
"""Seconds for a connection to another server: they are in one network."""
APART = 3000
"""Milliseconds by which a clock may differ. It is known to the second, and the answer takes a while."""
LATE = 0.5
"""Seconds by which a report may be late."""
MISDIRECTED = 421
"""What a server says at its inner address to those who have no pass for it."""


class Answer(NamedTuple):
    """What a server says at its inner address."""

    reached: bool = False
    knows_key: bool | None = None
    """Whether it takes a pass that is signed with the key of this folder; None if there is no key here."""
    clock: int | None = None
    """Milliseconds since 1970 by its own clock, to the second."""


def check_nodes(t: Language, database: Database, folder: Path) -> Iterator[Finding]:
    """All findings about the servers that run on a database. Raises StoreFailed. Nothing is written.

    `folder`: the data folder of this server, with its key.
    """
    from kartentisch.store.postgres.overview import Unready, look

    about, key = t.say("servers"), _key(folder)
    try:
        found = look(database)
    except Unready:  # that of the database has been said
        return
    if key is not None and not found.signs_with(key):
        yield Finding("fault", about, t.say(STORE["other_key"]))
    servers = [one for one in found.nodes if one.serves]
    if not servers:
        yield Finding("ok", about, t.say("No server runs on this database."))
        return
    answers = {one.id: _asked(one, key, found.now) for one in servers}
    wrong = [
        *_out_of_reach(t, servers, answers),
        *_of_versions(t, servers),
        *(finding for one in servers for finding in _of_one(t, one, answers[one.id], found.now)),
    ]
    if not wrong:
        names = t.listing([one.name for one in servers])
        text = t.many("{names} runs on this database.", "{names} run on this database.", len(servers), names=names)
        yield Finding("ok", about, text)
    yield from wrong


def _key(folder: Path) -> bytes | None:
    try:
        return (folder / "key").read_bytes()
    except OSError:
        return None


def _asked(one: Seen, key: bytes | None, now: int) -> Answer:
    from kartentisch.web.cluster.passes import HEADER, Passes

    path, headers = "/healthz", {}
    if key is not None:
        headers[HEADER] = Passes(key, lambda: "", lambda: now).write(one.id, "GET", path, "", "http", one.address, 1)
    try:
        place = urlsplit(f"//{one.address}")
        with closing(http.client.HTTPConnection(place.hostname or "", place.port, timeout=PATIENCE)) as line:
            line.request("GET", path, headers=headers)
            answer = line.getresponse()
    except (OSError, ValueError, http.client.HTTPException):
        return Answer()
    return Answer(True, None if key is None else answer.status != MISDIRECTED, _time(answer.headers.get("date", "")))


def _time(date: str) -> int | None:
    try:
        return int(parsedate_to_datetime(date).timestamp() * 1000)
    except ValueError:
        return None


def _here_only(one: Seen) -> bool:
    """Whether its inner address means another computer at each computer."""
    try:
        return ipaddress.ip_address(urlsplit(f"//{one.address}").hostname or "").is_loopback
    except ValueError:
        return False


def _out_of_reach(t: Language, nodes: Sequence[Seen], answers: dict[str, Answer]) -> Iterator[Finding]:
    about = t.say("servers")
    if len(nodes) < 2:  # nobody needs to reach it
        return
    inside = [one for one in nodes if _here_only(one)]
    if inside and not all(_here_only(one) and answers[one.id].reached for one in nodes):
        text = t.say(
            "Servers on other computers cannot reach {names}: the inner address is each computer's own. Start them "
            "with --inner and an address in the private network.",
            names=t.listing([f"{one.name} ({one.address})" for one in inside]),
        )
        yield Finding("fault", about, text)
    for one in nodes:
        if not answers[one.id].reached and one not in inside:
            text = t.say(
                "{name} lives, but cannot be reached at {address} from this computer. Is its --inner right, and does a "
                "firewall let this port through? Until then its tables may stay closed to people who come by another "
                "server.",
                name=one.name,
                address=one.address,
            )
            yield Finding("fault", about, text)


def _of_versions(t: Language, nodes: Sequence[Seen]) -> Iterator[Finding]:
    if len({one.version for one in nodes}) > 1:
        text = t.say(
            "The servers have different versions: {names}. That is right while you update them one after the other. "
            "Go on until all have the same.",
            names=t.listing([f"{one.name} {one.version}" for one in nodes]),
        )
        yield Finding("warning", t.say("servers"), text)


def _of_one(t: Language, one: Seen, answer: Answer, now: int) -> Iterator[Finding]:
    about = t.say("servers")
    if answer.knows_key is False:
        text = t.say(
            "{name} signs links to seats with another key than the one in this folder, and does not take requests from "
            "servers with this one. Copy the file “key” to its data folder and start it again.",
            name=one.name,
        )
        yield Finding("fault", about, text)
    if answer.clock is not None and abs(apart := answer.clock - now) > APART:
        text = t.say(
            "The clock of {name} and that of the database differ by {n} seconds. Set both from the network. Tables go "
            "by the database, but the log of {name} does not.",
            name=one.name,
            n=t.number(round(abs(apart) / 1000)),
        )
        yield Finding("warning", about, text)
    if one.silent > (2 * beat(one.lease) + LATE) * 1000:
        text = t.say(
            "{name} has not reported for {n} seconds. It may have ended, be overloaded, or have lost the database. "
            "After {lease} seconds others take its tables.",
            name=one.name,
            n=t.number(round(one.silent / 1000)),
            lease=t.number(round(one.lease)),
        )
        yield Finding("warning", about, text)
    if one.draining:
        text = t.say(
            "{name} gives its tables away and takes none. Stop it, or have it take some again: kartentisch nodes fill "
            "{name}",
            name=one.name,
        )
        yield Finding("warning", about, text)
