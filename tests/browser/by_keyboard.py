"""Somebody who plays any game with keys alone, and knows of a page what has focus, roles, names and states."""

from __future__ import annotations

import random
import re
import time
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from playwright.sync_api import Page

MOST_TABS = 120
"""Presses of Tab within which everything of a page must be reached."""
NO_MOVE = ("Put back", "Last pick", "Order of your cards")
"""Beginnings of the names of buttons that are no part of a move."""
FITS_NOT = re.compile(r"\b(does not fit|fits nowhere|neither)\b")
"""How the name of a card says that it cannot be played now."""
PATIENCE = 120.0
"""Seconds after which a table at which nothing happens is stuck."""

FOCUS = """() => {
  const node = document.activeElement;
  if (!node || node === document.body) return { role: '', name: '', group: '', value: '' };
  const labels = [...(node.labels ?? [])].map(label => label.innerText).join(' ');
  const named = document.getElementById(node.getAttribute('aria-labelledby') ?? '')?.innerText;
  const group = node.closest('fieldset')?.querySelector('legend') ?? node.closest('article')?.querySelector('h2')
    ?? document.getElementById(node.closest('section, aside, dialog')?.getAttribute('aria-labelledby') ?? '');
  const types = { radio: 'radio', checkbox: 'checkbox', number: 'spinbutton' };
  const tags = { a: 'link', button: 'button', select: 'combobox', summary: 'button' };
  return {
    role: node.getAttribute('role') ?? tags[node.localName] ?? types[node.type] ?? 'textbox',
    name: (node.ariaLabel ?? named ?? (labels || node.innerText)).trim(),
    group: (group?.textContent ?? node.closest('[aria-label]:not(button)')?.ariaLabel ?? '').trim(),
    value: node.localName === 'select' ? node.selectedOptions[0].label : node.value ?? '',
  };
}"""
SEEN = """() => {
  const region = document.querySelector('section[aria-label="What you can do"]');
  const name = node => (node.ariaLabel ?? node.innerText).trim();
  const hand = document.querySelector('.hand');
  return {
    title: document.title,
    now: document.querySelector('[role=status]')?.innerText ?? '',
    buttons: [...region?.querySelectorAll('button') ?? []].map(node => ({
      name: name(node), off: node.getAttribute('aria-disabled') === 'true' || node.ariaPressed !== null,
      key: node.getAttribute('aria-keyshortcuts') ?? '' })),
    cards: [...hand?.querySelectorAll('button') ?? []].map(node => [name(node), node.ariaPressed]),
    table: [...document.querySelectorAll('main button[tabindex="0"]')].map(name),
  };
}"""


class Focus(NamedTuple):
    role: str
    name: str
    group: str
    value: str


