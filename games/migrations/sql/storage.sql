-- Two keys and the storage of tables, which Django cannot express.

-- No transaction spans two shards, so every key begins with the shard. Django's admin needs a key of one column: the
-- models name `id`, of which the shard is a function.
ALTER TABLE game DROP CONSTRAINT game_pkey, ADD PRIMARY KEY (shard, id);
ALTER TABLE ladder DROP CONSTRAINT ladder_pkey, ADD PRIMARY KEY (shard, id);

-- Room in each page for new versions of its rows, so that an update need not touch the indexes.
ALTER TABLE checkpoint SET (fillfactor = 50);
ALTER TABLE sitting SET (fillfactor = 50);
ALTER TABLE game SET (fillfactor = 70);
ALTER TABLE seat SET (fillfactor = 70);
ALTER TABLE game_state SET (fillfactor = 70);
ALTER TABLE lobby SET (fillfactor = 70);
ALTER TABLE ladder SET (fillfactor = 70);
ALTER TABLE rating SET (fillfactor = 70);
ALTER TABLE standing SET (fillfactor = 70);
ALTER TABLE rung SET (fillfactor = 70);
ALTER TABLE tally SET (fillfactor = 70);
ALTER TABLE meeting SET (fillfactor = 70);
