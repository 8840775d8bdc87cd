CREATE TABLE sent_game (
    game TEXT PRIMARY KEY,
    person TEXT NOT NULL REFERENCES person ON DELETE CASCADE,
    body BLOB,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sent_game_person ON sent_game (person);
CREATE INDEX sent_game_at ON sent_game (at) WHERE body IS NOT NULL;
