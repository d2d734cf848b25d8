-- Long work about a log, such as the review of a match, and what came out. Taken by workers, and taken again from those
-- that have gone (`until`, in milliseconds since 1970).
CREATE TABLE jobs (
    kind text COLLATE "C" NOT NULL,
    table_id text COLLATE "C" NOT NULL,
    number bigint NOT NULL,
    state text NOT NULL CHECK (state IN ('waiting', 'working', 'done', 'failed')),
    since bigint NOT NULL,
    worker text COLLATE "C" NOT NULL DEFAULT '',
    until bigint NOT NULL DEFAULT 0,
    tries bigint NOT NULL DEFAULT 0,
    done bigint NOT NULL DEFAULT 0,
    of bigint NOT NULL DEFAULT 0,
    result text NOT NULL DEFAULT '',
    size bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (kind, table_id, number)
) WITH (fillfactor = 70);

CREATE INDEX jobs_of_a_table ON jobs (table_id);
CREATE INDEX jobs_that_wait ON jobs (since) WHERE state IN ('waiting', 'working');
ALTER TABLE jobs SET (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);
