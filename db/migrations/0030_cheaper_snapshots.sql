-- Writing a snapshot costs less: without the reference, which locked the row of the
-- match, and with LZ4, which compresses faster than the default. Nodes of the version
-- before run with both.

ALTER TABLE snapshots DROP CONSTRAINT snapshots_match_id_fkey;
COMMENT ON COLUMN snapshots.match_id IS 'The match. Snapshots are deleted with it.';
CREATE FUNCTION delete_snapshots() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM snapshots WHERE match_id = OLD.id;
    RETURN NULL;
END $$;
CREATE TRIGGER matches_delete_snapshots AFTER DELETE ON matches
    FOR EACH ROW EXECUTE FUNCTION delete_snapshots();

-- PostgreSQL can be built without LZ4, and has it from version 14 on. Rows that
-- exist stay as they are.
DO $$
BEGIN
    EXECUTE 'ALTER TABLE snapshots ALTER COLUMN body SET COMPRESSION lz4';
    EXECUTE 'ALTER TABLE positions ALTER COLUMN position SET COMPRESSION lz4';
EXCEPTION WHEN feature_not_supported OR syntax_error THEN
    NULL;
END $$;
