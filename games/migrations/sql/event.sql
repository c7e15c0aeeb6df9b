-- The log. The model games.models.Event declares the same columns, keys and checks; Django cannot make partitions.

-- The two parts are json, not jsonb: it keeps the canonical text that the chain was hashed over.
CREATE TABLE event (
    shard         smallint    NOT NULL,
    position      bigint      NOT NULL CHECK (position > 0),
    stream        uuid        NOT NULL,
    version       integer     NOT NULL CHECK (version > 0),
    turn          integer     NOT NULL CHECK (turn >= 0),
    type          text        NOT NULL,
    schema        smallint    NOT NULL CHECK (schema > 0),
    -- The command that caused an event and those behind it, as everybody may know it; null where another event did.
    command       text,
    public        json        NOT NULL CHECK (octet_length(public::text) <= 65536),
    secret        json        NOT NULL CHECK (octet_length(secret::text) <= 65536),
    secret_digest bytea       NOT NULL CHECK (octet_length(secret_digest) = 32),
    actor         text        NOT NULL,
    key           text,
    request_hash  bytea       NOT NULL,
    recorded_at   timestamptz NOT NULL,
    hash          bytea       NOT NULL CHECK (octet_length(hash) = 32),
    shard_hash    bytea       NOT NULL CHECK (octet_length(shard_hash) = 32),
    PRIMARY KEY (shard, position),
    UNIQUE (shard, stream, version)
) PARTITION BY LIST (shard);

DO $$
BEGIN
    FOR shard IN 0..15 LOOP
        EXECUTE format('CREATE TABLE event_%s PARTITION OF event FOR VALUES IN (%s)', shard, shard);
    END LOOP;
END $$;
