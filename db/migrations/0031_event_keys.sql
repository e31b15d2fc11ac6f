-- The idempotency key of a change is stored with its first event, as hashes: a row
-- and an index entry less for each move. A node keeps the hashes of a match that it
-- has in memory, and looks for a key in the database only if it may have been used.
--
-- Nodes of the version before write and read key_hashes, or idempotency_keys only.
-- They may run for a day after this migration, and their keys count for another
-- day: until then the keys of moves are written to all tables, and looked for in
-- all.

ALTER TABLE events
    ADD COLUMN key_hash bigint,
    ADD COLUMN body_hash bigint;
COMMENT ON COLUMN events.key_hash IS 'Of the first event of a change with an idempotency key: SipHash of the key, keyed by the id of the account. The key counts for 24 hours.';
COMMENT ON COLUMN events.body_hash IS 'With a key: the first 64 bits of the SHA-256 of the request.';

COMMENT ON TABLE key_hashes IS 'The idempotency keys of changes, for nodes of the version before; kept for 24 hours.';
