CREATE TABLE replay (
    replay text COLLATE "C" PRIMARY KEY,
    body bytea NOT NULL,
    at bigint NOT NULL
);
CREATE INDEX replay_at ON replay (at);

CREATE TABLE finding (
    subject text COLLATE "C" NOT NULL,
    number bigint NOT NULL,
    body bytea NOT NULL,
    at bigint NOT NULL,
    PRIMARY KEY (subject, number)
);
CREATE INDEX finding_at ON finding (at);
