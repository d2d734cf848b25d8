-- What a browser takes along to another device, for minutes: sealed with a key that is not here. One that was taken is
-- emptied, and stays until its time is up, so that its link can say what has happened.
CREATE TABLE parcels (
    parcel_id text COLLATE "C" PRIMARY KEY,
    sealed bytea NOT NULL,
    until bigint NOT NULL
);
CREATE INDEX parcels_by_time ON parcels (until);
ALTER TABLE parcels SET (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);
