-- Archived matches, in few bytes.
--
-- The moves of an old match are packed in one row; events that name a player or
-- record who left stay rows.  Adding the column writes no row, and moves do not
-- change the index, because they do not change its columns.  Creating the index
-- reads all matches once.

CREATE TABLE archives (
    match_id  uuid PRIMARY KEY REFERENCES matches ON DELETE CASCADE,
    format    smallint NOT NULL,
    first_seq integer NOT NULL CHECK (first_seq > 0),
    last_seq  integer NOT NULL,
    events    integer NOT NULL CHECK (events > 0),
    packed    bytea NOT NULL CHECK (get_byte(packed, 0) = format),
    CHECK (last_seq - first_seq >= events - 1)
);
-- It is compressed already.
ALTER TABLE archives ALTER COLUMN packed SET STORAGE EXTERNAL;
COMMENT ON TABLE archives IS 'What is many of the events of old matches, packed: each lies here or in events, never in both.';
COMMENT ON COLUMN archives.match_id IS 'The match.';
COMMENT ON COLUMN archives.format IS 'How it is packed: db/matches/archive.h. No format is ever changed.';
COMMENT ON COLUMN archives.first_seq IS 'seq of the first event in it.';
COMMENT ON COLUMN archives.last_seq IS 'seq of the last one; those between that are not in it are rows of events.';
COMMENT ON COLUMN archives.events IS 'How many are in it.';
COMMENT ON COLUMN archives.packed IS 'The events. Holds hidden things, as events do.';

ALTER TABLE matches
    ADD COLUMN archived_at timestamptz;
COMMENT ON COLUMN matches.archived_at IS 'When it was packed, and its snapshot dropped; null: it was not.';
COMMENT ON COLUMN matches.state IS 'Snapshot at seq: a cache, rebuilt by replay when it is foreign or was dropped.';
COMMENT ON TABLE events IS 'What happened in a match, in order, without gaps: its record, together with archives.';
CREATE INDEX matches_to_archive ON matches (finished_at, id)
    WHERE finished_at IS NOT NULL AND archived_at IS NULL;

-- Rows are deleted by the hundred: reuse their space sooner.
ALTER TABLE events SET (autovacuum_vacuum_scale_factor = 0.05);
