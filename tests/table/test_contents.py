"""What facts say: each documented text with its value, there and back; an unknown text is told of."""

from __future__ import annotations

import re
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kartentisch.table import contents
from kartentisch.table.clocks import KINDS, ZEROS
from kartentisch.table.contents import (
    BecomesHost,
    BotPace,
    BotPlays,
    Closed,
    Content,
    Continued,
    Dealt,
    GuestPlays,
    Hinted,
    Left,
    MayWatch,
    MoreTime,
    Move,
    NewClock,
    NextTable,
    Paused,
    PlaysAgain,
    Sat,
    Sealed,
    SeatGiven,
    Secret,
    TimeUp,
    Unsealed,
    Woke,
)
from kartentisch.table.facts import Fact
from kartentisch.table.settings import PACES, WATCHERS, WINDOWS, Settings
from tests.test_house import PACKAGE

SETTINGS = Settings("toy", 1, 1, ("you", "bot:greedy"), {"rounds": 3})
WRITTEN = (
    '{"game":"toy","rules":1,"mapping":1,"plan":["you","bot:greedy"],"options":{"rounds":3},"public":false,'
    '"pace":"calm","window":5000,"watchers":"link","clock":"none","zero":"wait","friendly":true,"renewed":0,"luck":"system"}'
)
A, B = "0a" * 32, "f1" * 32
DOCUMENTED: list[tuple[str, str, Content]] = [
    ("opened", WRITTEN, SETTINGS),
    ("sat", "", Sat()),
    ("sat", "late", Sat(late=True)),
    ("sat", "program", Sat(program=True)),
    ("sat", "late program", Sat(late=True, program=True)),
    ("left", "", Left()),
    ("left", "greedy", Left("greedy")),
    ("left", "removed", Left(removed=True)),
    ("left", "removed greedy", Left("greedy", removed=True)),
    ("handed", "bot greedy", BotPlays("greedy")),
    ("handed", "bot greedy by 0", BotPlays("greedy", by=0)),
    ("handed", "bot greedy by 12", BotPlays("greedy", by=12)),
    ("handed", "bot greedy away", BotPlays("greedy", away=True)),
    ("handed", "back", PlaysAgain()),
    ("handed", "back by 2", PlaysAgain(by=2)),
    ("handed", "in", GuestPlays()),
    ("handed", "given", SeatGiven()),
    ("handed", "given greedy", SeatGiven("greedy")),
    ("handed", "host", BecomesHost()),
    ("handed", "once greedy", TimeUp("greedy", once=True)),
    ("handed", "zero greedy", TimeUp("greedy", once=False)),
    ("sealed", f'{{"draw":3,"promise":"{A}","seals":{{"0":"{B}","11":"{A}"}}}}', Sealed(3, A, ((0, B), (11, A)))),
    ("sealed", f'{{"draw":1,"promise":"{A}","seals":{{}}}}', Sealed(1, A, ())),
    ("unsealed", f'{{"draw":3,"numbers":{{"0":"{B}"}},"missing":[11]}}', Unsealed(3, ((0, B),), (11,))),
    ("secret", A, Secret(A)),
    ("secret", "lost", Secret()),
    ("dealt", "first", Dealt(first=True)),
    ("dealt", "next", Dealt(first=False)),
    ("dealt", 'given {"turn":1,"said":"a word"}', Continued('{"turn":1,"said":"a word"}')),
    ("moved", "give 2 to:1", Move("give 2 to:1")),
    ("hinted", "", Hinted()),
    ("paused", "on", Paused(on=True)),
    ("paused", "off", Paused(on=False)),
    ("pace", "calm", BotPace("calm")),
    ("pace", "quick", BotPace("quick")),
    ("pace", "step", BotPace("step")),
    ("pace", "clock none wait", NewClock("none", "wait")),
    ("pace", "clock relaxed bot", NewClock("relaxed", "bot")),
    ("pace", "clock brisk pass", NewClock("brisk", "pass")),
    ("pace", "more", MoreTime()),
    ("woke", "", Woke()),
    ("woke", "0", Woke(used=0)),
    ("woke", "20000", Woke(used=20_000)),
    ("watchers", "anyone", MayWatch("anyone")),
    ("watchers", "link", MayWatch("link")),
    ("watchers", "nobody", MayWatch("nobody")),
    ("again", "abcdefgh", NextTable("abcdefgh")),
    ("closed", "host", Closed("host")),
    ("closed", "rules", Closed("rules")),
    ("closed", "unused 30", Closed("unused", 30)),
]
UNKNOWN = [
    *[("opened", "{"), ("opened", "{}"), ("opened", WRITTEN.replace("calm", "andante"))],
    *[("sat", "early"), ("sat", "program late"), ("sat", "late "), ("left", " "), ("left", "greedy removed")],
    *[("left", "removed "), ("handed", ""), ("handed", "bot"), ("handed", "bot "), ("handed", "bot greedy by")],
    *[("handed", "bot greedy by host"), ("handed", "bot greedy by 01"), ("handed", "bot greedy by ٣")],
    *[("handed", "back by"), ("handed", "once"), ("handed", "zero"), ("handed", "given "), ("handed", "waltz")],
    *[("dealt", ""), ("dealt", "second"), ("hinted", "twice"), ("paused", ""), ("paused", "for tea")],
    *[("pace", ""), ("pace", "andante"), ("pace", "clock brisk"), ("pace", "clock brisk bot now")],
    *[("woke", "soon"), ("woke", "-1"), ("watchers", "friends"), ("closed", ""), ("closed", "unused")],
    *[("sealed", "{}"), ("sealed", f'{{"draw":3,"promise":"{A}","seals":{{"2":"{A}","0":"{B}"}}}}'), ("secret", "")],
    *[("sealed", f'{{"draw":3,"promise":"{A[1:]}","seals":{{}}}}'), ("unsealed", "[]"), ("secret", A.upper())],
    *[("sealed", f'{{"draw":3, "promise":"{A}","seals":{{}}}}'), ("unsealed", '{"draw":1}'), ("secret", "found")],
    *[("closed", "unused many"), ("danced", "a waltz")],
]

