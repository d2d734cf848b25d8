-- grows
-- The level of facts that the program of a node reads (contents.LEVELS). Programs from before this step read those of the
-- first release.
ALTER TABLE nodes ADD COLUMN facts integer NOT NULL DEFAULT 1;
