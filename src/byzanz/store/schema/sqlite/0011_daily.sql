CREATE TABLE daily_deal (
    day TEXT PRIMARY KEY,
    deal TEXT NOT NULL,
    secret TEXT NOT NULL,
    dice TEXT NOT NULL,
    rules TEXT NOT NULL,
    made INTEGER NOT NULL,
    begun INTEGER NOT NULL DEFAULT 0,
    opened INTEGER,
    line_until INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX daily_deal_unopened ON daily_deal (day) WHERE opened IS NULL;

CREATE TABLE daily_try (
    person TEXT NOT NULL REFERENCES person ON DELETE CASCADE,
    day TEXT NOT NULL REFERENCES daily_deal,
    room TEXT NOT NULL,
    begun INTEGER NOT NULL,
    ended INTEGER,
    profit INTEGER,
    place INTEGER,
    version TEXT,
    PRIMARY KEY (person, day)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX daily_try_room ON daily_try (room);
CREATE INDEX daily_try_best ON daily_try (day, version, profit);
CREATE INDEX daily_try_unended ON daily_try (day) WHERE ended IS NULL;

CREATE TABLE daily_count (
    day TEXT NOT NULL REFERENCES daily_deal,
    version TEXT NOT NULL,
    profit INTEGER NOT NULL,
    place INTEGER NOT NULL,
    games INTEGER NOT NULL,
    PRIMARY KEY (day, version, profit, place)
) STRICT, WITHOUT ROWID;

CREATE TABLE daily_line (
    day TEXT PRIMARY KEY REFERENCES daily_deal,
    replay TEXT NOT NULL,
    body BLOB NOT NULL,
    profit INTEGER NOT NULL,
    place INTEGER NOT NULL,
    version TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX daily_line_replay ON daily_line (replay);
