CREATE TABLE server_key (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    body BLOB NOT NULL
) STRICT;

CREATE TABLE subscription (
    subscription TEXT PRIMARY KEY,
    person TEXT NOT NULL REFERENCES person ON DELETE CASCADE,
    address TEXT NOT NULL,
    public_key BLOB NOT NULL,
    secret BLOB NOT NULL,
    language TEXT NOT NULL,
    time_zone TEXT NOT NULL,
    quiet_from INTEGER,
    quiet_until INTEGER,
    added INTEGER NOT NULL,
    failures INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX subscription_person ON subscription (person);

CREATE TABLE alert (
    subscription TEXT NOT NULL REFERENCES subscription ON DELETE CASCADE,
    room TEXT NOT NULL REFERENCES room ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    begun INTEGER NOT NULL,
    due INTEGER NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (subscription, room, seq)
) STRICT;
CREATE INDEX alert_due ON alert (due);
CREATE INDEX alert_room ON alert (room);

CREATE TABLE invitation_choice (
    person TEXT PRIMARY KEY REFERENCES person ON DELETE CASCADE,
    is_muted INTEGER NOT NULL DEFAULT 0,
    alerted INTEGER,
    room TEXT
) STRICT;

CREATE TABLE opt_in (
    person TEXT NOT NULL REFERENCES person ON DELETE CASCADE,
    other TEXT NOT NULL REFERENCES person ON DELETE CASCADE,
    at INTEGER NOT NULL,
    PRIMARY KEY (person, other)
) STRICT;
CREATE INDEX opt_in_other ON opt_in (other);
