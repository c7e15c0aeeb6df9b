-- A chain of its own for every shard: it binds the order of positions, and which stream each event is of.
ALTER TABLE event ADD COLUMN shard_hash bytea NOT NULL DEFAULT '';
ALTER TABLE event ALTER COLUMN shard_hash DROP DEFAULT;
-- Not valid: the events of an earlier build have none, and `manage.py verify` names them.
ALTER TABLE event ADD CONSTRAINT event_shard_hash_check CHECK (octet_length(shard_hash) = 32) NOT VALID;
