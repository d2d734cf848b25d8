-- What the servers count together, for limits by address. `who` is made from an address with a key of the day that is
-- not here, so nothing tells the address. Rows go after a day.
CREATE TABLE openings (
    who text COLLATE "C" NOT NULL,
    table_id text COLLATE "C" NOT NULL,
    at bigint NOT NULL,
    PRIMARY KEY (who, table_id)
);
CREATE INDEX openings_by_time ON openings (at);

-- Wrong guesses of codes and links. Some are forgiven each second, so the number is that of its time.
CREATE TABLE guesses (
    who text COLLATE "C" PRIMARY KEY,
    n double precision NOT NULL,
    at bigint NOT NULL
);
CREATE INDEX guesses_by_time ON guesses (at);
