CREATE TABLE server_key (
    one bigint PRIMARY KEY CHECK (one = 1),
    body bytea NOT NULL
);

CREATE TABLE subscription (
    subscription text COLLATE "C" PRIMARY KEY,
    person text COLLATE "C" NOT NULL REFERENCES person ON DELETE CASCADE,
    address text NOT NULL,
    public_key bytea NOT NULL,
    secret bytea NOT NULL,
    language text NOT NULL,
    time_zone text NOT NULL,
    quiet_from bigint,
    quiet_until bigint,
    added bigint NOT NULL,
    failures bigint NOT NULL DEFAULT 0
);
CREATE INDEX subscription_person ON subscription (person);

CREATE TABLE alert (
    subscription text COLLATE "C" NOT NULL REFERENCES subscription ON DELETE CASCADE,
    room text COLLATE "C" NOT NULL REFERENCES room ON DELETE CASCADE,
    seq bigint NOT NULL,
    kind text NOT NULL,
    begun bigint NOT NULL,
    due bigint NOT NULL,
    tries bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (subscription, room, seq)
);
CREATE INDEX alert_due ON alert (due);
CREATE INDEX alert_room ON alert (room);

CREATE TABLE invitation_choice (
    person text COLLATE "C" PRIMARY KEY REFERENCES person ON DELETE CASCADE,
    is_muted boolean NOT NULL DEFAULT false,
    alerted bigint,
    room text COLLATE "C"
);

CREATE TABLE opt_in (
    person text COLLATE "C" NOT NULL REFERENCES person ON DELETE CASCADE,
    other text COLLATE "C" NOT NULL REFERENCES person ON DELETE CASCADE,
    at bigint NOT NULL,
    PRIMARY KEY (person, other)
);
CREATE INDEX opt_in_other ON opt_in (other);
