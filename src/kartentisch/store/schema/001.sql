-- The log. Nothing in it is ever changed; folding the facts of a table gives the table.
CREATE TABLE facts (
    table_id TEXT NOT NULL,
    number INTEGER NOT NULL CHECK (number > 0),
    kind TEXT NOT NULL,
    seat INTEGER NOT NULL,
    ask TEXT NOT NULL,
    text TEXT NOT NULL,
    luck TEXT NOT NULL,
    digest TEXT NOT NULL,
    time INTEGER NOT NULL,
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX facts_by_ask ON facts (table_id, ask, number) WHERE ask <> '';
CREATE INDEX facts_that_close ON facts (table_id) WHERE kind = 'closed';

CREATE TRIGGER facts_stay_as_they_are BEFORE UPDATE ON facts
BEGIN
    SELECT raise(ABORT, 'facts are not changed');
END;

CREATE TRIGGER facts_stay BEFORE DELETE ON facts
BEGIN
    SELECT raise(ABORT, 'facts are not removed');
END;

-- Who sits where. Not in the log, so that the host can empty it.
CREATE TABLE names (
    table_id TEXT NOT NULL,
    seat INTEGER NOT NULL,
    name TEXT NOT NULL,
    figure TEXT NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

-- Seats whose link was renewed: tokens of another version open nothing.
CREATE TABLE tokens (
    table_id TEXT NOT NULL,
    seat INTEGER NOT NULL,
    version INTEGER NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
