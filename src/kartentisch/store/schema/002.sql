-- The code that leads to a table, to be said or typed in.
CREATE TABLE codes (
    table_id TEXT NOT NULL PRIMARY KEY,
    code TEXT NOT NULL UNIQUE
) STRICT, WITHOUT ROWID;
