-- What a browser takes along to another device, for minutes: sealed with a key that is in no file of the server. One that
-- was taken is emptied, and stays until its time is up, so that its link can say what has happened.
CREATE TABLE parcels (
    parcel_id TEXT NOT NULL PRIMARY KEY,
    sealed BLOB NOT NULL,
    until INTEGER NOT NULL
) STRICT;

CREATE INDEX parcels_by_time ON parcels (until);
