"""Laws about the truth: how it changes, how it is written, and which moves are refused."""

from __future__ import annotations

import json

import numpy as np

from kartentisch.engine import moves, states
from kartentisch.engine.fields import TRUTH
from kartentisch.engine.game import Game
from kartentisch.engine.layout import Records
from kartentisch.engine.luck import new_luck
from kartentisch.engine.piles import Cards
from kartentisch.engine.reasons import Reason
from kartentisch.engine.rounds import misnamed
from kartentisch.play.games import games
from kartentisch.play.match import Match
from kartentisch.play.replay import replay
from kartentisch.testing.walk import DEAL, END, Moment, Options, actors, hold, match, rules_of, truths


def comes_to_an_end(game: Game | str, seats: int, options: Options = None, seed: int = 1) -> None:
    """A random match ends at some time. It has winners at the end, and none before."""
    for moment in match(game, seats, options, seed):
        s = moment.record
        hold(bool(s["over"]) == (moment.seat == END), "over, and something is done", moment)
        hold(bool(s["winners"]) == bool(s["over"]), "winners before the end, or none at the end", moment)
        hold(not misnamed(s, moment.game.wins), misnamed(s, moment.game.wins), moment)
        hold((int(s["turn"]) < 0) == bool(s["round_over"]), "a turn in a round that is over, or none in one", moment)
        hold(bool(s["round_over"]) or not s["points"].any(), "points in a round that is not over", moment)
        hold(s["begun"] == 0, "a truth with a begun move", moment)


def cards_are_conserved(game: Game | str, seats: int, options: Options = None, seed: int = 1) -> None:
    """After each deal and move, each card of each pack is in exactly one place, and all counts are right."""
    for moment in match(game, seats, options, seed):
        layout = moment.game.layout
        for pack in layout.packs:
            lying, total = layout.lying(moment.record, pack), pack.totals(moment.record)
            hold(lying == total, f"cards lost or doubled: there are {lying}, the pack has {total}", moment)
        for field in layout.fields:
            if not isinstance(field, Cards):
                continue
            for index in field.places(moment.seats):
                value, number = field.value(moment.record, index, TRUTH), field.number(moment.record, index)
                hold(len(value or []) == max(0, number), f"{field.name}: {number} cards, or {value}", moment)


def totals_change_with_the_last_move(game: Game | str, seats: int, options: Options = None, seed: int = 1) -> None:
    """The totals of a match change only with the move that ends a round, by the points of that round."""
    before: Moment | None = None
    for moment in match(game, seats, options, seed):
        if before is not None:
            gained = (moment.record["totals"] - before.record["totals"]).tolist()
            ends = bool(moment.record["round_over"]) and not before.record["round_over"]
            wanted = moment.record["points"].tolist() if ends else [0] * len(gained)
            hold(gained == wanted, f"totals change by {gained}, points are {wanted}", moment)
        before = moment


def moves_have_one_text(game: Game | str, seats: int, options: Options = None, seed: int = 1) -> None:
    """Reading and writing moves are inverse to each other. Extra spaces are accepted, and nothing else is."""
    rules = rules_of(game)
    hold(len(set(rules.tokens)) == len(rules.tokens), "two steps have the same token")
    hold(all(token and not set(token) & set(" \t\r\n|") for token in rules.tokens), "a token with a space in it")
    for moment in match(game, seats, options, seed):
        if moment.seat >= 0:
            text = moves.write(rules, moment.steps)
            hold(moves.read(rules, text) == moment.steps, f"{text!r} is read as another move", moment)
            spaced = "  " + text.replace(" ", "   ") + " "
            hold(moves.read(rules, spaced) == moment.steps, f"{spaced!r} is read as another move", moment)
            for other in (text + "\n", text.replace(" ", "\t") + "\t", text + ".", "\ufeff" + text):
                hold(isinstance(moves.read(rules, other), Reason), f"{other!r} is read as a move", moment)


