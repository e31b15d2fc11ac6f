-- A stream ticket can be used again for the resource that it was first used for,
-- until its session ends, so that a browser's EventSource can reconnect.
--
-- Nodes of the version before delete a ticket when it is used: with them it
-- remains valid once.
ALTER TABLE stream_tickets
    ADD COLUMN path text CHECK (octet_length(path) <= 256);
COMMENT ON TABLE stream_tickets IS 'Tickets that authenticate streams in place of a token. Each must be used within a minute, and then belongs to one path.';
COMMENT ON COLUMN stream_tickets.path IS 'The path of the streams that it authenticates. Null: not used yet.';
COMMENT ON COLUMN stream_tickets.expires_at IS 'The time by which it must be used for the first time.';
CREATE INDEX stream_tickets_by_token ON stream_tickets (token_hash, expires_at);
