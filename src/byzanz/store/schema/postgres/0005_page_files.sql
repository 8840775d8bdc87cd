CREATE TABLE oldest_program (
    one bigint PRIMARY KEY CHECK (one = 1),
    level bigint NOT NULL,
    version text NOT NULL
);
INSERT INTO oldest_program (one, level, version) VALUES (1, 5, '0.2.0');

CREATE TABLE page_build (
    build text COLLATE "C" PRIMARY KEY,
    at bigint NOT NULL
);

CREATE TABLE page_file (
    name text COLLATE "C" NOT NULL,
    build text COLLATE "C" NOT NULL REFERENCES page_build ON DELETE CASCADE,
    media_type text NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY (name, build)
);
CREATE INDEX page_file_build ON page_file (build);
