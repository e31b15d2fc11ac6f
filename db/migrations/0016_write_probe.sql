-- The readiness probe of a node tries to write a row here, and rolls it back at
-- once.  Not logged, so that it costs only a page of disk; PLAIN, so that the row
-- has its full size.
CREATE UNLOGGED TABLE write_probe (
    filler text NOT NULL
);
ALTER TABLE write_probe ALTER COLUMN filler SET STORAGE PLAIN;
COMMENT ON TABLE write_probe IS 'Where nodes try whether the database can write. Always empty: what is inserted is rolled back.';
COMMENT ON COLUMN write_probe.filler IS 'Enough text to need a page of its own.';