TEXT_OF_FACT = re.compile(r"\b(?:fact|facts\[[^]]*\]|first|last)\.text\b|\bFact\((?!\*row)")
WHOLE = {
    "store/checks.py": "is one that every store takes",
    "store/postgres/reads.py": "is a column",
    "store/rows.py": "is of an `opened` fact: the game for lists of tables",
    "store/statements.py": "is a column",
    "table/logs.py": "is of an `opened` fact",
    "table/table.py": "is of an `opened` fact",
    "web/live/feed.py": "is kept in a log entry, which a sentence is made of",
}
"""The modules that hand a text on as it is, and why."""

LEVELS = st.from_regex(r"[a-z][a-z0-9_-]*", fullmatch=True).filter(lambda word: word != "removed")
SEATS = st.none() | st.integers(0, 20)
COUNTS = st.integers(0, 2**53)
HEXES = st.binary(min_size=32, max_size=32).map(bytes.hex)
PAIRS = st.dictionaries(st.integers(0, 20), HEXES, max_size=4).map(lambda found: tuple(sorted(found.items())))
CONTENTS: dict[type[Content], st.SearchStrategy[Content]] = {
    Settings: st.builds(
        Settings,
        game=st.text(),
        rules=COUNTS,
        mapping=COUNTS,
        plan=st.lists(st.text(), max_size=4).map(tuple),
        options=st.dictionaries(st.text(), st.booleans() | st.integers(-(2**53), 2**53) | st.text(), max_size=4),
        public=st.booleans(),
        pace=st.sampled_from(PACES),
        window=st.sampled_from(WINDOWS),
        watchers=st.sampled_from(WATCHERS),
        clock=st.sampled_from(KINDS),
        zero=st.sampled_from(ZEROS),
        friendly=st.booleans(),
        renewed=COUNTS,
        luck=st.sampled_from(["system", "drawn"]),
    ),
    Sat: st.builds(Sat, late=st.booleans(), program=st.booleans()),
    Left: st.builds(Left, level=st.just("") | LEVELS, removed=st.booleans()),
    BotPlays: st.builds(BotPlays, LEVELS, by=SEATS) | st.builds(BotPlays, LEVELS, away=st.just(True)),
    PlaysAgain: st.builds(PlaysAgain, by=SEATS),
    GuestPlays: st.builds(GuestPlays),
    SeatGiven: st.builds(SeatGiven, level=st.just("") | LEVELS),
    BecomesHost: st.builds(BecomesHost),
    TimeUp: st.builds(TimeUp, LEVELS, once=st.booleans()),
    Sealed: st.builds(Sealed, COUNTS, HEXES, PAIRS),
    Unsealed: st.builds(Unsealed, COUNTS, PAIRS, st.lists(st.integers(0, 20), max_size=3).map(tuple)),
    Secret: st.builds(Secret, st.just("") | HEXES),
    Dealt: st.builds(Dealt, first=st.booleans()),
    Continued: st.builds(Continued, state=st.text()),
    Move: st.builds(Move, move=st.text()),
    Hinted: st.builds(Hinted),
    Paused: st.builds(Paused, on=st.booleans()),
    BotPace: st.builds(BotPace, st.sampled_from(PACES)),
    NewClock: st.builds(NewClock, st.sampled_from(KINDS), st.sampled_from(ZEROS)),
    MoreTime: st.builds(MoreTime),
    Woke: st.builds(Woke, used=st.none() | COUNTS),
    MayWatch: st.builds(MayWatch, st.sampled_from(WATCHERS)),
    NextTable: st.builds(NextTable, id=st.text()),
    Closed: st.sampled_from([Closed("host"), Closed("rules")]) | st.builds(Closed, st.just("unused"), COUNTS),
}


