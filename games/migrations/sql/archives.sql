-- An event may leave the log if its game has an archive, and its place in the shard has a link. Nothing else may.

-- A DELETE is judged row by row now, so the guard of statements leaves it to the guard of rows.
DO $$
DECLARE
    tables text[] := ARRAY['event', 'event_link', 'archive'];
    name   text;
BEGIN
    FOR shard IN 0..15 LOOP
        tables := tables || format('event_%s', shard);
    END LOOP;
    FOREACH name IN ARRAY tables LOOP
        EXECUTE format('CREATE OR REPLACE TRIGGER deny_change BEFORE UPDATE OR TRUNCATE ON %I '
                       'FOR EACH STATEMENT EXECUTE FUNCTION deny_change()', name);
        EXECUTE format('ALTER TABLE %I ENABLE ALWAYS TRIGGER deny_change', name);
    END LOOP;
END $$;

-- It runs with its owner's rights: to lock a row takes the right to update it, which nobody else needs to have. It names
-- the schema of each table, because a temporary table of the same name would be found first; and nobody may make it the
-- trigger of a table of theirs.
CREATE FUNCTION deny_loss() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    is_kept boolean;
BEGIN
    IF TG_TABLE_NAME = 'archive' THEN
        -- The game is back: each of its events is in the log, and has no link any more.
        SELECT count(*) = OLD.version AND count(l.position) = 0 INTO is_kept
        FROM (SELECT shard, position FROM public.event WHERE shard = OLD.shard AND stream = OLD.game FOR SHARE) AS e
        LEFT JOIN public.event_link AS l USING (shard, position);
    ELSIF TG_TABLE_NAME = 'event_link' THEN
        -- The event is back in its place.
        PERFORM FROM public.event
        WHERE shard = OLD.shard AND position = OLD.position AND stream = OLD.stream AND hash = OLD.hash
          AND shard_hash = OLD.shard_hash
        FOR SHARE;
        is_kept := FOUND;
    ELSE
        -- Its link and its archive are there, and it is not the last event of its shard: the next append reads that one.
        EXECUTE format('SELECT EXISTS (SELECT FROM public.%I WHERE shard = $1 AND position > $2)', TG_TABLE_NAME)
            INTO is_kept USING OLD.shard, OLD.position;
        PERFORM FROM public.event_link AS l JOIN public.archive AS a ON a.shard = l.shard AND a.game = l.stream
        WHERE l.shard = OLD.shard AND l.position = OLD.position AND l.stream = OLD.stream AND l.hash = OLD.hash
          AND l.shard_hash = OLD.shard_hash
        FOR SHARE;
        is_kept := is_kept AND FOUND;
    END IF;
    IF is_kept THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION '% on % is denied: what it deletes is kept nowhere else', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation';
END $$;
REVOKE ALL ON FUNCTION deny_loss() FROM PUBLIC;

-- On the parent PostgreSQL makes it for each partition too, and for those to come. ALWAYS: in replica mode too.
DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['event', 'event_link', 'archive'] LOOP
        EXECUTE format('CREATE TRIGGER deny_loss BEFORE DELETE ON %I FOR EACH ROW EXECUTE FUNCTION deny_loss()', name);
        EXECUTE format('ALTER TABLE %I ENABLE ALWAYS TRIGGER deny_loss', name);
    END LOOP;
END $$;

-- What an archived game says is to be rated stands in its archive.
ALTER VIEW rateable RENAME TO rateable_in_log;
CREATE VIEW rateable AS
SELECT shard, game, kind, variant, ended_at, private, entrants, places, pace FROM rateable_in_log
UNION ALL
SELECT a.shard, a.game, c.kind, g.variant, g.ended_at, g.visibility <> 'public', c.entrants COLLATE "C", c.places, c.pace
FROM archive AS a JOIN game AS g ON (g.shard, g.id) = (a.shard, a.game)
CROSS JOIN LATERAL json_to_recordset(a.contests) AS c (kind text, pace text, entrants text[], places smallint[]);
