-- The idempotency key of a move is stored as a hash, in a smaller row. Keys of
-- other changes have a row of idempotency_keys as well, with the response to
-- repeat.
--
-- Nodes of the version before write and read idempotency_keys only. They may run
-- for a day after this migration, and their keys count for another day: until
-- then the keys of moves are written to both tables, and looked for in both.

CREATE TABLE key_hashes (
    match_id   uuid NOT NULL,
    key_hash   bigint NOT NULL,
    body_hash  bigint NOT NULL,
    created_at timestamptz NOT NULL,
    seq        integer NOT NULL,
    seat       smallint NOT NULL
);
-- Not unique: a match has one change at a time, which finds the key of the one
-- before; and a key can be used again after a day.
CREATE INDEX key_hashes_match ON key_hashes (match_id, key_hash);
CREATE INDEX key_hashes_age ON key_hashes USING brin (created_at);
COMMENT ON TABLE key_hashes IS 'The idempotency keys of changes of matches; kept for 24 hours.';
COMMENT ON COLUMN key_hashes.match_id IS 'The match that was changed. Refers to no row, because each move would look it up.';
COMMENT ON COLUMN key_hashes.key_hash IS 'SipHash of the key, keyed by the id of the account.';
COMMENT ON COLUMN key_hashes.body_hash IS 'The first 64 bits of the SHA-256 of the request.';
COMMENT ON COLUMN key_hashes.created_at IS 'When the change was made.';
COMMENT ON COLUMN key_hashes.seq IS 'The match''s seq after the change.';
COMMENT ON COLUMN key_hashes.seat IS 'The seat that acted.';

COMMENT ON TABLE idempotency_keys IS 'Idempotency keys of changes other than moves and undos of running matches, with the response to repeat; kept for 24 hours.';
