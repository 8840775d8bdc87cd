ALTER TABLE room ADD COLUMN rewrites bigint NOT NULL DEFAULT 0;
ALTER TABLE code ADD COLUMN owner text COLLATE "C";

CREATE TABLE deletion (
    person text COLLATE "C" PRIMARY KEY,
    at bigint NOT NULL,
    until bigint NOT NULL,
    turn bigint NOT NULL
);

CREATE TABLE deletion_turn (
    one bigint PRIMARY KEY CHECK (one = 1),
    turn bigint NOT NULL
);
INSERT INTO deletion_turn (one, turn) VALUES (1, 0);
