CREATE TABLE heartbeat (
    name text        NOT NULL PRIMARY KEY,
    at   timestamptz NOT NULL
);

CREATE TABLE outage (
    id    bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    began timestamptz NOT NULL UNIQUE,
    ended timestamptz NOT NULL,
    CHECK (ended > began)
);
