CREATE TABLE job (
    job TEXT PRIMARY KEY,
    urgency INTEGER NOT NULL,
    room TEXT NOT NULL,
    turn INTEGER NOT NULL,
    version TEXT NOT NULL,
    asker TEXT NOT NULL,
    at INTEGER NOT NULL,
    question BLOB NOT NULL,
    worker TEXT,
    until INTEGER,
    attempts INTEGER NOT NULL DEFAULT 0,
    answer BLOB
) STRICT, WITHOUT ROWID;

CREATE TABLE analysis (
    subject TEXT PRIMARY KEY,
    person TEXT,
    version TEXT NOT NULL,
    at INTEGER NOT NULL,
    record TEXT NOT NULL,
    runner TEXT,
    until INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE preview (
    subject TEXT NOT NULL REFERENCES analysis ON DELETE CASCADE,
    number INTEGER NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (subject, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE worker (
    worker TEXT PRIMARY KEY,
    until INTEGER NOT NULL,
    version TEXT NOT NULL,
    has_search INTEGER NOT NULL,
    has_analysis INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
