-- What all servers of this database share: a digest of the key that signs links.
CREATE TABLE about (
    name text PRIMARY KEY,
    value text NOT NULL
);
