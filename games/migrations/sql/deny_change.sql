-- Rows of the log and rulesets are never changed, whoever asks.

CREATE FUNCTION deny_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% on % is denied: the log is immutable', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation';
END $$;

-- On the parent and on every leaf: a statement on a leaf fires no trigger of its parent. ALWAYS: in replica mode too.
DO $$
DECLARE
    tables text[] := ARRAY['ruleset', 'event'];
    name   text;
BEGIN
    FOR shard IN 0..15 LOOP
        tables := tables || format('event_%s', shard);
    END LOOP;
    FOREACH name IN ARRAY tables LOOP
        EXECUTE format('CREATE TRIGGER deny_change BEFORE UPDATE OR DELETE OR TRUNCATE ON %I '
                       'FOR EACH STATEMENT EXECUTE FUNCTION deny_change()', name);
        EXECUTE format('ALTER TABLE %I ENABLE ALWAYS TRIGGER deny_change', name);
    END LOOP;
END $$;
