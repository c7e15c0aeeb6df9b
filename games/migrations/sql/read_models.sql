-- The first generation of each read model, which follows every shard of the log from its beginning.

INSERT INTO projection (name, generation) VALUES ('lobby', 1), ('results', 1), ('standings', 1);
INSERT INTO checkpoint (projection, generation, shard)
SELECT name, generation, generate_series(0, 15) FROM projection;
