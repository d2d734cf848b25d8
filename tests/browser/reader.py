"""A screen reader that writes down what it would say, from the accessibility tree that the browser gives it."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page, WebSocket

    from kartentisch.web.live.room import Room

PLACES = ("region", "dialog", "complementary", "main", "contentinfo", "banner", "navigation")
"""Roles whose names are said when the focus comes into them."""
Node = dict[str, Any]


class ScreenReader:
    """It knows roles, names and states, and nothing of the page's code."""

    def __init__(self, page: Page) -> None:
        self.line = page.context.new_cdp_session(page)
        self.line.send("Accessibility.enable")
        self.nodes: dict[str, Node] = {}
        self.statuses: dict[int, str] = {}
        self.told: set[int] = set()
        self.place = ""
        self.focus = ""

    def hear(self) -> list[str]:
        """What it says now: where the focus has come to, and what the live regions have got since the last time."""
        found = self.line.send("Accessibility.getFullAXTree")["nodes"]
        self.nodes = {node["nodeId"]: node for node in found}
        return [*self._focus(), *self._logs(), *self._statuses()]

    def _focus(self) -> Iterator[str]:
        node = next((one for one in self._seen() if state(one, "focused") and role(one) != "RootWebArea"), None)
        said = said_of(node) if node else "nothing"
        place = next((named(one) for one in self._above(node) if role(one) in PLACES and named(one)), "")
        if said == self.focus and place == self.place:
            return
        into = f", in “{place}”" if place and place.split(",")[0] != self.place.split(",")[0] else ""
        self.focus, self.place = said, place
        yield f"focus: {said}{into}"

    def _logs(self) -> Iterator[str]:
        for region in [one for one in self._seen() if role(one) == "log"]:
            for child in self._below(region):
                if role(child) == "paragraph" and child["backendDOMNodeId"] not in self.told:
                    self.told.add(child["backendDOMNodeId"])
                    yield f"said: {self._text(child)}"

    def _statuses(self) -> Iterator[str]:
        for region in [one for one in self._seen() if role(one) == "status"]:
            text, before = self._text(region), self.statuses.get(region["backendDOMNodeId"], "")
            self.statuses[region["backendDOMNodeId"]] = text
            if text and text != before:
                yield f"status: {text}"

    # ---- The tree ----------------------------------------------------------------------------------------------------

    def _seen(self) -> list[Node]:
        return [node for node in self.nodes.values() if not node.get("ignored")]

    def _above(self, node: Node | None) -> Iterator[Node]:
        while node and (node := self.nodes.get(node.get("parentId", ""))):
            yield node

    def _below(self, node: Node) -> Iterator[Node]:
        for child in node.get("childIds", ()):
            if child in self.nodes:
                yield self.nodes[child]
                yield from self._below(self.nodes[child])

    def _text(self, node: Node) -> str:
        said = " ".join(one["name"]["value"] for one in self._below(node) if role(one) == "StaticText")
        return re.sub(r"\s+", " ", said).strip()


def role(node: Node) -> str:
    return str(node.get("role", {}).get("value", ""))


def named(node: Node) -> str:
    return re.sub(r"\s+", " ", str(node.get("name", {}).get("value", ""))).strip()


def state(node: Node, name: str) -> Any:
    return next((one["value"].get("value") for one in node.get("properties", ()) if one["name"] == name), None)


def said_of(node: Node) -> str:
    """Role, name and states."""
    known = {"pressed": "pressed", "disabled": "unavailable", "expanded": "expanded"}
    states = [word for name, word in known.items() if state(node, name) in (True, "true")]
    described = str(node.get("description", {}).get("value", ""))
    return ", ".join([f"{role(node)} “{named(node)}”", *states, *filter(None, [described])])


class Wire:
    """What a page has asked and what it has been sent."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.open: set[str] = set()
        self.answered: list[str] = []
        self.scene: dict[str, Any] = {}
        page.on("websocket", self._connected)

    def _connected(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda text: self._sent(json.loads(text)))
        socket.on("framereceived", lambda text: self._came(json.loads(text)))

    def _sent(self, message: dict[str, Any]) -> None:
        if message["t"] == "ask":
            self.open.add(message["id"])

    def _came(self, message: dict[str, Any]) -> None:
        if message["t"] == "scene":
            self.scene = message["scene"]
        elif message["t"] in ("done", "refused"):
            self.open.discard(message["id"])
            self.answered.append(message["id"])

    def settle(self, room: Room) -> None:
        """Wait until every ask is answered and the page has the newest scene."""
        for _ in range(1_000):
            begun = room.table.prefix(0).split()
            if not self.open and self.scene.get("n") == room.table.number and self.scene.get("begun", []) == begun:
                return
            self.page.wait_for_timeout(5)
        raise AssertionError("the page does not get the newest scene")
