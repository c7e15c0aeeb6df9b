-- Which of the games that were made to be rated count.

-- Those that started lately, by who is rated there: so few of them count a day. Days that are over are dropped.
CREATE TABLE rated_start (
    day      date   NOT NULL,
    kind     text   NOT NULL CHECK (kind IN ('humans', 'bots')),
    entrants text[] NOT NULL,
    game     uuid   NOT NULL,
    PRIMARY KEY (day, kind, entrants, game)
);

CREATE INDEX rated_start_of_game ON rated_start (game);

-- Why a game does not count: a code of games.ladders.WhyUnrated, empty where it counts or was not made to be rated.
ALTER TABLE lobby ADD COLUMN unrated text NOT NULL DEFAULT '';
ALTER TABLE result ADD COLUMN unrated text NOT NULL DEFAULT '';

-- What the log says is to be rated: a game's last event says whether it counts.
CREATE OR REPLACE VIEW rateable AS
WITH ended AS (
    SELECT g.shard, g.id, g.variant, g.ended_at, g.visibility <> 'public' AS private, e.public -> 'places' AS places
    FROM game AS g
    JOIN event AS o ON (o.shard, o.stream, o.version) = (g.shard, g.id, 1)
                   AND (o.public -> 'terms' ->> 'rated')::boolean
    JOIN event AS e ON (e.shard, e.stream, e.type) = (g.shard, g.id, 'game-ended')
                   AND coalesce(e.public ->> 'unrated', '') = ''
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
