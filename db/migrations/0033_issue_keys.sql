-- Requests that create an account or issue a token can be repeated with an
-- idempotency key. Nodes of the version before do not read the keys of these
-- requests, and carry out a repeated one again.

CREATE TABLE issue_keys (
    key_hash   bytea PRIMARY KEY CHECK (length(key_hash) = 32),
    body_hash  bytea NOT NULL CHECK (length(body_hash) = 32),
    salt       bytea NOT NULL CHECK (length(salt) = 32),
    account_id uuid NOT NULL,
    created_at timestamptz NOT NULL
);
CREATE INDEX issue_keys_age ON issue_keys USING brin (created_at);
COMMENT ON TABLE issue_keys IS 'Idempotency keys of requests that create an account or issue a token; kept for 24 hours.';
COMMENT ON COLUMN issue_keys.key_hash IS 'SHA-256 of the key, the kind of request and, for tokens and sessions, the account.';
COMMENT ON COLUMN issue_keys.body_hash IS 'SHA-256 of the request without its passwords.';
COMMENT ON COLUMN issue_keys.salt IS 'The secret in the response follows from the key, which is not stored, and this salt.';
COMMENT ON COLUMN issue_keys.account_id IS 'The account that was created, or whose token was issued. Refers to no row: keys are forgotten within a day.';
COMMENT ON COLUMN issue_keys.created_at IS 'When the account was created or the token issued.';
