-- Where a node that is asked whether it is ready tries to write: a row that it
-- takes back at once.  Not logged, so that it costs a page of disk and nothing
-- else; PLAIN, so that the row is as large as it says.
CREATE UNLOGGED TABLE write_probe (
    filler text NOT NULL
);
ALTER TABLE write_probe ALTER COLUMN filler SET STORAGE PLAIN;
COMMENT ON TABLE write_probe IS 'Where nodes try whether the database can write. Always empty: what is inserted is rolled back.';
COMMENT ON COLUMN write_probe.filler IS 'Enough text to need a page of its own.';
