ALTER TABLE room ADD COLUMN plans INTEGER NOT NULL DEFAULT 0;

CREATE TABLE process (
    process TEXT PRIMARY KEY,
    until INTEGER NOT NULL,
    level INTEGER NOT NULL,
    connections TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE presence (
    process TEXT NOT NULL REFERENCES process ON DELETE CASCADE,
    room TEXT NOT NULL,
    body TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (process, room)
) STRICT, WITHOUT ROWID;
CREATE INDEX presence_room ON presence (room);
CREATE INDEX presence_at ON presence (at);

CREATE TABLE lease (
    room TEXT PRIMARY KEY,
    process TEXT NOT NULL REFERENCES process ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX lease_process ON lease (process);
