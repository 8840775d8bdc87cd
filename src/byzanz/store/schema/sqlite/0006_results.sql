ALTER TABLE room ADD COLUMN has_results INTEGER NOT NULL DEFAULT 0;
CREATE INDEX room_without_results ON room (status) WHERE has_results = 0;

CREATE TABLE result (
    person TEXT NOT NULL,
    room TEXT NOT NULL,
    at INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    place INTEGER NOT NULL,
    profit INTEGER NOT NULL,
    seat_count INTEGER NOT NULL,
    person_count INTEGER NOT NULL,
    level TEXT,
    is_counted INTEGER NOT NULL,
    version TEXT NOT NULL,
    seats TEXT NOT NULL,
    is_kept INTEGER NOT NULL DEFAULT 0,
    accuracy INTEGER,
    moment TEXT,
    rated INTEGER,
    mu REAL,
    sigma REAL,
    PRIMARY KEY (person, room)
) STRICT, WITHOUT ROWID;
CREATE INDEX result_at ON result (person, at);
CREATE INDEX result_room ON result (room);
CREATE INDEX result_rated ON result (person, rated);
CREATE INDEX result_unrated ON result (at, room) WHERE is_counted AND rated IS NULL;

CREATE TABLE cut_tie (
    person TEXT NOT NULL,
    other TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (person, other)
) STRICT, WITHOUT ROWID;

CREATE TABLE rating_turn (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    turn INTEGER NOT NULL
) STRICT;
INSERT INTO rating_turn (one, turn) VALUES (1, 0);
