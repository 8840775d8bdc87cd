CREATE TABLE challenge (
    challenge TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    maker TEXT NOT NULL REFERENCES person ON DELETE CASCADE,
    name TEXT NOT NULL,
    source TEXT NOT NULL,
    deck TEXT NOT NULL,
    seat INTEGER NOT NULL,
    bots TEXT NOT NULL,
    dice TEXT NOT NULL,
    version TEXT NOT NULL,
    game TEXT,
    UNIQUE (maker, source)
) STRICT;
CREATE INDEX challenge_at ON challenge (at);

CREATE TABLE challenge_try (
    challenge TEXT NOT NULL REFERENCES challenge ON DELETE CASCADE,
    person TEXT NOT NULL REFERENCES person ON DELETE CASCADE,
    name TEXT NOT NULL,
    room TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (challenge, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX challenge_try_person ON challenge_try (person);
