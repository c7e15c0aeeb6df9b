-- What follows the log. A read model's rows carry the generation, so that the next one can be built beside the live one.

CREATE TABLE projection (
    name       text    NOT NULL PRIMARY KEY,
    generation integer NOT NULL
);

CREATE TABLE checkpoint (
    projection text     NOT NULL,
    generation integer  NOT NULL,
    shard      smallint NOT NULL,
    position   bigint   NOT NULL DEFAULT 0,
    status     text     NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'paused', 'failed', 'retired')),
    error      text     NOT NULL DEFAULT '',
    PRIMARY KEY (projection, generation, shard)
) WITH (fillfactor = 50);

CREATE TABLE lobby (
    generation integer     NOT NULL,
    shard      smallint    NOT NULL,
    game       uuid        NOT NULL,
    variant    text        NOT NULL,
    ruleset    text        NOT NULL,
    options    jsonb       NOT NULL,
    terms      jsonb       NOT NULL,
    rated      boolean     NOT NULL,
    visibility text        NOT NULL,
    sitters    jsonb       NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (generation, shard, game)
) WITH (fillfactor = 70);

CREATE INDEX lobby_listing ON lobby (generation, created_at, game) WHERE visibility = 'public';
CREATE INDEX lobby_listing_by_variant ON lobby (generation, variant, created_at, game) WHERE visibility = 'public';

INSERT INTO projection VALUES ('lobby', 1);
INSERT INTO checkpoint (projection, generation, shard) SELECT 'lobby', 1, generate_series(0, 15);
