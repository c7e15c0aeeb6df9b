-- Nobody is rated who left without loss, because another player was absent.
CREATE OR REPLACE VIEW rateable AS
WITH ended AS (
    SELECT g.shard, g.id, g.variant, g.ended_at, g.visibility <> 'public' AS private, e.public -> 'places' AS places,
           CASE WHEN (o.public -> 'terms' -> 'clock' ->> 'turn')::integer <= 3600 THEN 'live' ELSE 'daily' END AS pace
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
    WHERE NOT EXISTS (
        SELECT FROM event AS x
        WHERE (x.shard, x.stream, x.type) = (t.shard, t.stream, 'seat-resigned')
          AND x.public ->> 'seat' = t.public ->> 'seat' AND x.public ->> 'leaving' = 'without-loss')
    ORDER BY t.shard, t.stream, t.public ->> 'seat', t.version DESC
), placed AS (
    SELECT shard, game, kind, entrant, rank() OVER (PARTITION BY shard, game, kind ORDER BY place)::smallint AS place
    FROM sat
), contest AS (
    SELECT shard, game, kind,
           array_agg(entrant ORDER BY entrant) AS entrants, array_agg(place ORDER BY entrant) AS places
    FROM placed GROUP BY shard, game, kind HAVING count(*) >= 2 AND count(*) = count(DISTINCT entrant)
)
SELECT c.shard, c.game, c.kind, ended.variant, ended.ended_at, ended.private, c.entrants, c.places, ended.pace
FROM contest AS c JOIN ended ON (ended.shard, ended.id) = (c.shard, c.game);
