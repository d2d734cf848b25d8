-- What a log is about. So far all are tables.
ALTER TABLE tables ADD COLUMN kind TEXT NOT NULL DEFAULT 'table';
