"""State has one owner: only the module of a class of `web` changes its objects, which are whole from the start."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

from tests.test_house import PACKAGE

WEB = PACKAGE / "web"
CHANGES = {
    *("append", "appendleft", "extend", "insert", "add", "update", "setdefault"),
    *("clear", "pop", "popleft", "popitem", "remove", "discard", "sort", "reverse"),
}
"""Methods by which lists, deques, dicts and sets change."""
OTHERS = {
    ("web/app.py", "application.state.*"): "where Starlette keeps what all requests share",
    ("web/live/janitor.py", "rooms.store"): "a store appends to the log",
    ("web/pages/open_table.py", "opened.table"): "the caller says which table it has opened",
    ("web/pages/pad_share.py", "opening.table"): "the caller says which pad it has opened",
    ("web/pages/replay.py", "response.body"): "of Starlette; only its name is that of another attribute",
    ("web/pages/request.py", "response.body"): "of Starlette; only its name is that of another attribute",
    ("web/pages/play_on.py", "opened_now.table"): "the caller says which table it has opened",
    ("web/scenes/solo/moves.py", "one.big"): "a scene that is being drawn",
    ("web/table_scene/scene.py", "invite.seats"): "a scene that is being drawn",
    ("web/table_scene/scene.py", "seat.*"): "a scene that is being drawn",
    ("web/table_scene/share.py", "found.*"): "a scene that is being drawn",
}
"""Changes from another module, each with its reason; `*` stands for any attribute."""
LATER = {"web/network/protocols.py: SocketProtocol": {"handshake_complete"}}
"""Attributes that the constructor of a base class from elsewhere sets."""


def own(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in ("self", "cls")


def changed(tree: ast.AST) -> Iterator[ast.Attribute]:
    """The attributes that a module assigns to, deletes, or changes in place: `x.y = `, `x.y[z] = `, `x.y.append(z)`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute | ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del):
            target: ast.expr = node
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGES:
            target = node.func.value
        else:
            continue
        while isinstance(target, ast.Subscript):
            target = target.value
        if isinstance(target, ast.Attribute):
            yield target


def attributes(one: ast.ClassDef) -> tuple[set[str], set[str]]:
    """The attributes that a class has after its constructor, and those that get their value later."""
    first, later = set[str](), set[str]()
    plain = not one.bases and not one.decorator_list
    for part in one.body:
        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
            (later if plain and part.value is None else first).add(part.target.id)
        elif isinstance(part, ast.Assign):
            first |= {name.id for name in part.targets if isinstance(name, ast.Name)}
        elif isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
            bare = {node.target for node in ast.walk(part) if isinstance(node, ast.AnnAssign) and node.value is None}
            for node in ast.walk(part):
                if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and own(node.value):
                    (first if part.name == "__init__" and node not in bare else later).add(node.attr)
    return first, later - first


def classes(folder: Path) -> Iterator[tuple[str, ast.ClassDef]]:
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                yield path.relative_to(PACKAGE).as_posix(), node


def owners(folder: Path) -> dict[str, set[str]]:
    """The modules that define a class with this attribute."""
    found: dict[str, set[str]] = {}
    for path, one in classes(folder):
        for name in set().union(*attributes(one)):
            found.setdefault(name, set()).add(path)
    return found


def from_outside(path: str, tree: ast.AST, owned: dict[str, set[str]]) -> list[str]:
    """The changes that a module makes to objects of classes that other modules define."""
    return [
        ast.unparse(target)
        for target in changed(tree)
        if not own(target.value) and target.attr in owned and path not in owned[target.attr]
    ]


def test_only_its_own_module_changes_an_object() -> None:
    owned, found = owners(WEB), []
    assert len(owned) > 300
    for file in sorted(WEB.rglob("*.py")):
        path = file.relative_to(PACKAGE).as_posix()
        found += [(path, target) for target in from_outside(path, ast.parse(file.read_text("utf-8")), owned)]
    meant = {other: [one for one in found if fnmatch(one[1], other[1]) and one[0] == other[0]] for other in OTHERS}
    assert [one for one in found if not any(one in ones for ones in meant.values())] == []
    assert [other for other, ones in meant.items() if not ones] == [], "an exception that is needed no more"


def test_an_object_is_whole_after_its_constructor() -> None:
    later = {f"{path}: {one.name}": attributes(one)[1] for path, one in classes(WEB)}
    assert len(later) > 100
    assert {name: late for name, late in later.items() if late} == LATER


def test_nothing_is_set_by_a_name_that_is_made_up_at_run_time() -> None:
    calls = [
        f"{path.name}:{node.lineno}"
        for path in WEB.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Name) and node.id in ("setattr", "delattr")
    ]
    assert calls == []


def test_each_way_to_change_an_object_is_found() -> None:
    owned = {"names": {"web/live/roster.py"}}
    for line in (
        "room.names = {}",
        "room.names[0] = 'Anna'",
        "room.names[0], other = 'Anna', 1",
        "room.names |= {}",
        "del room.names[0]",
        "room.names.clear()",
        "room.names[0].append(1)",
        "for room.names in (): pass",
        "self.room.names = {}",
    ):
        assert from_outside("web/pages/home.py", ast.parse(line), owned), line
        assert not from_outside("web/live/roster.py", ast.parse(line), owned), line
    for line in ("self.names = {}", "names = room.names", "print(room.names[0])", "room.names.get(0)"):
        assert not from_outside("web/pages/home.py", ast.parse(line), owned), line


def test_what_a_constructor_leaves_open_is_found() -> None:
    body = "\n".join(
        [
            "class Room:",
            "    id: str",
            "    kind = 'live'",
            "    def __init__(self):",
            "        self.table = 1",
            "        self.again: object",
            "    def open(self):",
            "        self.table = 2",
            "        self.late = 3",
        ]
    )
    one = ast.parse(body).body[0]
    assert isinstance(one, ast.ClassDef)
    assert attributes(one) == ({"kind", "table"}, {"id", "again", "late"})
