CREATE TABLE challenge (
    challenge text COLLATE "C" PRIMARY KEY,
    at bigint NOT NULL,
    maker text COLLATE "C" NOT NULL REFERENCES person ON DELETE CASCADE,
    name text NOT NULL,
    source text COLLATE "C" NOT NULL,
    deck text NOT NULL,
    seat bigint NOT NULL,
    bots text NOT NULL,
    dice text NOT NULL,
    version text NOT NULL,
    game text,
    UNIQUE (maker, source)
);
CREATE INDEX challenge_at ON challenge (at);

CREATE TABLE challenge_try (
    challenge text COLLATE "C" NOT NULL REFERENCES challenge ON DELETE CASCADE,
    person text COLLATE "C" NOT NULL REFERENCES person ON DELETE CASCADE,
    name text NOT NULL,
    room text COLLATE "C" NOT NULL,
    at bigint NOT NULL,
    PRIMARY KEY (challenge, person)
);
CREATE INDEX challenge_try_person ON challenge_try (person);
