"""People play at one server in the network; and the checker finds each thing that it is there to find."""

from __future__ import annotations

import copy
import json
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from tests.cluster.checking import Kept, kept
from tests.cluster.crowd import crowd
from tests.cluster.found import Event
from tests.cluster.nodes import cluster

pytestmark = [pytest.mark.cluster, pytest.mark.slow, pytest.mark.long]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kept]:
    with cluster(tmp_path_factory.mktemp("one"), ["n1"], inner=False) as found:
        with crowd(found, tables=3, bots=["random"], options={"rounds": "1"}, think=0.2) as people:
            time.sleep(5)
            heard = people.heard()
        yield kept(found.rows, found.key, heard, names={"10.77.0.11": "n1"})


def test_all_that_was_acknowledged_is_in_the_log_and_all_luck_is_proved(run: Kept) -> None:
    found = run.checked()
    assert found.faults == []
    assert found.figures["moves acknowledged"] > 20
    assert found.figures["scenes compared"] > 50
    assert found.figures["receipts"]["proved"] >= 2
    assert found.figures["connections lost"] == found.figures["moves sent again"] == 0


def first(heard: list[Event], holds: Callable[[Event], bool]) -> Event:
    return next(event for event in heard if holds(event))


def done(event: Event) -> bool:
    return bool(event["what"] == "done" and event["do"] == "play")


def shown(event: Event) -> bool:
    return bool(event["what"] == "scene" and json.loads(event["text"])["scene"]["phase"] == "playing")


def place_of(run: Kept, event: Event) -> tuple[list[tuple[Any, ...]], int]:
    facts = run.facts[event["table"]]
    return facts, next(place for place, fact in enumerate(facts) if fact[3] == event["id"])


def lost(run: Kept) -> None:
    facts, place = place_of(run, first(run.heard, done))
    facts[place] = (*facts[place][:3], "another-ask", *facts[place][4:])


def twice(run: Kept) -> None:
    facts, place = place_of(run, first(run.heard, done))
    facts[place + 1] = (*facts[place + 1][:1], "moved", facts[place + 1][2], facts[place][3], *facts[place + 1][4:])


def elsewhere(run: Kept) -> None:
    first(run.heard, done)["n"] += 1


def refused(run: Kept) -> None:
    event = first(run.heard, done)
    event |= {"what": "refused", "code": "store"}


def gap(run: Kept) -> None:
    next(iter(run.facts.values())).pop(2)


def digest(run: Kept) -> None:
    facts = next(iter(run.facts.values()))
    place = next(place for place, fact in enumerate(facts) if fact[6])
    facts[place] = (*facts[place][:6], "0" * 16, facts[place][7])


def changed(run: Kept, change: Callable[[dict[str, Any]], None]) -> None:
    """Another scene in place of one that was shown to a seat."""
    event = first(run.heard, lambda event: shown(event) and event["seat"] >= 0)
    message = json.loads(event["text"])
    change(message["scene"])
    event["text"] = json.dumps(message)


def another_hand(run: Kept) -> None:
    def change(scene: dict[str, Any]) -> None:
        hand = next(zone for zone in scene["zones"] if zone["id"] == "hand")
        others = {"schweinsgalopp/1", "schweinsgalopp/2", "schweinsgalopp/3"} - {hand["cards"][0]["face"]}
        hand["cards"][0]["face"] = min(others)

    changed(run, change)


def one_card_more(run: Kept) -> None:
    def change(scene: dict[str, Any]) -> None:
        hand = next(zone for zone in scene["zones"] if zone["id"] == "hand")
        scene["zones"].append({**hand, "id": "hand-1"})

    changed(run, change)


def a_watcher_sees_a_hand(run: Kept) -> None:
    other = first(run.heard, lambda event: shown(event) and event["seat"] < 0)
    player = first(run.heard, lambda one: shown(one) and one["table"] == other["table"] and one["seat"] == 0)
    other["text"] = player["text"]


def one_card_flies(run: Kept) -> None:
    changed(run, lambda scene: scene.update(moved=[{"source": "hand-1", "target": "deck", "faces": ["none/at-all"]}]))


