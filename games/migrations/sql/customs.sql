-- Variants that players wrote, and judgements on them. Neither belongs to a game: no shard.

CREATE TABLE custom_variant (
    key          text        NOT NULL PRIMARY KEY,
    author       uuid        NOT NULL,
    hash         text        NOT NULL,
    editions     integer     NOT NULL CHECK (editions > 0),
    published_at timestamptz NOT NULL
);

CREATE INDEX custom_variant_author ON custom_variant (author, key);

-- The two documents are json, not jsonb: they are read as they were written, and nothing asks what is in them.
CREATE TABLE judgement (
    id         uuid        NOT NULL PRIMARY KEY,
    author     uuid        NOT NULL,
    status     text        NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'running', 'done')),
    sent       json        NOT NULL,
    base       text,
    deals      integer     NOT NULL CHECK (deals > 0),
    tries      smallint    NOT NULL DEFAULT 0,
    hash       text,
    passed     boolean,
    report     json,
    created_at timestamptz NOT NULL,
    began_at   timestamptz,
    expires_at timestamptz NOT NULL
);

CREATE INDEX judgement_open ON judgement (created_at) WHERE status <> 'done';
CREATE INDEX judgement_passed ON judgement (hash, deals) WHERE passed;
CREATE INDEX judgement_expires ON judgement (expires_at);
