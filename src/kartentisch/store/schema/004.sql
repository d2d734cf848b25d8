-- Keys that seal names and talk. One that is thrown away is overwritten where it stands and never removed: rows that are
-- removed, or moved within the file, leave copies behind. No slot is used twice.
CREATE TABLE keys (
    slot INTEGER PRIMARY KEY,
    key BLOB NOT NULL CHECK (length(key) = 32)
) STRICT;

CREATE TRIGGER keys_stay BEFORE DELETE ON keys
BEGIN
    SELECT raise(ABORT, 'keys are overwritten, not removed');
END;

-- Where the key of a table lies; one that has no names and no talk has none.
CREATE TABLE slots (
    table_id TEXT NOT NULL PRIMARY KEY,
    slot INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

ALTER TABLE names RENAME TO open_names;
CREATE TABLE names (
    table_id TEXT NOT NULL,
    seat INTEGER NOT NULL,
    sealed BLOB NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

ALTER TABLE talk RENAME TO open_talk;
CREATE TABLE talk (
    table_id TEXT NOT NULL,
    time INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    ask TEXT NOT NULL,
    sealed BLOB NOT NULL,
    PRIMARY KEY (table_id, time)
) STRICT, WITHOUT ROWID;

-- Deleted tables whose facts are still being removed.
CREATE TABLE erasing (
    table_id TEXT NOT NULL PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- What is to be done once before the file is served from.
CREATE TABLE chores (
    chore TEXT NOT NULL PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- Names that stood in the open once may have left copies anywhere in the file.
INSERT INTO chores SELECT 'compact' WHERE EXISTS (SELECT 1 FROM facts) OR EXISTS (SELECT 1 FROM open_names);
