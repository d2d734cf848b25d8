"""One person at a terminal, with bots in the other seats."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from kartentisch import words
from kartentisch.bots.bot import Bot
from kartentisch.bots.levels import longest
from kartentisch.cli.telling import points
from kartentisch.engine import moves
from kartentisch.play.errors import IllegalMove, TooManyMoves
from kartentisch.play.games import sheet
from kartentisch.play.match import Match, View
from kartentisch.words import shared
from kartentisch.words.language import Language
from kartentisch.words.shared import Event

ME = 0
_LISTED = 40
"""The most complete moves that are listed. If there are more, the person builds a move step by step."""


class _LeaveError(Exception):
    """The person wants to stop."""


class TerminalMatch:
    """A match at the terminal. All output is based on the person's own views."""

    def __init__(self, match: Match, bots: dict[int, Bot], t: Language, out: Console) -> None:
        self.match, self.bots, self.t, self.out = match, bots, t, out
        self.said = words.of(match.game)
        self.names = [t.say("You")]
        self.names += [t.say("Bot {n} ({level})", n=seat, level=shared.level(t, bots[seat].name)) for seat in bots]

    def run(self) -> None:
        """Play to the end of the match, or until the person leaves."""
        self._print(f"{self.said.title}: {self.said.goal(self.t)}")
        for option in words.changed(self.t, sheet(self.match.game), self.match.options):
            self._print(option)
        self._print(self.t.say("Type the number of a move or the move itself, ? for help, q to leave."))
        self._tell(shared.dealt(self.match.view(ME)))
        try:
            while not self.match.over:
                if self.match.round_over:
                    self._next_round()
                self._turn()
            self._print(points(self.t, self.match.points, self.match.totals, self.names))
        except (_LeaveError, EOFError):
            self._print("")
            self._print(self.t.say("Goodbye."))

    def _next_round(self) -> None:
        self._print(points(self.t, self.match.points, self.match.totals, self.names))
        self.match.next_round()
        self._tell(shared.dealt(self.match.view(ME)))

    def _turn(self) -> None:
        seat = self.match.next_actor()
        before = self.match.view(ME)
        move = self._ask(before) if seat == ME else self._thought(seat)
        self.match.play(seat, move)
        game = before.seen.game
        steps = [game.numbers[token] for token in move.split()]
        tokens = moves.heard(game, before.seen.records, seat, steps, ME)
        self._tell(self.said.tell(before, self.match.view(ME), seat, tokens))

    def _thought(self, seat: int) -> str:
        """The move of a bot. A clock stops its search, since a person is waiting."""
        bot = self.bots[seat]
        return bot.choose(self.match.view(seat), seconds=longest(bot.name))

    def _tell(self, events: list[Event]) -> None:
        for event in events:
            self._print(self.said.sentence(self.t, event, self.names, ME))

    def _print(self, text: str) -> None:
        self.out.print(text, soft_wrap=not self.out.is_terminal)

    # ---- Asking ----

    def _ask(self, view: View) -> str:
        """Ask the person for a legal complete move."""
        begun: list[str] = []
        self._show(view)
        while True:
            choices = self._choices(view, begun)
            answer = " ".join(self.out.input("> ").split(" ")).strip()
            if answer in ("q", "quit"):
                raise _LeaveError
            if answer == "x" and begun:
                begun = []
            elif answer == "?":
                self._help(view)
            elif answer.isascii() and answer.isdigit() and 1 <= int(answer[:9]) <= len(choices):
                if (move := self._taken(view, choices[int(answer[:9]) - 1])) is not None:
                    return move
                begun = choices[int(answer[:9]) - 1].split()
            elif answer:
                typed = " ".join([*begun, answer])
                if (why := view.why_not(typed, self.t.code)) is None:
                    return typed
                self._print(why)

    def _taken(self, view: View, choice: str) -> str | None:
        """The choice if it is a complete move, else None."""
        return choice if view.why_not(choice) is None else None

    def _choices(self, view: View, begun: list[str]) -> list[str]:
        """The numbered choices: complete moves, or beginnings of moves if there are too many."""
        try:
            choices = view.moves(_LISTED) if not begun else []
        except TooManyMoves:
            choices = []
        if not choices:
            choices = [" ".join([*begun, token]) for token in self._steps(view, begun)]
            if begun:
                self._print(self.t.say("Begun: {move}. Type x to take it back.", move=" ".join(begun)))
        table = Table.grid(padding=(0, 2))
        for number, choice in enumerate(choices, start=1):
            last = choice.split()[len(begun) :] if begun else choice.split()
            table.add_row(f"{number:3}", " ".join(last), self.said.move(self.t, choice.split(), self.names))
        self.out.print(table)
        return choices

    def _steps(self, view: View, begun: list[str]) -> list[str]:
        try:
            return view.steps(" ".join(begun))
        except IllegalMove:
            return []

    def _show(self, view: View) -> None:
        self._print("")
        table = Table.grid(padding=(0, 2))
        for label, text in self.said.picture(self.t, view, self.names):
            table.add_row(label, text)
        self.out.print(table)
        self._print(self.t.say("Your turn."))

    def _help(self, view: View) -> None:
        self._print(self.said.goal(self.t))
        self._show(view)
        self._print(self.t.say("Type the number of a move or the move itself, ? for help, q to leave."))
