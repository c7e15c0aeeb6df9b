-- Results of games, and what adds up from them. One shard alone writes each row; readers add up what several have.

-- What is counted of a game that has not ended yet.
CREATE TABLE sitting (
    generation integer  NOT NULL,
    shard      smallint NOT NULL,
    game       uuid     NOT NULL,
    sheet      jsonb    NOT NULL,
    PRIMARY KEY (generation, shard, game)
) WITH (fillfactor = 50);

CREATE TABLE result (
    generation integer     NOT NULL,
    shard      smallint    NOT NULL,
    game       uuid        NOT NULL,
    variant    text        NOT NULL,
    ruleset    text        NOT NULL,
    options    jsonb       NOT NULL,
    rated      boolean     NOT NULL,
    private    boolean     NOT NULL,
    deals      integer     NOT NULL,
    decisions  integer     NOT NULL,
    started_at timestamptz NOT NULL,
    ended_at   timestamptz NOT NULL,
    PRIMARY KEY (generation, shard, game)
);

CREATE TABLE seat_result (
    generation integer  NOT NULL,
    shard      smallint NOT NULL,
    game       uuid     NOT NULL,
    seat       smallint NOT NULL,
    player     uuid,
    bot        text,
    program    boolean  NOT NULL,
    place      smallint NOT NULL,
    result     text     NOT NULL CHECK (result IN ('won', 'shared', 'lost')),
    resigned   boolean  NOT NULL,
    score      integer,
    lost       smallint NOT NULL,
    decisions  integer  NOT NULL,
    by_clock   integer  NOT NULL,
    answer_ms  bigint   NOT NULL,
    missed     integer  NOT NULL,
    PRIMARY KEY (generation, shard, game, seat)
);

-- A player's games with another one; with himself: all of them. Each list is a range of one of the indexes.
CREATE TABLE encounter (
    generation integer     NOT NULL,
    shard      smallint    NOT NULL,
    game       uuid        NOT NULL,
    player     uuid        NOT NULL,
    other      uuid        NOT NULL,
    private    boolean     NOT NULL,
    variant    text        NOT NULL,
    result     text        NOT NULL,
    ended_at   timestamptz NOT NULL,
    PRIMARY KEY (generation, shard, game, player, other)
);

CREATE INDEX encounter_all ON encounter (generation, player, other, private, ended_at, game) INCLUDE (variant, result);
CREATE INDEX encounter_variant ON encounter (generation, player, other, private, variant, ended_at, game);
CREATE INDEX encounter_result ON encounter (generation, player, other, private, result, ended_at, game);
CREATE INDEX encounter_both ON encounter (generation, player, other, private, variant, result, ended_at, game);

-- A player's games that ended alike.
CREATE TABLE tally (
    generation integer  NOT NULL,
    shard      smallint NOT NULL,
    player     uuid     NOT NULL,
    variant    text     NOT NULL,
    private    boolean  NOT NULL,
    place      smallint NOT NULL,
    result     text     NOT NULL,
    games      bigint   NOT NULL,
    resigned   bigint   NOT NULL,
    points     bigint   NOT NULL,
    decisions  bigint   NOT NULL,
    by_clock   bigint   NOT NULL,
    answer_ms  bigint   NOT NULL,
    missed     bigint   NOT NULL,
    PRIMARY KEY (generation, shard, player, variant, private, place, result)
) WITH (fillfactor = 70);

CREATE INDEX tally_player ON tally (generation, player);

-- How often a player came in ahead of another one, and behind him.
CREATE TABLE meeting (
    generation integer  NOT NULL,
    shard      smallint NOT NULL,
    player     uuid     NOT NULL,
    other      uuid     NOT NULL,
    variant    text     NOT NULL,
    private    boolean  NOT NULL,
    games      bigint   NOT NULL,
    ahead      bigint   NOT NULL,
    behind     bigint   NOT NULL,
    PRIMARY KEY (generation, shard, player, other, variant, private)
) WITH (fillfactor = 70);

CREATE INDEX meeting_players ON meeting (generation, player, other);

INSERT INTO projection VALUES ('results', 1);
INSERT INTO checkpoint (projection, generation, shard) SELECT 'results', 1, generate_series(0, 15);
