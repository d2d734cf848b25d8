-- Long work about a log, such as the review of a match, and what came out. Taken by workers, and taken again from those
-- that have gone (`until`).
CREATE TABLE jobs (
    kind TEXT NOT NULL,
    table_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'working', 'done', 'failed')),
    since INTEGER NOT NULL,
    worker TEXT NOT NULL,
    until INTEGER NOT NULL,
    tries INTEGER NOT NULL,
    done INTEGER NOT NULL,
    of INTEGER NOT NULL,
    result TEXT NOT NULL,
    size INTEGER NOT NULL,
    PRIMARY KEY (kind, table_id, number)
) STRICT;

CREATE INDEX jobs_of_a_table ON jobs (table_id);
CREATE INDEX jobs_that_wait ON jobs (since) WHERE state IN ('waiting', 'working');
