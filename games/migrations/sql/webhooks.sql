-- The follower of webhooks begins at the end of the log: what happened before there were webhooks is not sent.

INSERT INTO projection (name, generation) VALUES ('webhooks', 1);
INSERT INTO checkpoint (projection, generation, shard, position)
SELECT 'webhooks', 1, shard, coalesce((SELECT max(position) FROM event AS e WHERE e.shard = s.shard), 0)
FROM generate_series(0, 15) AS s (shard);

-- Room in each page for new versions of its rows, so that an update need not touch the indexes.
ALTER TABLE webhook SET (fillfactor = 70);
ALTER TABLE webhook_delivery SET (fillfactor = 70);
