-- Constraints that every move paid for.
--
-- PostgreSQL reads each check of a table again for each statement that writes to
-- it, and looks up and locks the match for each event. The checks of the tables
-- that a move writes become a view of the rows that break them, and a trigger
-- deletes the events of a deleted match. Nodes of the version before need neither.

DO $$
DECLARE
    rules record;
    parts text[];
    checks record;
BEGIN
    FOR rules IN
        SELECT t.name, t.key, string_agg(format('(%s) IS NOT FALSE',
                   pg_get_expr(c.conbin, c.conrelid)), ' AND ' ORDER BY c.conname) AS rule
          FROM (VALUES ('matches', 'id AS match_id, seq'),
                       ('events', 'match_id, seq'),
                       ('idempotency_keys', 'match_id, seq')) t (name, key)
          JOIN pg_constraint c ON c.conrelid = t.name::regclass AND c.contype = 'c'
         GROUP BY t.name, t.key
    LOOP
        parts := parts || format('SELECT %L::text AS table_name, %s FROM %I WHERE NOT (%s)',
            rules.name, rules.key, rules.name, rules.rule);
    END LOOP;
    EXECUTE 'CREATE VIEW inconsistent_rows AS ' || array_to_string(parts, ' UNION ALL ');
    FOR checks IN
        SELECT conrelid::regclass AS name, conname FROM pg_constraint
         WHERE contype = 'c' AND conrelid IN ('matches'::regclass, 'events'::regclass,
               'idempotency_keys'::regclass)
    LOOP
        EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', checks.name, checks.conname);
    END LOOP;
END $$;
COMMENT ON VIEW inconsistent_rows IS 'Rows of matches, events and idempotency_keys that no node writes: each is a fault of the service, or damage.';
COMMENT ON COLUMN inconsistent_rows.table_name IS 'The table of the row.';
COMMENT ON COLUMN inconsistent_rows.match_id IS 'The match.';
COMMENT ON COLUMN inconsistent_rows.seq IS 'The seq of the row.';

ALTER TABLE events DROP CONSTRAINT events_match_id_fkey;
COMMENT ON COLUMN events.match_id IS 'The match. Events are deleted with it.';
CREATE FUNCTION delete_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM events WHERE match_id = OLD.id;
    RETURN NULL;
END $$;
CREATE TRIGGER matches_delete_events AFTER DELETE ON matches
    FOR EACH ROW EXECUTE FUNCTION delete_events();

COMMENT ON COLUMN matches.state IS 'The state at seq. Null while it follows from the events: after moves of a running match, and when the match was packed.';
COMMENT ON COLUMN matches.build IS 'The build whose bytes the state is.';
