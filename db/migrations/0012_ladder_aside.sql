-- One match that cannot be settled must not block all others.

ALTER TABLE ladder_matches
    ADD COLUMN put_aside boolean NOT NULL DEFAULT false,
    ADD CONSTRAINT ladder_matches_aside_when CHECK (NOT put_aside OR number IS NULL);
COMMENT ON COLUMN ladder_matches.put_aside IS 'The database refused what it changes, while it took another match: it is left out until somebody has looked at it and sets this to false.';
DROP INDEX ladder_matches_due;
CREATE INDEX ladder_matches_due ON ladder_matches (finished_at, match_id) WHERE number IS NULL AND NOT put_aside;
