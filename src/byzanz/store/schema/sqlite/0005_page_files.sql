CREATE TABLE oldest_program (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    level INTEGER NOT NULL,
    version TEXT NOT NULL
) STRICT;
INSERT INTO oldest_program (one, level, version) VALUES (1, 5, '0.2.0');

CREATE TABLE page_build (
    build TEXT PRIMARY KEY,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE page_file (
    name TEXT NOT NULL,
    build TEXT NOT NULL REFERENCES page_build ON DELETE CASCADE,
    media_type TEXT NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (name, build)
) STRICT;
CREATE INDEX page_file_build ON page_file (build);