def test_nothing_that_a_fact_can_say_is_missing() -> None:
    every = set(get_args(Content))
    assert {type(content) for _, _, content in DOCUMENTED} == every == set(CONTENTS)
    assert {kind for kind, _, _ in DOCUMENTED} == set(get_args(contents.Kind)) == contents.ALL_KINDS


@pytest.mark.parametrize(("kind", "text", "content"), DOCUMENTED)
def test_each_text_says_what_it_is_documented_to_say(kind: str, text: str, content: Content) -> None:
    assert contents.read(kind, text) == content
    assert (content.kind, contents.text(content)) == (kind, text)


@pytest.mark.parametrize("of", CONTENTS, ids=lambda of: of.__name__)
@given(data=st.data())
def test_a_content_that_was_written_is_read_again(of: type[Content], data: st.DataObject) -> None:
    content = data.draw(CONTENTS[of])
    fact = Fact.of(7, content, seat=1, ask="a", time=5)
    assert fact == Fact(7, content.kind, 1, "a", contents.text(content), time=5)
    assert fact.content == content


@pytest.mark.parametrize(("kind", "text"), UNKNOWN)
def test_a_text_that_this_program_does_not_know_is_refused(kind: str, text: str) -> None:
    with pytest.raises(ValueError, match="unknown"):
        contents.read(kind, text)


def test_no_other_module_reads_or_writes_texts() -> None:
    """Logs of pads are another language, with one module of its own."""
    found = {
        path.relative_to(PACKAGE).as_posix(): len(TEXT_OF_FACT.findall(path.read_text("utf-8")))
        for path in PACKAGE.rglob("*.py")
    }
    assert {name: count for name, count in found.items() if count} == dict.fromkeys(WHOLE, 1) | {"pad/log.py": 4}