def another_move(run: Kept) -> None:
    event = first(run.heard, lambda event: shown(event) and bool(json.loads(event["text"])["scene"].get("steps")))
    message = json.loads(event["text"])
    message["scene"]["steps"].append({"token": "never", "path": [], "labels": [], "says": ""})
    event["text"] = json.dumps(message)


def back(run: Kept) -> None:
    event = first(run.heard, lambda event: event["what"] == "scene" and event["n"] > 8)
    run.heard.insert(run.heard.index(event) + 1, {**event, "n": event["n"] - 1})


def ahead(run: Kept) -> None:
    first(run.heard, shown)["n"] += 1000


def another_key(run: Kept) -> Kept:
    return run._replace(key=bytes(32))


def another_luck(run: Kept) -> None:
    facts = next(iter(run.facts.values()))
    place = next(place for place, fact in enumerate(facts) if fact[1] == "dealt")
    facts[place] = (*facts[place][:5], "0" * 32, *facts[place][6:])


def another_receipt(run: Kept) -> None:
    event = first(
        run.heard,
        lambda event: event["what"] == "receipt" and run.facts[event["table"]][-1][1] == "secret",
    )
    said = json.loads(event["text"])
    said["draws"]["1"]["promise"] = "0" * 64
    event["text"] = json.dumps(said)


def opened_twice(run: Kept) -> None:
    event = first(run.heard, lambda event: event["what"] == "form" and event["path"].startswith("/open/"))
    run.heard.append({**event, "to": "/t/another/0"})


def opened_unasked(run: Kept) -> None:
    run.facts["another"] = next(iter(run.facts.values()))
    run.witnessed["another"] = []


def without_a_log(run: Kept) -> None:
    run.facts.pop(next(iter(run.facts)))


def epoch_falls(run: Kept) -> None:
    seen = next(iter(run.witnessed.values()))
    seen[1] = (seen[1][0], seen[1][1] + 1, *seen[1][2:])


def written_by_another(run: Kept) -> None:
    seen = next(iter(run.witnessed.values()))
    seen[2] = (*seen[2][:4], "10.77.0.12", 0)


def written_by_a_dead_one(run: Kept) -> None:
    seen = next(iter(run.witnessed.values()))
    seen[2] = (*seen[2][:3], False, *seen[2][4:])


def an_hour_ahead(run: Kept) -> None:
    seen = next(iter(run.witnessed.values()))
    seen[2] = (*seen[2][:5], -3_600_000)


SPOILED: Mapping[Callable[[Kept], Kept | None], str] = {
    lost: "is 0 times in the log",
    twice: "is 2 times in the log",
    elsewhere: "as its answer says",
    refused: "was refused (store) and is in the log",
    gap: "numbers with a gap",
    digest: "log_unfit",
    another_hand: "saw other cards",
    one_card_more: "saw other cards",
    a_watcher_sees_a_hand: "seat -1 saw other cards",
    one_card_flies: "saw cards move",
    another_move: "was offered other moves",
    back: "saw fact",
    ahead: "which is not in the log",
    another_key: "is not kept",
    another_luck: "is not that of its draw",
    another_receipt: "seat ",
    opened_twice: "has opened 2 tables",
    opened_unasked: "1 tables were opened that nobody was told of",
    without_a_log: "has no log",
    epoch_falls: "was written in epoch 1, after epoch 2",
    written_by_another: "was written by None, and the table was that of n1",
    written_by_a_dead_one: "which had ended",
    an_hour_ahead: "is -3600000 ms behind",
}


@pytest.mark.parametrize("spoil", SPOILED, ids=lambda spoil: spoil.__name__)
def test_whatever_is_wrong_is_found(run: Kept, spoil: Callable[[Kept], Kept | None]) -> None:
    spoiled = copy.deepcopy(run)
    spoiled = spoil(spoiled) or spoiled
    faults = spoiled.checked().faults
    assert any(SPOILED[spoil] in fault for fault in faults), faults
