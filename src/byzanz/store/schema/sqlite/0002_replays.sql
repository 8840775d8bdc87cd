CREATE TABLE replay (
    replay TEXT PRIMARY KEY,
    body BLOB NOT NULL,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX replay_at ON replay (at);

CREATE TABLE finding (
    subject TEXT NOT NULL,
    number INTEGER NOT NULL,
    body BLOB NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (subject, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX finding_at ON finding (at);
