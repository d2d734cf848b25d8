"""What the database notes of each fact, for the checker."""

from __future__ import annotations

WITNESS = """
CREATE TABLE witness (
    table_id text, number bigint, epoch bigint, owner text, lives boolean, writer text, slow bigint
);
CREATE FUNCTION witnessed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO witness
        SELECT NEW.table_id, NEW.number, epoch, nodes.name, until > clock_timestamp(), host(inet_client_addr()),
               extract(epoch FROM clock_timestamp()) * 1000 - NEW.time
        FROM tables LEFT JOIN nodes ON owner = id WHERE table_id = NEW.table_id;
    RETURN NULL;
END $$;
CREATE TRIGGER witnessed AFTER INSERT ON facts FOR EACH ROW EXECUTE FUNCTION witnessed();
"""
"""For each fact: whose its table was when it was written, from where it came, and by how many milliseconds its time is
behind the clock of the database.
"""
