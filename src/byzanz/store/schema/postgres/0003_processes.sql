ALTER TABLE room ADD COLUMN plans bigint NOT NULL DEFAULT 0;

CREATE TABLE process (
    process text COLLATE "C" PRIMARY KEY,
    until bigint NOT NULL,
    level bigint NOT NULL,
    connections text NOT NULL
);

CREATE TABLE presence (
    process text COLLATE "C" NOT NULL REFERENCES process ON DELETE CASCADE,
    room text COLLATE "C" NOT NULL,
    body text NOT NULL,
    at bigint NOT NULL,
    PRIMARY KEY (process, room)
);
CREATE INDEX presence_room ON presence (room);
CREATE INDEX presence_at ON presence (at);

CREATE TABLE lease (
    room text COLLATE "C" PRIMARY KEY,
    process text COLLATE "C" NOT NULL REFERENCES process ON DELETE CASCADE
);
CREATE INDEX lease_process ON lease (process);
