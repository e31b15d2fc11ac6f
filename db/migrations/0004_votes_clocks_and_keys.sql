-- Votes to abort, time for a decision, and idempotent creation of matches.

-- ---- votes and clocks ----

ALTER TABLE matches
    ADD COLUMN abort_votes smallint NOT NULL DEFAULT 0 CHECK (abort_votes BETWEEN 0 AND 15),
    ADD COLUMN turn_seconds integer CHECK (turn_seconds BETWEEN 1 AND 31536000),
    ADD COLUMN deadlines timestamptz[] CHECK (cardinality(deadlines) = seat_count),
    ADD COLUMN took_back smallint NOT NULL DEFAULT 0 CHECK (took_back BETWEEN 0 AND 15),
    DROP CONSTRAINT matches_check6,
    ADD CONSTRAINT matches_started_check CHECK
        (CASE status WHEN 0 THEN started_at IS NULL WHEN 3 THEN true ELSE started_at IS NOT NULL END),
    DROP CONSTRAINT matches_reason_check,
    ADD CONSTRAINT matches_reason_check CHECK (reason BETWEEN 0 AND 2),
    ADD CONSTRAINT matches_clock_check CHECK ((turn_seconds IS NULL) = (deadlines IS NULL));
COMMENT ON COLUMN matches.abort_votes IS 'Seats that want the running match aborted: bit n is seat n.';
COMMENT ON COLUMN matches.turn_seconds IS 'How long a seat has for a decision; null: as long as it likes.';
COMMENT ON COLUMN matches.deadlines IS 'When the time of each seat is up that is to act, or was last; null in it: its time never ran.';
COMMENT ON COLUMN matches.took_back IS 'Seats that took decisions back since their last that is sealed: their next brings no new time.';
COMMENT ON COLUMN matches.reason IS 'How it finished: 0 played out, 1 resigned, 2 out of time.';

ALTER TABLE events
    DROP CONSTRAINT events_kind_check,
    ADD CONSTRAINT events_kind_check CHECK (kind BETWEEN 0 AND 10);
COMMENT ON COLUMN events.kind IS
    '0 join, 1 leave, 2 start, 3 move, 4 resign, 5 finish, 6 abort, 7 undo, 8 vote to abort, 9 vote withdrawn, 10 out of time.';

-- ---- idempotent creation ----

CREATE TABLE creation_keys (
    account_id uuid NOT NULL,
    key        text NOT NULL CHECK (length(key) BETWEEN 1 AND 128),
    body_hash  bytea NOT NULL CHECK (octet_length(body_hash) = 32),
    created_at timestamptz NOT NULL,
    match_id   uuid NOT NULL REFERENCES matches ON DELETE CASCADE,
    reply      text NOT NULL,
    PRIMARY KEY (account_id, key)
);
CREATE INDEX creation_keys_age ON creation_keys USING brin (created_at);
COMMENT ON TABLE creation_keys IS 'Requests that made a match, so that repeating one repeats its answer; kept for 24 hours.';
COMMENT ON COLUMN creation_keys.account_id IS 'Who made it. Refers to no row, as in idempotency_keys.';
COMMENT ON COLUMN creation_keys.key IS 'The key the client chose.';
COMMENT ON COLUMN creation_keys.body_hash IS 'SHA-256 of the request''s body.';
COMMENT ON COLUMN creation_keys.created_at IS 'When the match was made.';
COMMENT ON COLUMN creation_keys.match_id IS 'The match.';
COMMENT ON COLUMN creation_keys.reply IS 'The reply to repeat.';
