-- One row for each run of the program. A node without a row, or with one that has run out, has ended.
CREATE TABLE nodes (
    id text COLLATE "C" PRIMARY KEY,
    name text NOT NULL,
    address text NOT NULL,
    version text NOT NULL,
    until timestamptz NOT NULL,
    draining boolean NOT NULL DEFAULT false
);

-- A writer numbers its commits in their own transactions. So it can tell later whether one was done.
CREATE TABLE commits (
    node text COLLATE "C" NOT NULL REFERENCES nodes ON DELETE CASCADE,
    writer integer NOT NULL,
    number bigint NOT NULL,
    PRIMARY KEY (node, writer)
) WITH (fillfactor = 50);

-- One row for each log: who may write it, and what the start and the lists need of it. The row of a log without facts
-- (newest = 0) is in no list. A deleted log keeps its row, so that it cannot come back.
CREATE TABLE tables (
    table_id text COLLATE "C" PRIMARY KEY,
    owner text COLLATE "C",
    epoch bigint NOT NULL DEFAULT 0,
    deleted_at bigint,
    newest bigint NOT NULL DEFAULT 0,
    closed boolean NOT NULL DEFAULT false,
    changed_at bigint NOT NULL DEFAULT 0,
    opened_at bigint NOT NULL DEFAULT 0,
    game text NOT NULL DEFAULT '',
    rules bigint NOT NULL DEFAULT 0,
    phase text NOT NULL DEFAULT '',
    public boolean NOT NULL DEFAULT false,
    wake_at bigint,
    kind text NOT NULL DEFAULT 'table'
) WITH (fillfactor = 70);

CREATE INDEX tables_by_change ON tables (kind, closed, changed_at) WHERE newest > 0;
CREATE INDEX tables_that_invite ON tables (opened_at) WHERE public;
CREATE INDEX tables_that_wake ON tables (wake_at) WHERE wake_at IS NOT NULL;
CREATE INDEX tables_by_owner ON tables (owner) WHERE owner IS NOT NULL;

-- The log. Nothing in it is ever changed; folding the facts of a table gives the table.
CREATE TABLE facts (
    table_id text COLLATE "C" NOT NULL,
    number bigint NOT NULL CHECK (number > 0),
    kind text NOT NULL,
    seat bigint NOT NULL,
    ask text COLLATE "C" NOT NULL,
    text text NOT NULL,
    luck text NOT NULL,
    digest text NOT NULL,
    time bigint NOT NULL,
    PRIMARY KEY (table_id, number)
);

CREATE UNIQUE INDEX facts_by_ask ON facts (table_id, ask, number) WHERE ask <> '';

CREATE FUNCTION keep_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND EXISTS (SELECT FROM tables WHERE table_id = OLD.table_id AND deleted_at IS NOT NULL) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'facts are neither changed nor removed, unless their whole table is';
END $$;
CREATE TRIGGER facts_stay BEFORE UPDATE OR DELETE ON facts FOR EACH ROW EXECUTE FUNCTION keep_facts();

-- Deleted tables whose facts are still being removed.
CREATE TABLE erasing (table_id text COLLATE "C" PRIMARY KEY);

-- Keys that seal names and talk. A table without either has none.
CREATE TABLE keys (
    table_id text COLLATE "C" PRIMARY KEY,
    key bytea NOT NULL CHECK (length(key) = 32)
);

-- Who sits where. Not in the log, so that the host can empty it.
CREATE TABLE names (
    table_id text COLLATE "C" NOT NULL,
    seat bigint NOT NULL,
    sealed bytea NOT NULL,
    PRIMARY KEY (table_id, seat)
);

-- What was said at a table, the newest lines of it.
CREATE TABLE talk (
    table_id text COLLATE "C" NOT NULL,
    time bigint NOT NULL,
    seat bigint NOT NULL,
    ask text NOT NULL,
    sealed bytea NOT NULL,
    PRIMARY KEY (table_id, time)
);

-- What was removed is cleaned up soon, even if it was little.
ALTER TABLE keys SET (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);
ALTER TABLE names SET (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);
ALTER TABLE talk SET (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);

-- Seats whose link was renewed: tokens of another version open nothing.
CREATE TABLE tokens (
    table_id text COLLATE "C" NOT NULL,
    seat bigint NOT NULL,
    version bigint NOT NULL,
    PRIMARY KEY (table_id, seat)
);

-- The code that leads to a table, to be said or typed in.
CREATE TABLE codes (
    table_id text COLLATE "C" PRIMARY KEY,
    code text COLLATE "C" NOT NULL UNIQUE
);
CREATE INDEX codes_by_length ON codes (length(code));

-- Codes that were given back are not given again before long.
CREATE TABLE resting (
    code text COLLATE "C" PRIMARY KEY,
    since bigint NOT NULL
);
CREATE INDEX resting_since ON resting (since);
