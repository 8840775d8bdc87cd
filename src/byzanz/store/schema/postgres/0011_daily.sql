CREATE TABLE daily_deal (
    day text COLLATE "C" PRIMARY KEY,
    deal text COLLATE "C" NOT NULL,
    secret text COLLATE "C" NOT NULL,
    dice text COLLATE "C" NOT NULL,
    rules text COLLATE "C" NOT NULL,
    made bigint NOT NULL,
    begun bigint NOT NULL DEFAULT 0,
    opened bigint,
    line_until bigint NOT NULL DEFAULT 0
);
CREATE INDEX daily_deal_unopened ON daily_deal (day) WHERE opened IS NULL;

CREATE TABLE daily_try (
    person text COLLATE "C" NOT NULL REFERENCES person ON DELETE CASCADE,
    day text COLLATE "C" NOT NULL REFERENCES daily_deal,
    room text COLLATE "C" NOT NULL,
    begun bigint NOT NULL,
    ended bigint,
    profit bigint,
    place bigint,
    version text COLLATE "C",
    PRIMARY KEY (person, day)
);
CREATE UNIQUE INDEX daily_try_room ON daily_try (room);
CREATE INDEX daily_try_best ON daily_try (day, version, profit);
CREATE INDEX daily_try_unended ON daily_try (day) WHERE ended IS NULL;

CREATE TABLE daily_count (
    day text COLLATE "C" NOT NULL REFERENCES daily_deal,
    version text COLLATE "C" NOT NULL,
    profit bigint NOT NULL,
    place bigint NOT NULL,
    games bigint NOT NULL,
    PRIMARY KEY (day, version, profit, place)
);

CREATE TABLE daily_line (
    day text COLLATE "C" PRIMARY KEY REFERENCES daily_deal,
    replay text COLLATE "C" NOT NULL,
    body bytea NOT NULL,
    profit bigint NOT NULL,
    place bigint NOT NULL,
    version text COLLATE "C" NOT NULL
);
CREATE UNIQUE INDEX daily_line_replay ON daily_line (replay);
