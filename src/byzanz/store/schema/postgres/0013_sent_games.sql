CREATE TABLE sent_game (
    game text COLLATE "C" PRIMARY KEY,
    person text COLLATE "C" NOT NULL REFERENCES person ON DELETE CASCADE,
    body bytea,
    at bigint NOT NULL
);
CREATE INDEX sent_game_person ON sent_game (person);
CREATE INDEX sent_game_at ON sent_game (at) WHERE body IS NOT NULL;
