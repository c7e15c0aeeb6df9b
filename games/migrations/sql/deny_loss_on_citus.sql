-- The guard against loss on Citus. `manage.py distribute` puts it in the place of that in archives.sql, and says the same.

-- It runs on a worker. There a statement on one shard of Citus may read no distributed table, so it reads the tables that
-- hold the shard: they have the id of the shard of Citus behind their name. Where no such table is, nothing may go.
CREATE OR REPLACE FUNCTION deny_loss() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    guarded  text;
    events   text;
    links    text;
    archives text;
    is_kept  boolean;
BEGIN
    SELECT c.relname,
           format('public.%I', 'event_' || min(s.shardid) FILTER (WHERE s.logicalrelid = to_regclass('public.event'))),
           format('public.%I', 'event_link_' || min(s.shardid) FILTER (WHERE s.logicalrelid = to_regclass('public.event_link'))),
           format('public.%I', 'archive_' || min(s.shardid) FILTER (WHERE s.logicalrelid = to_regclass('public.archive')))
        INTO guarded, events, links, archives
    FROM pg_dist_shard AS own JOIN pg_class AS c ON c.oid = own.logicalrelid JOIN pg_dist_shard AS s USING (shardminvalue)
    WHERE own.shardid = substring(TG_TABLE_NAME FROM '_(\d+)$')::bigint GROUP BY c.relname;

    IF guarded IS NULL THEN
        is_kept := false;
    ELSIF guarded = 'archive' THEN
        EXECUTE format('SELECT count(*) = $1 AND count(l.position) = 0
                        FROM (SELECT shard, position FROM %s WHERE shard = $2 AND stream = $3 FOR SHARE) AS e
                        LEFT JOIN %s AS l USING (shard, position)', events, links)
            INTO is_kept USING OLD.version, OLD.shard, OLD.game;
    ELSIF guarded = 'event_link' THEN
        EXECUTE format('SELECT true FROM %s
                        WHERE (shard, position, stream, hash, shard_hash) = ($1, $2, $3, $4, $5) FOR SHARE', events)
            INTO is_kept USING OLD.shard, OLD.position, OLD.stream, OLD.hash, OLD.shard_hash;
    ELSE
        EXECUTE format('SELECT true FROM %s AS l JOIN %s AS a ON (a.shard, a.game) = (l.shard, l.stream)
                        WHERE (l.shard, l.position, l.stream, l.hash, l.shard_hash) = ($1, $2, $3, $4, $5)
                          AND EXISTS (SELECT FROM public.%I WHERE shard = $1 AND position > $2)
                        FOR SHARE OF l, a', links, archives, TG_TABLE_NAME)
            INTO is_kept USING OLD.shard, OLD.position, OLD.stream, OLD.hash, OLD.shard_hash;
    END IF;
    IF is_kept THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION '% on % is denied: what it deletes is kept nowhere else', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation';
END $$;
