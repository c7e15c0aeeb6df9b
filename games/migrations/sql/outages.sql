-- Heartbeats tell the monotonic clock of a machine beside the wall clock of the database: what they differ by is a jump.
ALTER TABLE heartbeat ADD COLUMN machine text, ADD COLUMN ticks double precision;

-- Whose heartbeat was away, or `jump`. Outages of the web and of the clock may overlap; they are merged when they are read.
ALTER TABLE outage ADD COLUMN cause text NOT NULL DEFAULT 'driver' CHECK (cause IN ('driver', 'web', 'jump'));
ALTER TABLE outage DROP CONSTRAINT outage_began_key, ADD UNIQUE (cause, began);
CREATE INDEX outage_ended ON outage (ended);
