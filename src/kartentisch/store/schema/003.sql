-- What was said at a table, the newest lines of it. Not in the log, so that the host can empty it.
CREATE TABLE talk (
    table_id TEXT NOT NULL,
    time INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    name TEXT NOT NULL,
    figure TEXT NOT NULL,
    text TEXT NOT NULL,
    ask TEXT NOT NULL,
    PRIMARY KEY (table_id, time)
) STRICT, WITHOUT ROWID;

-- Tables that were deleted: all that is left of them is that their links can say so.
CREATE TABLE deleted (
    table_id TEXT NOT NULL PRIMARY KEY,
    time INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

DROP TRIGGER facts_stay;
CREATE TRIGGER facts_stay BEFORE DELETE ON facts
WHEN NOT EXISTS (SELECT 1 FROM deleted WHERE table_id = OLD.table_id)
BEGIN
    SELECT raise(ABORT, 'facts are not removed, unless their whole table is');
END;

CREATE TRIGGER deleted_tables_do_not_come_back BEFORE INSERT ON facts
WHEN NEW.number = 1 AND EXISTS (SELECT 1 FROM deleted WHERE table_id = NEW.table_id)
BEGIN
    SELECT raise(ABORT, 'this table was deleted');
END;
