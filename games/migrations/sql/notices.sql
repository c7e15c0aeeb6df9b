-- The follower of notices begins at the end of the log: nobody is told what happened before.

INSERT INTO projection (name, generation) VALUES ('notices', 1);
INSERT INTO checkpoint (projection, generation, shard, position)
SELECT 'notices', 1, shard, coalesce((SELECT max(position) FROM event AS e WHERE e.shard = s.shard), 0)
FROM generate_series(0, 15) AS s (shard);

-- Room in each page for new versions of its rows, so that an update need not touch the indexes.
ALTER TABLE notice_delivery SET (fillfactor = 70);
