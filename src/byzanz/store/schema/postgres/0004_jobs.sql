-- Unlogged: no view gets into the write-ahead log or into a base backup.
CREATE UNLOGGED TABLE job (
    job text COLLATE "C" PRIMARY KEY,
    urgency bigint NOT NULL,
    room text COLLATE "C" NOT NULL,
    turn bigint NOT NULL,
    version text COLLATE "C" NOT NULL,
    asker text COLLATE "C" NOT NULL,
    at bigint NOT NULL,
    question bytea NOT NULL,
    worker text COLLATE "C",
    until bigint,
    attempts bigint NOT NULL DEFAULT 0,
    answer bytea
);
CREATE INDEX job_open ON job (urgency, turn, at) WHERE answer IS NULL;
CREATE INDEX job_asker ON job (asker);

CREATE UNLOGGED TABLE analysis (
    subject text COLLATE "C" PRIMARY KEY,
    person text COLLATE "C",
    version text COLLATE "C" NOT NULL,
    at bigint NOT NULL,
    record text NOT NULL,
    runner text COLLATE "C",
    until bigint
);

CREATE UNLOGGED TABLE preview (
    subject text COLLATE "C" NOT NULL REFERENCES analysis ON DELETE CASCADE,
    number bigint NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY (subject, number)
);

CREATE UNLOGGED TABLE worker (
    worker text COLLATE "C" PRIMARY KEY,
    until bigint NOT NULL,
    version text COLLATE "C" NOT NULL,
    has_search boolean NOT NULL,
    has_analysis boolean NOT NULL
);
