-- Seats whose time is up at once leave together and share their rank: the event of
-- each but the first names that of another.

-- How PostgreSQL writes names in a view depends on its version.
DO $$
DECLARE
    old text := pg_get_viewdef('inconsistent_rows'::regclass);
    new text := regexp_replace(regexp_replace(old,
        '\((events\.)?kind = 7\) = \((events\.)?to_seq IS NOT NULL\)',
        'CASE \1kind WHEN 7 THEN \1to_seq IS NOT NULL WHEN 10 THEN true ELSE \1to_seq IS NULL END'),
        '(events\.)?to_seq <= \((events\.)?seq - 2\)',
        '\1to_seq <= \1seq - CASE \1kind WHEN 10 THEN 1 ELSE 2 END');
BEGIN
    IF strpos(new, 'WHEN 10 THEN true') = 0 OR strpos(new, 'WHEN 10 THEN 1') = 0 THEN
        RAISE EXCEPTION 'inconsistent_rows is not the view that was made';
    END IF;
    EXECUTE 'CREATE OR REPLACE VIEW inconsistent_rows AS ' || new;
END $$;
COMMENT ON COLUMN events.to_seq IS 'Of an undo: the seat''s moves after this seq are taken back. They stay in the log. Of a timeout: the seat left together with the seat of this event, and shares its rank.';