def json_comes_back(game: Game | str, seats: int, options: Options = None, seed: int = 1) -> None:
    """state_json is plain JSON. from_state_json gives the same truth again, in any order of cards in hands and bags."""
    rules = rules_of(game)
    for moment in truths(game, seats, options, seed):
        state = states.dump(rules, moment.records)
        hold(json.loads(json.dumps(state)) == state, "state_json is not plain JSON", moment)
        again = states.load(rules, state)
        hold(json.dumps(states.dump(rules, again)) == json.dumps(state), "it comes back changed", moment)
        hold(states.digest(rules, again) == states.digest(rules, moment.records), "its digest is another", moment)
        mixed = json.loads(json.dumps(state))
        for field in rules.layout.shown:
            if isinstance(field, Cards):
                for cards in mixed[field.name] if field.per_seat else [mixed[field.name]]:
                    (cards or []).reverse()
        hold(states.dump(rules, states.load(rules, mixed)) == state, "the order of a bag is not forgiven", moment)


def digests_say_what_the_json_says(game: Game | str, seats: int, options: Options = None, seed: int = 1) -> None:
    """Equal state_json have equal digests, however they were reached. Different state_json have different digests."""
    rules = rules_of(game)
    said: dict[str, str] = {}
    for moment in truths(game, seats, options, seed):
        text = json.dumps(states.dump(rules, moment.records))
        digest = states.digest(rules, moment.records)
        hold(said.setdefault(digest, text) == text, "two truths with one digest", moment)
        reloaded = states.load(rules, json.loads(text))
        if moment.seat >= 0:
            for first in (moment.records, reloaded):
                twin, luck = rules.layout.copy(first), new_luck(*moment.luck)
                for step in moment.steps:
                    rules.run.apply(twin, 0, moment.seat, step, luck)
                after = moment.after()
                same = states.digest(rules, twin) == states.digest(rules, after)
                hold(same, "the same move with the same luck leads elsewhere", moment)


