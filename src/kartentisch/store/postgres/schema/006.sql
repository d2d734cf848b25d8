-- Seconds for which a node lives after each report. Those of older programs, which do not say it, live for eight.
ALTER TABLE nodes ADD COLUMN lives double precision NOT NULL DEFAULT 8;
