-- What the start and lists need of a table, kept in the transaction of its facts.
CREATE TABLE tables (
    table_id TEXT NOT NULL PRIMARY KEY,
    newest INTEGER NOT NULL,
    closed INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    opened_at INTEGER NOT NULL,
    game TEXT NOT NULL,
    rules INTEGER NOT NULL,
    phase TEXT NOT NULL,
    public INTEGER NOT NULL,
    wake_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX tables_by_change ON tables (closed, changed_at);
CREATE INDEX tables_that_invite ON tables (opened_at) WHERE public = 1;
CREATE INDEX tables_that_wake ON tables (wake_at) WHERE wake_at IS NOT NULL;