def records_replay(game: Game | str, seats: int, options: Options = None, seed: int = 1) -> None:
    """A replayed record gives the same text and the same digests, also if its match continued from a given state.

    This applies to games that are found by name. A long match is checked by its first events.
    """
    rules = rules_of(game)
    if rules.name not in games():
        return
    moments = match(game, seats, options, seed)[:600]
    whole = Match(rules.name, seats, seed=seed, options=options)
    for number, moment in enumerate(moments):
        if moment.seat == DEAL:
            whole.next_round()
        elif moment.seat >= 0:
            whole.play(moment.seat, moves.write(rules, moment.steps))
        if moment.seat >= 0 and number % 16 == 0:
            same = whole.state_json() == states.dump(rules, moment.after())
            hold(same, "Match and the engine disagree", moment)
    middle = moments[len(moments) // 2]
    rest = Match.from_state_json(states.dump(rules, middle.records), seed=seed)
    for _ in range(40):
        if rest.actors():
            seat = rest.next_actor()
            rest.play(seat, rest.moves(seat)[-1])
        elif not rest.over:
            rest.next_round()
    for one in (whole, rest):
        text = one.record()
        again = replay(text)
        hold(again.record() == text, "a replayed record is another one", moments[-1])
        hold(again.state_json() == one.state_json(), "a replayed match is another one", moments[-1])


def actors_have_steps(game: Game | str, seats: int, options: Options = None, seed: int = 1) -> None:
    """A seat may act exactly if it has legal steps. The seat the game waits for may act. After the round nobody may."""
    for moment in match(game, seats, options, seed):
        game_, s = moment.game, moment.record
        may = actors(game_, moment.records)
        have = [seat for seat in range(moment.seats) if moves.legal(game_, moment.records, seat)]
        hold(may == have, f"seats {may} may act, seats {have} have steps", moment)
        asked = int(game_.run.asked(moment.records, 0))
        hold(asked == -1 and not may if s["round_over"] else asked in may, f"the game waits for {asked}", moment)
        window = int(game_.run.window(moment.records, 0))
        for seat in range(moment.seats):
            if (window >> seat) & 1:
                answer = int(game_.run.answer(moment.records, 0, seat))
                hold(answer in moves.legal(game_, moment.records, seat), f"no legal answer for seat {seat}", moment)
                hold(game_.run.ends(moment.records, 0, seat, answer), f"answer for {seat} is no move", moment)


def steps_are_in_order(game: Game | str, seats: int, options: Options = None, seed: int = 1) -> None:
    """Legal steps are ascending without repeats, both at the beginning of a move and within it."""
    for moment in match(game, seats, options, seed):
        draft = moment.twin()
        for step in moment.steps:
            legal = moves.legal(moment.game, draft, moment.seat)
            hold(legal == sorted(set(legal)), f"steps out of order or twice: {legal}", moment)
            hold(all(0 <= one < len(moment.game.tokens) for one in legal), f"steps without a token: {legal}", moment)
            hold(step in legal, "a step that was legal is not", moment)
            moment.game.run.apply(draft, 0, moment.seat, step, new_luck(*moment.luck))


def a_move_ends_when_it_says(game: Game | str, seats: int, options: Options = None, seed: int = 1) -> None:
    """`ends` predicts `begun`. No step before the last one uses luck or changes the truth as it is written."""
    rules = rules_of(game)
    for moment in truths(game, seats, options, seed):
        shown = json.dumps(states.dump(rules, moment.records))
        for seat in actors(rules, moment.records):
            _look_into(rules, moment, moment.records, seat, shown, depth=0)


def _look_into(rules: Game, moment: Moment, draft: Records, seat: int, shown: str, depth: int) -> None:
    legal = moves.legal(rules, draft, seat)
    for step in legal if len(legal) < 40 else legal[:: len(legal) // 40 + 1]:
        ends = bool(rules.run.ends(draft, 0, seat, step))
        one, other = rules.layout.copy(draft), rules.layout.copy(draft)
        luck = new_luck(1)
        rules.run.apply(one, 0, seat, step, luck)
        token = rules.tokens[step]
        begun = int(one[0]["begun"])
        hold(ends == (begun == 0), f"ends says {ends} of {token}, then {begun} steps are begun", moment)
        if ends:
            continue
        hold(begun == depth + 1, f"{begun} steps are begun after {depth + 1}", moment)
        rules.run.apply(other, 0, seat, step, new_luck(2**64 - 3))
        hold(luck[2] == 0 and one.tobytes() == other.tobytes(), f"{token} rests on luck before the move ends", moment)
        hold(json.dumps(states.dump(rules, one)) == shown, f"{token} changes the truth before the move ends", moment)
        if depth < 3:
            _look_into(rules, moment, one, seat, shown, depth + 1)


def refused_moves_change_nothing(game: Game | str, seats: int, options: Options = None, seed: int = 1) -> None:
    """An illegal step, an incomplete move, and a move of a seat that may not act change nothing."""
    rules = rules_of(game)
    draft, out, line = rules.layout.new(), rules.buffer(), np.zeros(8, np.int64)
    for moment in truths(game, seats, options, seed):
        bytes_before = moment.records.tobytes()
        for seat in range(moment.seats):
            legal = moves.legal(rules, moment.records, seat)
            for step in range(0, len(rules.tokens), 1 + len(rules.tokens) // 64):
                if step in legal and rules.run.ends(moment.records, 0, seat, step):
                    refused, line[:2] = 2, step  # complete, with a step too many
                else:
                    refused, line[0] = 1, step  # illegal or incomplete
                answer = rules.run.commit(moment.records, draft, seat, line, refused, new_luck(5), out)
                hold(answer != 0, f"{rules.tokens[step]} of seat {seat} is done", moment)
            hold(rules.run.commit(moment.records, draft, seat, line, 0, new_luck(5), out) != 0, "an empty move", moment)
        hold(moment.records.tobytes() == bytes_before, "a refused move has changed something", moment)


def match_refuses_and_stays(game: Game | str, seats: int, options: Options = None, seed: int = 1) -> None:
    """Match refuses with a ValueError that has a sentence. The match and its luck stay as they were."""
    rules = rules_of(game)
    for moment in truths(game, seats, options, seed, most=6):
        if moment.seat < 0:
            continue
        plain, bothered = (Match._from_records(rules, moment.twin(), seed=seed) for _ in range(2))
        text = moves.write(rules, moment.steps)
        for seat, wrong in [(moment.seat, f"{text} {text}"), (moment.seats, text), (-1, text), (moment.seat, "")]:
            try:
                bothered.play(seat, wrong)
            except ValueError as error:
                hold(len(str(error)) > 10, f"no sentence: {error!s}", moment)
            else:
                hold(False, f"{wrong!r} of seat {seat} is played", moment)
        hold(bothered.state_json() == plain.state_json(), "a refused move has changed something", moment)
        for one in (plain, bothered):
            one.play(moment.seat, text)
        hold(bothered.state_json() == plain.state_json(), "a refused move has taken luck", moment)
