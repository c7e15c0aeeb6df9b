-- The log, and what is written in one transaction with it. Every key begins with the shard: no transaction spans two.

CREATE TABLE ruleset (
    hash      text  NOT NULL PRIMARY KEY,
    variant   text  NOT NULL,
    canonical bytea NOT NULL
);

CREATE TABLE game (
    shard      smallint    NOT NULL,
    id         uuid        NOT NULL,
    ruleset    text        NOT NULL,
    variant    text        NOT NULL,
    visibility text        NOT NULL,
    version    integer     NOT NULL CHECK (version > 0),
    turn       integer     NOT NULL CHECK (turn >= 0),
    status     text        NOT NULL CHECK (status IN ('waiting', 'playing', 'over')),
    on_turn    smallint,
    turn_began timestamptz,
    deadline   timestamptz,
    bot_due    timestamptz,
    head_hash  bytea       NOT NULL CHECK (octet_length(head_hash) = 32),
    created_at timestamptz NOT NULL,
    ended_at   timestamptz,
    PRIMARY KEY (shard, id),
    -- The shard is the last byte of the id mod 16: any id finds it without a look-up.
    CONSTRAINT game_shard CHECK (shard = get_byte(uuid_send(id), 15) % 16)
) WITH (fillfactor = 70);

CREATE INDEX game_deadline ON game (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX game_bot_due ON game (bot_due) WHERE bot_due IS NOT NULL;

CREATE TABLE seat (
    shard  smallint NOT NULL,
    game   uuid     NOT NULL,
    seat   smallint NOT NULL CHECK (seat >= 0),
    player uuid,
    bot    text,
    bank   integer  CHECK (bank >= 0),
    PRIMARY KEY (shard, game, seat),
    UNIQUE (shard, game, player),
    CONSTRAINT seat_taken_by_one CHECK ((player IS NULL) <> (bot IS NULL))
) WITH (fillfactor = 70);

CREATE INDEX seat_player ON seat (player, game) WHERE player IS NOT NULL;

CREATE TABLE game_state (
    shard   smallint NOT NULL,
    game    uuid     NOT NULL,
    version integer  NOT NULL,
    state   bytea    NOT NULL,
    PRIMARY KEY (shard, game)
) WITH (fillfactor = 70);

-- The two parts are json, not jsonb: it keeps the canonical text that the chain was hashed over.
CREATE TABLE event (
    shard         smallint    NOT NULL,
    position      bigint      NOT NULL CHECK (position > 0),
    stream        uuid        NOT NULL,
    version       integer     NOT NULL CHECK (version > 0),
    turn          integer     NOT NULL CHECK (turn >= 0),
    type          text        NOT NULL,
    schema        smallint    NOT NULL CHECK (schema > 0),
    public        json        NOT NULL CHECK (octet_length(public::text) <= 65536),
    secret        json        NOT NULL CHECK (octet_length(secret::text) <= 65536),
    secret_digest bytea       NOT NULL CHECK (octet_length(secret_digest) = 32),
    actor         text        NOT NULL,
    key           text,
    recorded_at   timestamptz NOT NULL,
    hash          bytea       NOT NULL CHECK (octet_length(hash) = 32),
    PRIMARY KEY (shard, position),
    UNIQUE (shard, stream, version)
) PARTITION BY LIST (shard);

CREATE TABLE move_key (
    shard        smallint NOT NULL,
    game         uuid     NOT NULL,
    actor        text     NOT NULL,
    key          text     NOT NULL,
    request_hash bytea    NOT NULL,
    first        integer  NOT NULL,
    last         integer  NOT NULL CHECK (last >= first),
    PRIMARY KEY (shard, game, actor, key)
);

CREATE FUNCTION deny_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% on % is denied: the log is immutable', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation';
END $$;

-- On the parent and on every leaf: a statement on a leaf fires no trigger of its parent. ALWAYS: in replica mode too.
DO $$
DECLARE
    tables text[] := ARRAY['ruleset', 'event'];
    name   text;
BEGIN
    FOR shard IN 0..15 LOOP
        EXECUTE format('CREATE TABLE event_%s PARTITION OF event FOR VALUES IN (%s)', shard, shard);
        tables := tables || format('event_%s', shard);
    END LOOP;
    FOREACH name IN ARRAY tables LOOP
        EXECUTE format('CREATE TRIGGER deny_change BEFORE UPDATE OR DELETE OR TRUNCATE ON %I '
                       'FOR EACH STATEMENT EXECUTE FUNCTION deny_change()', name);
        EXECUTE format('ALTER TABLE %I ENABLE ALWAYS TRIGGER deny_change', name);
    END LOOP;
END $$;
