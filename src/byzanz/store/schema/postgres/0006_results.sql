ALTER TABLE room ADD COLUMN has_results boolean NOT NULL DEFAULT false;
CREATE INDEX room_without_results ON room (status) WHERE NOT has_results;

CREATE TABLE result (
    person text COLLATE "C" NOT NULL,
    room text COLLATE "C" NOT NULL,
    at bigint NOT NULL,
    seat bigint NOT NULL,
    place bigint NOT NULL,
    profit bigint NOT NULL,
    seat_count bigint NOT NULL,
    person_count bigint NOT NULL,
    level text,
    is_counted boolean NOT NULL,
    version text NOT NULL,
    seats text NOT NULL,
    is_kept boolean NOT NULL DEFAULT false,
    accuracy bigint,
    moment text,
    rated bigint,
    mu float8,
    sigma float8,
    PRIMARY KEY (person, room)
);
CREATE INDEX result_at ON result (person, at);
CREATE INDEX result_room ON result (room);
CREATE INDEX result_rated ON result (person, rated);
CREATE INDEX result_unrated ON result (at, room) WHERE is_counted AND rated IS NULL;

CREATE TABLE cut_tie (
    person text COLLATE "C" NOT NULL,
    other text COLLATE "C" NOT NULL,
    at bigint NOT NULL,
    PRIMARY KEY (person, other)
);

CREATE TABLE rating_turn (
    one bigint PRIMARY KEY CHECK (one = 1),
    turn bigint NOT NULL
);
INSERT INTO rating_turn (one, turn) VALUES (1, 0);
