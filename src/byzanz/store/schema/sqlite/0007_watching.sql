ALTER TABLE room ADD COLUMN is_listed INTEGER NOT NULL DEFAULT 0;
CREATE INDEX room_listed ON room (status, changed) WHERE is_listed;
