"""A move of SWUP while it is picked: the steps, the buttons, the prompt and the kept card."""

from __future__ import annotations

from collections.abc import Sequence

from kartentisch.engine.reasons import Reason
from kartentisch.engine.views import View
from kartentisch.web.scene import Button, Step
from kartentisch.web.scenes import Names
from kartentisch.web.scenes.swup import sums
from kartentisch.words import swup as words
from kartentisch.words.language import Language
from kartentisch.words.shared import cards as so_many


class Picking:
    def __init__(self, view: View, t: Language, names: Names, begun: str) -> None:
        self.t = t
        self.names = names
        self.view = view
        self.seen = view.json()
        self.seat: int | None = self.seen["seat"]
        self.yours = self.seat is not None and self.seen["turn"] == self.seat
        steps = view.steps(begun) if self.yours else []
        if isinstance(steps, Reason):
            begun, steps = "", self.seen["moves"]
        self.begun = begun.split() if self.yours else []
        self.steps: list[str] = steps
        self.builds = {f"@{build['owner']}": build for build in self.seen["builds"]}
        self.move = sums.begun(self.begun)
        self.groups = sums.groups(self.move, self.builds, self.seen["table"]) if self.move.kind else []

    def kept(self) -> str:
        """The only card that can keep the promise of the player's own build, or of the one being built."""
        held = [card for card in self.seen["hands"][self.seat] if card != self.move.card]
        own = self.builds.get(f"@{self.seat}")
        if self.move.kind == "build":
            value = self.move.value
        elif own and f"@{self.seat}" not in self.move.items:
            value = own["value"]
        else:
            return ""
        able = [card for card in held if value in sums.values(card)]
        return able[0] if len(able) == 1 else ""

    def says(self, card: str) -> str:
        """What a card can do, or why it can do nothing."""
        t = self.t
        if not self.yours or self.begun:
            return ""
        if card not in self.steps:
            why = self.view.refusal(f"{card} lay")
            return (words.reason(t, why, self.names) or "") if why else ""
        aims = self.view.steps(card)
        assert isinstance(aims, list)
        named = words.label(t, card)
        if aims:
            return t.say("{card}: {ways}.", card=named, ways=t.listing([self.aim(aim, aims) for aim in aims], "or"))
        if self.earns():
            return t.say("{card} sweeps up everything: a SWUP.", card=named)
        return t.say("{card} sweeps up everything.", card=named)

    def lying(self) -> int:
        return len(self.seen["table"]) + sum(len(build["cards"]) for build in self.builds.values())

    def earns(self) -> bool:
        """Whether taking everything now is a SWUP: with the very last card of a round it is not."""
        return bool(self.seen["deck"]) or sum(map(len, self.seen["hands"])) > 1

    # ---- Steps ------------------------------------------------------------------------------------------------------

    def picked(self) -> list[str]:
        if not self.begun:
            return []
        first, *rest = self.begun
        aims = [f"button:{token}" for token in rest[:1]]
        return [f"hand/{first}", *aims, *(_element(token) for token in rest[1:])]

    def buttons(self) -> list[Button]:
        """What can be done with the card, and later what the move does. A button that is no step now is dashed."""
        t = self.t
        if self.move.kind:
            return [Button("button:done", self.result(), lead=True, icon="check")]
        found = [Button(f"button:{aim}", self.aim(aim, self.steps), lead=aim != "lay") for aim in self.aims()]
        if not any(button.id.startswith("button:take") for button in found):
            found.insert(0, Button("button:take", t.say("Take")))
        if not any(button.id.startswith("button:build") for button in found):
            found.append(Button("button:build", t.say("Build")))
        found = [button for button in found if button.id != "button:lay"]
        return [*found, Button("button:lay", t.say("Lay"), lead=self.steps == ["lay"])]

    def aims(self) -> list[str]:
        return self.steps if len(self.begun) == 1 else []

    def aim(self, aim: str, among: Sequence[str]) -> str:
        """Take, build or lay in words, with a value only if it adds something."""
        t = self.t
        kind, _, value = aim.partition(":")
        if kind == "lay":
            return t.say("Lay")
        if kind == "build":
            return t.say("Build {n}", n=value)
        if sum(other.startswith("take") for other in among) > 1:
            return t.say("Take as {value}", value=value)
        return t.say("Take")

    def result(self) -> str:
        """What `done` does."""
        t, move = self.t, self.move
        if move.kind == "build":
            double = bool(move.items) and "done" in self.steps and sums.double(move, self.builds)
            return t.say("Build a double {n}", n=move.value) if double else t.say("Build {n}", n=move.value)
        n = self.taken()
        return t.say("Take {cards}", cards=so_many(t, n)) if n else t.say("Take")

    def taken(self) -> int:
        """The number of picked cards of the table."""
        return sum(len(self.builds[item]["cards"]) if item[0] == "@" else 1 for item in self.move.items)

    def all_steps(self) -> list[Step]:
        if not self.begun:
            return [self.first(card) for card in self.steps]
        if self.move.kind or self.begun[1:]:
            return [self.step(token, token in ("done", "lay")) for token in sorted(self.steps, key=self.place)]
        found = [self.step(aim, aim == "lay") for aim in sorted(self.steps, key=self.place)]
        ways: dict[str, list[str]] = {}
        for aim in self.steps:
            items = self.view.steps(f"{self.begun[0]} {aim}") if aim != "lay" else []
            for item in items if isinstance(items, list) else []:
                ways.setdefault(item, []).append(aim)
        return found + [
            self.both(item, aim, aims)
            for item, aims in sorted(ways.items(), key=lambda way: self.place(way[0]))
            for aim in aims
        ]

    def place(self, token: str) -> int:
        """Where a step is seen, as digits count: the buttons, the last of which lays, then what lies on the table."""
        seen = ["lay", *self.seen["table"], *self.builds]
        return seen.index(token) if token in seen else -1

    def first(self, card: str) -> Step:
        """The step of a card. One that sweeps the table is a whole move, so it is raised first."""
        sweeps = self.view.steps(card) == []
        named = words.label(self.t, card)
        says = self.says(card) if sweeps else words.move(self.t, [card], self.names)
        label = self.t.say("Take {cards}", cards=so_many(self.t, self.lying())) if sweeps else named
        return Step(card, [f"hand/{card}"], [label], says, ends=sweeps)

    def step(self, token: str, ends: bool) -> Step:
        says = words.move(self.t, [*self.begun, token], self.names)
        if token == "done":
            return Step(token, ["button:done"], [self.result()], says)
        if token[0] == "@" or token[1:].isdigit():
            return Step(token, [_element(token)], [self.item(token)], says, ends=False)
        return Step(token, [f"button:{token}"], [self.aim(token, self.steps)], says, ends)

    def both(self, item: str, aim: str, aims: Sequence[str]) -> Step:
        """The step that picks a card of the table at once. A button asks for the aim only if there is more than one."""
        says = words.move(self.t, [*self.begun, aim, item], self.names)
        path, labels = [_element(item)], [self.item(item)]
        if len(aims) > 1:
            path.append(f"button:{aim}")
            labels.append(self.aim(aim, self.steps))
        return Step(f"{aim} {item}", path, labels, says, ends=False)

    def item(self, token: str) -> str:
        if token[0] != "@":
            return words.label(self.t, token)
        owner = int(token[1:])
        return self.t.say("Your build") if owner == self.seat else self.t.say("Build of {name}", name=self.names[owner])

    # ---- Prompt -----------------------------------------------------------------------------------------------------

    def prompt(self) -> tuple[str, str]:
        """The begun move, shown instead of "Your turn.", and what can be done next."""
        t, move = self.t, self.move
        own = self.builds.get(f"@{self.seat}")
        if not self.begun:
            if own:
                return "", t.say("Your build of {value} waits for you.", **own)
            return "", t.say("Pick a card.")
        if not move.kind:
            return f"{words.label(t, move.card)}:", t.say("Tap what it takes, or choose.") if len(
                self.steps
            ) > 1 else self.only()
        lead = t.say("Build {n}:", n=move.value) if move.kind == "build" else t.say("Take with {n}:", n=move.value)
        if not self.groups:
            return lead, t.say("Pick cards that add up to {n}.", n=move.value)
        return lead, self.hint()

    def only(self) -> str:
        """The only action left, if there is no choice."""
        kind = self.steps[0].partition(":")[0]
        if kind == "lay":
            return self.t.say("You can only lay it.")
        return self.t.say("You can only take with it.") if kind == "take" else self.t.say("You can only build with it.")

    def hint(self) -> str:
        t, move = self.t, self.move
        if "done" not in self.steps:
            full = all(group.full for group in self.groups)
            why = self.view.refusal(" ".join([*self.begun, "done"])) if full else None
            return (words.reason(t, why, self.names) or "") if why else ""
        if move.kind == "take" and self.taken() == self.lying() and self.earns():
            return t.say("That is a SWUP.")
        if move.kind == "build" and (kept := self.kept()):
            return t.say("You keep {card} to take it with.", card=words.card(t, kept))
        return t.say("You can pick more.") if len(self.steps) > 1 else ""


def _element(token: str) -> str:
    return f"build:{token[1:]}" if token[0] == "@" else f"table/{token}"
