-- Ladders, and the read models of their streams.

CREATE TABLE ladder (
    shard     smallint NOT NULL,
    id        uuid     NOT NULL,
    variant   text     NOT NULL,
    season    text     NOT NULL,
    kind      text     NOT NULL CHECK (kind IN ('humans', 'bots')),
    version   integer  NOT NULL CHECK (version >= 0),
    head_hash bytea    NOT NULL CHECK (octet_length(head_hash) = 32),
    PRIMARY KEY (shard, id),
    CONSTRAINT ladder_shard CHECK (shard = get_byte(uuid_send(id), 15) % 16)
) WITH (fillfactor = 70);

CREATE INDEX ladder_listing ON ladder (variant, kind, season) WHERE version > 0;

-- What is believed of everybody now: written with each event of a ladder, for whoever reckons the next one. The seasons
-- of a ladder lie in one shard, and share it: so a rating is carried over.
CREATE TABLE rating (
    shard   smallint NOT NULL,
    variant text     NOT NULL,
    kind    text     NOT NULL,
    entrant text     NOT NULL COLLATE "C",
    mu      text     NOT NULL,
    sigma   text     NOT NULL,
    games   integer  NOT NULL CHECK (games >= 0),
    PRIMARY KEY (shard, variant, kind, entrant)
) WITH (fillfactor = 70);

-- Results that wait to be rated, in the shard of their game: written in the transaction that ends it.
CREATE TABLE unrated (
    shard    smallint    NOT NULL,
    game     uuid        NOT NULL,
    kind     text        NOT NULL,
    variant  text        NOT NULL,
    season   text        NOT NULL,
    ended_at timestamptz NOT NULL,
    private  boolean     NOT NULL,
    entrants text[]      NOT NULL,
    places   smallint[]  NOT NULL,
    PRIMARY KEY (shard, game, kind)
);

CREATE INDEX unrated_in_order ON unrated (variant, season, kind, ended_at, game);

-- What the log says is to be rated: for games that were over before there were ladders, and for the proof.
CREATE VIEW rateable AS
WITH ended AS (
    SELECT g.shard, g.id, g.variant, g.ended_at, g.visibility <> 'public' AS private, e.public -> 'places' AS places
    FROM game AS g
    JOIN event AS o ON (o.shard, o.stream, o.version) = (g.shard, g.id, 1)
                   AND (o.public -> 'terms' ->> 'rated')::boolean
    JOIN event AS e ON (e.shard, e.stream, e.type) = (g.shard, g.id, 'game-ended')
    WHERE g.status = 'over' AND g.ended_at IS NOT NULL
), sat AS (
    SELECT DISTINCT ON (t.shard, t.stream, t.public ->> 'seat') t.shard, t.stream AS game,
           CASE WHEN t.public ->> 'bot' <> '' OR (t.public ->> 'program')::boolean THEN 'bots' ELSE 'humans' END AS kind,
           coalesce(nullif(t.public ->> 'player', ''), t.public ->> 'bot') COLLATE "C" AS entrant,
           (ended.places ->> (t.public ->> 'seat')::integer)::smallint AS place
    FROM ended JOIN event AS t ON (t.shard, t.stream, t.type) = (ended.shard, ended.id, 'seat-taken')
    ORDER BY t.shard, t.stream, t.public ->> 'seat', t.version DESC
), placed AS (
    SELECT shard, game, kind, entrant, rank() OVER (PARTITION BY shard, game, kind ORDER BY place)::smallint AS place
    FROM sat
), contest AS (
    SELECT shard, game, kind,
           array_agg(entrant ORDER BY entrant) AS entrants, array_agg(place ORDER BY entrant) AS places
    FROM placed GROUP BY shard, game, kind HAVING count(*) >= 2 AND count(*) = count(DISTINCT entrant)
)
SELECT c.shard, c.game, c.kind, ended.variant, ended.ended_at, ended.private, c.entrants, c.places
FROM contest AS c JOIN ended ON (ended.shard, ended.id) = (c.shard, c.game);

INSERT INTO unrated (shard, game, kind, variant, season, ended_at, private, entrants, places)
SELECT shard, game, kind, variant, to_char(date_trunc('quarter', ended_at AT TIME ZONE 'UTC'), 'YYYY-MM'),
       ended_at, private, entrants, places
FROM rateable;

-- The read models. A rating is shown and ranked in hundredths of mu - 3 sigma.
CREATE TABLE standing (
    generation integer          NOT NULL,
    shard      smallint         NOT NULL,
    ladder     uuid             NOT NULL,
    entrant    text             NOT NULL COLLATE "C",
    variant    text             NOT NULL,
    season     text             NOT NULL,
    kind       text             NOT NULL,
    mu         double precision NOT NULL,
    sigma      double precision NOT NULL,
    rating     integer          NOT NULL,
    games      integer          NOT NULL,
    played     integer          NOT NULL,
    wins       integer          NOT NULL,
    last_at    timestamptz      NOT NULL,
    PRIMARY KEY (generation, shard, ladder, entrant)
) WITH (fillfactor = 70);

CREATE INDEX standing_board ON standing (generation, shard, ladder, rating, entrant);
CREATE INDEX standing_of_entrant ON standing (generation, entrant, variant, kind, season);

-- How many stand at each rating (level 0) and in each hundred of them (level 1): a rank is the sum of a few rows.
CREATE TABLE rung (
    generation integer  NOT NULL,
    shard      smallint NOT NULL,
    ladder     uuid     NOT NULL,
    level      smallint NOT NULL,
    bucket     integer  NOT NULL,
    entrants   integer  NOT NULL CHECK (entrants > 0),
    PRIMARY KEY (generation, shard, ladder, level, bucket)
) WITH (fillfactor = 70);

CREATE TABLE rating_change (
    generation   integer          NOT NULL,
    shard        smallint         NOT NULL,
    ladder       uuid             NOT NULL,
    version      integer          NOT NULL,
    entrant      text             NOT NULL COLLATE "C",
    variant      text             NOT NULL,
    season       text             NOT NULL,
    kind         text             NOT NULL,
    game         uuid             NOT NULL,
    private      boolean          NOT NULL,
    at           timestamptz      NOT NULL,
    place        smallint         NOT NULL,
    games        integer          NOT NULL,
    mu_before    double precision NOT NULL,
    sigma_before double precision NOT NULL,
    mu_after     double precision NOT NULL,
    sigma_after  double precision NOT NULL,
    before       integer          NOT NULL,
    after        integer          NOT NULL,
    PRIMARY KEY (generation, shard, ladder, version, entrant)
);

CREATE INDEX rating_change_of_game ON rating_change (generation, game, entrant);
CREATE INDEX rating_change_of_entrant ON rating_change (generation, entrant, at, ladder, version);
CREATE INDEX rating_change_by_variant ON rating_change (generation, entrant, variant, at, ladder, version);
CREATE INDEX rating_change_by_season ON rating_change (generation, entrant, season, at, ladder, version);

INSERT INTO projection VALUES ('standings', 1);
INSERT INTO checkpoint (projection, generation, shard) SELECT 'standings', 1, generate_series(0, 15);