class Keys:
    """One person at one page."""

    def __init__(self, page: Page, lot: random.Random) -> None:
        self.page, self.lot = page, lot
        self.tried: set[str] = set()
        """Names of cards that led nowhere this time."""

    def press(self, key: str, times: int = 1) -> None:
        for _ in range(times):
            self.page.keyboard.press(key)

    def focus(self) -> Focus:
        return Focus(**self.page.evaluate(FOCUS))

    def tab_to(self, name: str = "", group: str = "") -> None:
        """Press Tab until the focus is there."""
        for _ in range(MOST_TABS):
            self.press("Tab")
            at = self.focus()
            if (not name or at.name == name) and (not group or at.group.startswith(group)):
                return
        raise AssertionError(f"Tab never came to “{name}” in “{group}”")

    # ---- The form ----------------------------------------------------------------------------------------------------

    def open(self, address: str, title: str, numbers: dict[str, str]) -> None:
        """From the top of the home page to a table with quick bots. `numbers`: what is typed into fields."""
        self.page.goto(address)
        self.tab_to("Open a table", title)
        self.press("Enter")
        self.page.wait_for_url("**/open/**")
        left = dict(numbers)
        for _ in range(MOST_TABS):
            self.press("Tab")
            at = self.focus()
            if at.name == "Open the table":
                assert left == {}, "fields that Tab did not come to"
                self.press("Enter")
                self.page.wait_for_url("**/t/**")
                return
            self.fill(at, left)
        raise AssertionError("Tab never came to the end of the form")

    def fill(self, at: Focus, left: dict[str, str]) -> None:
        if at.role == "textbox" and at.name == "Your name":
            self.page.keyboard.type("Anna")
        elif at.role == "combobox" and at.value.startswith("Free"):
            self.page.keyboard.type("Bot, greedy")
        elif at.group == "Pace of the bots":
            while self.focus().name != "quick":
                self.press("ArrowDown")
        elif at.name == "More":
            self.press("Enter")
        elif at.role == "spinbutton" and at.group in left:
            self.page.keyboard.type(left.pop(at.group))

    # ---- The table ---------------------------------------------------------------------------------------------------

    def look(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(SEEN)
        return found

    def play(self, most: int = 1_500, acts: int = 0) -> None:
        """Until the match is over, or so much has been done."""
        before, since, done = self.look(), time.monotonic(), 0
        for _ in range(most):
            now = self.look()
            names = {button["name"] for button in now["buttons"]}
            if "Play again" in names:
                return
            if now == before and time.monotonic() - since > PATIENCE:
                raise AssertionError(f"nothing happens any more: {now}")
            if now != before:
                before, since = now, time.monotonic()
            if self.act(now):
                done += 1
                if done == acts:
                    return
            else:
                self.page.wait_for_timeout(60)
        raise AssertionError(f"the match does not end: {self.look()}")

    def act(self, now: dict[str, Any]) -> bool:
        """Do something, if there is anything to do."""
        buttons = [button for button in now["buttons"] if not button["off"]]
        names = [button["name"] for button in buttons if not button["name"].startswith(NO_MOVE)]
        keys = [button["key"] for button in buttons if button["key"].isdigit()]
        if any(button["name"] == "Put back" for button in buttons):
            return self.go_on(now, names, keys)
        if "Next round" in names:
            return self.button("Next round")
        if now["title"].startswith("Your turn") and self.card(now["cards"]):
            return True
        self.tried.clear()
        return self.button(self.lot.choice(names)) if names else False

    def card(self, cards: list[list[str]]) -> bool:
        """Raise a card that has not been tried; one that is said not to fit only now and then."""
        fresh = [at for at, (name, _) in enumerate(cards) if name not in self.tried]
        fitting = [at for at in fresh if not FITS_NOT.search(cards[at][0])]
        if not fresh or (not fitting and self.lot.random() < 0.8):
            return False
        fresh = fitting or fresh
        at = self.lot.choice(fresh)
        self.tried.add(cards[at][0])
        if not self.focus().group.startswith("Your hand"):
            self.tab_to(group="Your hand")
        self.press("Home")
        self.press("ArrowRight", at)
        if self.focus().name == cards[at][0]:  # the hand may just have changed
            self.changed_by("Enter")
        return True

    def go_on(self, now: dict[str, Any], names: list[str], keys: list[str]) -> bool:
        """A move is begun: one of what comes next, by its digit or by Tab."""
        if keys:
            self.changed_by(self.lot.choice(keys))
        elif names and (not now["table"] or self.lot.random() < 0.7):
            return self.button(self.lot.choice(names))
        elif now["table"]:
            self.button(self.lot.choice(now["table"]))
            if self.look() == now:  # a pile to look into, at which this card does not go
                self.changed_by("Escape")
        elif not self.card(now["cards"]):
            self.changed_by("Escape")
        return True

    def button(self, name: str) -> bool:
        """Come to a button by Tab and press it, if it is still there by then."""
        try:
            self.tab_to(name)
        except AssertionError:
            now = self.look()
            if name in [*now["table"], *(button["name"] for button in now["buttons"] if not button["off"])]:
                raise
            return True
        self.changed_by(self.lot.choice(["Enter", "Space"]))
        return True

    def changed_by(self, key: str) -> None:
        """Press a key and wait for what comes of it; what is answered in a window shows only when that ends."""
        before = self.look()
        self.press(key)
        until = time.monotonic() + 1
        while self.look() == before and time.monotonic() < until:
            self.page.wait_for_timeout(30)
