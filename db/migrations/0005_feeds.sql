-- What an account listens to, and tickets for browsers' streams.

-- A match that is written carries the transaction that wrote it.  Whoever has
-- read everything below the oldest transaction still running has missed
-- nothing: that number is the cursor of an account's events.
ALTER TABLE matches
    ADD COLUMN changed_xid xid8 NOT NULL DEFAULT pg_current_xact_id();
COMMENT ON COLUMN matches.changed_xid IS 'The transaction that last changed it: where it stands in accounts'' events.';

CREATE TABLE stream_tickets (
    hash       bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
    token_hash bytea NOT NULL REFERENCES tokens (hash) ON DELETE CASCADE,
    expires_at timestamptz NOT NULL
);
COMMENT ON TABLE stream_tickets IS 'Tickets that open one stream in place of a token; each is good once, for a minute.';
COMMENT ON COLUMN stream_tickets.hash IS 'SHA-256 of the ticket; the ticket itself is nowhere.';
COMMENT ON COLUMN stream_tickets.token_hash IS 'The token that it stands for: revoked with it.';
COMMENT ON COLUMN stream_tickets.expires_at IS 'From when on it is worth nothing.';
