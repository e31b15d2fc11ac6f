-- Events of accounts, and stream tickets for browsers.

-- A match stores the transaction that last wrote it.  A reader keeps the snapshot
-- that it read with: changes that this snapshot did not see are new, whatever the
-- order in which transactions were committed.
ALTER TABLE matches
    ADD COLUMN changed_xid xid8 NOT NULL DEFAULT pg_current_xact_id();
COMMENT ON COLUMN matches.changed_xid IS 'The transaction that last changed it: where it stands in accounts'' events.';

-- With this index, reading changes costs nothing for finished matches; an index on
-- changed_xid would have to be written with every move.
CREATE TABLE account_matches (
    match_id   uuid NOT NULL REFERENCES matches ON DELETE CASCADE,
    account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    ended_xid  xid8,
    PRIMARY KEY (match_id, account_id)
);
CREATE INDEX account_matches_live ON account_matches (account_id, ended_xid);
COMMENT ON TABLE account_matches IS 'The matches that an account hears of: those it set up or sat down in.';
COMMENT ON COLUMN account_matches.match_id IS 'The match.';
COMMENT ON COLUMN account_matches.account_id IS 'Who hears of it.';
COMMENT ON COLUMN account_matches.ended_xid IS 'The transaction in which it ended or the account got up: nothing comes after it. Null: it goes on.';
INSERT INTO account_matches
    SELECT m.id, w.account_id, CASE WHEN m.status IN (2, 3) THEN m.changed_xid END
    FROM matches m JOIN (SELECT match_id, account_id FROM seats UNION SELECT id, creator_id FROM matches) w
        ON w.match_id = m.id
    WHERE w.account_id IS NOT NULL;

CREATE TABLE stream_tickets (
    hash       bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
    token_hash bytea NOT NULL REFERENCES tokens (hash) ON DELETE CASCADE,
    expires_at timestamptz NOT NULL
);
COMMENT ON TABLE stream_tickets IS 'Tickets that open one stream in place of a token; each is good once, for a minute.';
COMMENT ON COLUMN stream_tickets.hash IS 'SHA-256 of the ticket; the ticket itself is nowhere.';
COMMENT ON COLUMN stream_tickets.token_hash IS 'The token that it stands for: revoked with it.';
COMMENT ON COLUMN stream_tickets.expires_at IS 'From when on it is worth nothing.';

-- Open ones are few.
CREATE INDEX matches_by_status ON matches (status, created_at DESC, id DESC);
