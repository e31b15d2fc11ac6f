-- Why a match was aborted, and when somebody last watched one that only bots
-- play.

-- Nodes of the version before leave both columns null.
ALTER TABLE matches
    ADD COLUMN abort_reason smallint,
    ADD COLUMN watched_at timestamptz;
-- Not validated: that would read the whole table under a lock.  All existing
-- rows have nulls.
ALTER TABLE matches
    ADD CONSTRAINT matches_abort_reason_check CHECK
        (abort_reason IS NULL OR (status = 3 AND abort_reason BETWEEN 1 AND 6)) NOT VALID;
COMMENT ON COLUMN matches.abort_reason IS 'Of an aborted match: 1 its last player left before the start, 2 its players agreed, 3 its players left in the opening of a rated match, 4 its creator, 5 an operator, 6 nothing happened for too long. Null: not aborted, or by a version that did not say.';
COMMENT ON COLUMN matches.watched_at IS 'When somebody last watched it at a node that plays no bots; of matches of bots alone.';
