ALTER TABLE room ADD COLUMN is_listed boolean NOT NULL DEFAULT false;
CREATE INDEX room_listed ON room (status, changed) WHERE is_listed;
