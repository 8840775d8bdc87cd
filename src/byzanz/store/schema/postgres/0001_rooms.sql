CREATE TABLE room (
    room text COLLATE "C" PRIMARY KEY,
    head bigint NOT NULL,
    status text NOT NULL,
    due bigint,
    changed bigint NOT NULL,
    is_public boolean NOT NULL,
    code text COLLATE "C" CONSTRAINT room_code UNIQUE,
    rules text NOT NULL
);
CREATE INDEX room_status ON room (status);
CREATE INDEX room_due ON room (due) WHERE due IS NOT NULL;

CREATE TABLE log (
    room text COLLATE "C" NOT NULL REFERENCES room ON DELETE CASCADE,
    seq bigint NOT NULL,
    at bigint NOT NULL,
    command text COLLATE "C" NOT NULL,
    digest bytea NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY (room, seq),
    UNIQUE (room, command)
);

CREATE TABLE member (
    room text COLLATE "C" NOT NULL REFERENCES room ON DELETE CASCADE,
    person text COLLATE "C" NOT NULL,
    PRIMARY KEY (room, person)
);
CREATE INDEX member_person ON member (person);

CREATE TABLE private (
    room text COLLATE "C" NOT NULL REFERENCES room ON DELETE CASCADE,
    seat bigint NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY (room, seat)
);

CREATE TABLE person (
    person text COLLATE "C" PRIMARY KEY,
    added bigint NOT NULL,
    seen bigint NOT NULL
);

CREATE TABLE code (
    hash text COLLATE "C" PRIMARY KEY,
    person text NOT NULL,
    until bigint NOT NULL
);

CREATE TABLE beat (
    one bigint PRIMARY KEY CHECK (one = 1),
    at bigint NOT NULL
);

CREATE TABLE outage (
    began bigint NOT NULL,
    ended bigint NOT NULL,
    PRIMARY KEY (began, ended)
);
