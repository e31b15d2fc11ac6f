-- Idempotent creation of challenges.

ALTER TABLE challenges
    ADD COLUMN key text CHECK (length(key) BETWEEN 1 AND 128),
    ADD COLUMN body_hash bytea CHECK (octet_length(body_hash) = 32),
    ADD CHECK ((key IS NULL) = (body_hash IS NULL));
CREATE UNIQUE INDEX challenges_key ON challenges (creator_id, key) WHERE key IS NOT NULL;
CREATE INDEX challenges_ended ON challenges (ended_at) WHERE status <> 0;
COMMENT ON COLUMN challenges.key IS 'The idempotency key that it was made with; counts for 24 hours.';
COMMENT ON COLUMN challenges.body_hash IS 'With a key: SHA-256 of the request''s body.';
