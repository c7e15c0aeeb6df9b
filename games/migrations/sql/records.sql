-- Records that players sent. They are no games: nothing of them comes into the log, and nothing is rated.

CREATE TABLE imported_record (
    id         uuid        NOT NULL PRIMARY KEY,
    author     uuid        NOT NULL,
    media_type text        NOT NULL,
    -- As it was sent: it is given back byte for byte.
    content    bytea       NOT NULL CHECK (octet_length(content) <= 1048576),
    status     text        NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'running', 'done')),
    tries      smallint    NOT NULL DEFAULT 0,
    accepted   boolean,
    verdict    json,
    created_at timestamptz NOT NULL,
    began_at   timestamptz,
    -- Null for what is kept: what was accepted.
    expires_at timestamptz
);

CREATE INDEX imported_record_open ON imported_record (created_at) WHERE status <> 'done';
CREATE INDEX imported_record_author ON imported_record (author, id);
CREATE INDEX imported_record_expires ON imported_record (expires_at) WHERE expires_at IS NOT NULL;

-- What may be exported by anybody, in the order in which it ended.
CREATE INDEX game_ended_public ON game (ended_at, id) WHERE status = 'over' AND visibility = 'public';
