-- The chain covers who made an event and with which request. What was recorded before has the chain of an earlier build.
ALTER TABLE event ADD COLUMN request_hash bytea NOT NULL DEFAULT '';
ALTER TABLE event ALTER COLUMN request_hash DROP DEFAULT;
