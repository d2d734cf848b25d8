-- Codes that were given back are not given again before long: who has noted one comes to no stranger's table.
CREATE TABLE resting (
    code TEXT NOT NULL PRIMARY KEY,
    since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX resting_since ON resting (since);
CREATE INDEX codes_by_length ON codes (length(code));

INSERT OR REPLACE INTO resting SELECT code, changed_at FROM codes JOIN tables USING (table_id) WHERE closed = 1;
DELETE FROM codes WHERE table_id IN (SELECT table_id FROM tables WHERE closed = 1);
