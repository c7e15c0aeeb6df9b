-- Who is listed on a leaderboard: whoever has enough rated games. Ranks count those alone.
ALTER TABLE standing ADD COLUMN listed boolean NOT NULL DEFAULT true;
UPDATE standing SET listed = false WHERE games < 10;
DROP INDEX standing_board;
CREATE INDEX standing_board ON standing (generation, shard, ladder, rating, entrant) WHERE listed;

DELETE FROM rung;
INSERT INTO rung (generation, shard, ladder, level, bucket, entrants)
SELECT generation, shard, ladder, level, bucket, count(*)
FROM standing CROSS JOIN LATERAL (VALUES (0, rating), (1, floor(rating / 100.0)::integer)) AS b (level, bucket)
WHERE listed GROUP BY generation, shard, ladder, level, bucket;
