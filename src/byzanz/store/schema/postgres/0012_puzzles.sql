CREATE TABLE puzzle_try (
    person text COLLATE "C" NOT NULL REFERENCES person ON DELETE CASCADE,
    puzzle text COLLATE "C" NOT NULL,
    version text NOT NULL,
    begun bigint NOT NULL,
    at bigint NOT NULL,
    tries bigint NOT NULL,
    is_right boolean NOT NULL,
    due bigint,
    PRIMARY KEY (person, puzzle)
);

CREATE TABLE puzzle_strength (
    person text COLLATE "C" PRIMARY KEY REFERENCES person ON DELETE CASCADE,
    mu double precision NOT NULL,
    sigma double precision NOT NULL,
    rated bigint NOT NULL
);

CREATE TABLE puzzle_rating (
    puzzle text COLLATE "C" PRIMARY KEY,
    mu double precision NOT NULL,
    sigma double precision NOT NULL,
    rated bigint NOT NULL
);
