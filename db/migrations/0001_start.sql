-- Accounts, tokens, matches, events, idempotency keys.
--
-- A match is defined by its settings, its secret and its events; the snapshot of
-- the state is a cache.

CREATE TABLE accounts (
    id         uuid PRIMARY KEY,
    name       text NOT NULL UNIQUE CHECK (name ~ '^[a-z0-9_-]{3,24}$'),
    password   text NOT NULL CHECK (password LIKE '$scrypt$%'),
    created_at timestamptz NOT NULL
);
COMMENT ON TABLE accounts IS 'People (and programs) that sign in and play.';
COMMENT ON COLUMN accounts.id IS '128 random bits; "u_" and base32 outside.';
COMMENT ON COLUMN accounts.name IS 'Public name, lower case, so unique without case.';
COMMENT ON COLUMN accounts.password IS 'scrypt hash that names its parameters and salt.';
COMMENT ON COLUMN accounts.created_at IS 'When the account was made.';

CREATE TABLE sign_in_failures (
    name         text PRIMARY KEY CHECK (name ~ '^[a-z0-9_-]{3,24}$'),
    failures     integer NOT NULL CHECK (failures >= 0),
    failed_at    timestamptz NOT NULL,
    locked_until timestamptz
);
COMMENT ON TABLE sign_in_failures IS
    'Failures to sign in, by name, whether it is anybody''s or not: locking must not tell which names exist.';
COMMENT ON COLUMN sign_in_failures.name IS 'The name that was tried.';
COMMENT ON COLUMN sign_in_failures.failures IS 'Failures since the last success or lock.';
COMMENT ON COLUMN sign_in_failures.failed_at IS 'The last of them; old rows are forgotten.';
COMMENT ON COLUMN sign_in_failures.locked_until IS 'No sign-in before this time; null: never locked.';

CREATE TABLE tokens (
    id         uuid PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    hash       bytea NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
    scopes     integer NOT NULL CHECK (scopes BETWEEN 0 AND 31),
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL CHECK (expires_at > created_at),
    revoked_at timestamptz
);
CREATE INDEX tokens_account ON tokens (account_id);
COMMENT ON TABLE tokens IS 'Bearer tokens: what a session or a program shows instead of a password.';
COMMENT ON COLUMN tokens.id IS '128 random bits; "tok_" and base32 outside.';
COMMENT ON COLUMN tokens.account_id IS 'Whom the token speaks for.';
COMMENT ON COLUMN tokens.hash IS 'SHA-256 of the token; the token itself is nowhere.';
COMMENT ON COLUMN tokens.scopes IS 'What it allows, as bits: 1 match:read, 2 match:play, 4 bot:play, 8 account:write, 16 admin.';
COMMENT ON COLUMN tokens.created_at IS 'When it was given out.';
COMMENT ON COLUMN tokens.expires_at IS 'From when on it is worth nothing.';
COMMENT ON COLUMN tokens.revoked_at IS 'When it was taken back; null: it was not.';

CREATE TABLE matches (
    id            uuid PRIMARY KEY,
    created_at    timestamptz NOT NULL,
    started_at    timestamptz CHECK (started_at >= created_at),
    finished_at   timestamptz CHECK (finished_at >= created_at),
    moved_at      timestamptz NOT NULL,
    bot_claimed_at timestamptz,
    creator_id    uuid REFERENCES accounts ON DELETE SET NULL,
    rules_version integer NOT NULL CHECK (rules_version BETWEEN 0 AND 65535),
    deck_version  integer NOT NULL CHECK (deck_version BETWEEN 0 AND 65535),
    seq           integer NOT NULL CHECK (seq >= 0),
    status        smallint NOT NULL CHECK (status BETWEEN 0 AND 3),
    seat_count    smallint NOT NULL CHECK (seat_count BETWEEN 1 AND 4),
    to_act        smallint NOT NULL CHECK (to_act BETWEEN 0 AND 15),
    bot_seats     smallint NOT NULL CHECK (bot_seats BETWEEN 0 AND 15),
    is_private    boolean NOT NULL,
    game          text NOT NULL CHECK (game ~ '^[a-z0-9-]{1,39}$'),
    deck          text NOT NULL CHECK (length(deck) < 32),
    options       text NOT NULL CHECK (length(options) < 384),
    secret        bytea NOT NULL CHECK (octet_length(secret) = 32),
    build         text CHECK (length(build) < 48),
    state         bytea CHECK (octet_length(state) <= 2048),
    reason        smallint CHECK (reason BETWEEN 0 AND 1),
    ranks         smallint[] CHECK (cardinality(ranks) = seat_count),
    totals        smallint[] CHECK (cardinality(totals) = seat_count),
    breakdown     text,
    CHECK (to_act < 1 << seat_count AND bot_seats < 1 << seat_count),
    CHECK (status = 1 OR to_act = 0),
    CHECK ((status IN (1, 2)) = (started_at IS NOT NULL)),
    CHECK ((status IN (2, 3)) = (finished_at IS NOT NULL)),
    CHECK ((status = 2) = (reason IS NOT NULL)),
    CHECK (num_nulls(reason, ranks, totals, breakdown) IN (0, 4)),
    CHECK (num_nulls(build, state) IN (0, 2))
) WITH (fillfactor = 50, toast_tuple_target = 8160);
-- The state changes with every move: keep it in the row, never compressed, and
-- leave room on the page so that updates change no index.
ALTER TABLE matches ALTER COLUMN state SET STORAGE PLAIN;
CREATE INDEX matches_newest ON matches (created_at DESC, id DESC);
CREATE INDEX matches_running_bots ON matches (id) WHERE status = 1 AND bot_seats <> 0;
COMMENT ON TABLE matches IS 'One match: settings and secret (the truth, with its events), where it stands, and a snapshot of the state.';
COMMENT ON COLUMN matches.id IS '128 random bits; "m_" and base32 outside.';
COMMENT ON COLUMN matches.created_at IS 'When it was set up.';
COMMENT ON COLUMN matches.started_at IS 'When the last seat was taken; null before.';
COMMENT ON COLUMN matches.finished_at IS 'When it ended or was aborted; null before.';
COMMENT ON COLUMN matches.moved_at IS 'When seq last rose.';
COMMENT ON COLUMN matches.bot_claimed_at IS 'When a node last took it up because a bot had been left to act.';
COMMENT ON COLUMN matches.creator_id IS 'Who set it up; null when that account is gone.';
COMMENT ON COLUMN matches.rules_version IS 'Version of the rules that its record means.';
COMMENT ON COLUMN matches.deck_version IS 'Version of the deck.';
COMMENT ON COLUMN matches.seq IS 'Rises by one with every event: optimistic lock, ETag and cursor in one.';
COMMENT ON COLUMN matches.status IS '0 open, 1 running, 2 finished, 3 aborted.';
COMMENT ON COLUMN matches.seat_count IS 'How many seats it has.';
COMMENT ON COLUMN matches.to_act IS 'Seats that owe a decision: bit n is seat n.';
COMMENT ON COLUMN matches.bot_seats IS 'Seats played by bots: bit n is seat n.';
COMMENT ON COLUMN matches.is_private IS 'Listed only to those who sit in it.';
COMMENT ON COLUMN matches.game IS 'Id of the game.';
COMMENT ON COLUMN matches.deck IS 'Id of the deck.';
COMMENT ON COLUMN matches.options IS 'The game''s options, as lines name=value.';
COMMENT ON COLUMN matches.secret IS 'All randomness of the match comes from these 256 bits. Never shown before the end.';
COMMENT ON COLUMN matches.build IS 'The build whose bytes the snapshot are.';
COMMENT ON COLUMN matches.state IS 'Snapshot at seq: a cache, rebuilt by replay when it is foreign.';
COMMENT ON COLUMN matches.reason IS 'How it finished: 0 played out, 1 resigned.';
COMMENT ON COLUMN matches.ranks IS 'Rank of every seat, from 1.';
COMMENT ON COLUMN matches.totals IS 'Points of every seat.';
COMMENT ON COLUMN matches.breakdown IS 'Lines "item points points …": what the totals are made of.';

CREATE TABLE seats (
    match_id   uuid NOT NULL REFERENCES matches ON DELETE CASCADE,
    seat       smallint NOT NULL CHECK (seat BETWEEN 0 AND 3),
    kind       smallint NOT NULL CHECK (kind BETWEEN 0 AND 2),
    account_id uuid REFERENCES accounts,
    bot        text CHECK (bot ~ '^[a-z0-9_-]{1,24}$'),
    PRIMARY KEY (match_id, seat),
    UNIQUE (match_id, account_id),
    CHECK ((kind = 1) = (account_id IS NOT NULL)),
    CHECK ((kind = 2) = (bot IS NOT NULL))
);
CREATE INDEX seats_account ON seats (account_id, match_id) WHERE account_id IS NOT NULL;
COMMENT ON TABLE seats IS 'Who sits where in a match.';
COMMENT ON COLUMN seats.match_id IS 'The match.';
COMMENT ON COLUMN seats.seat IS 'Number of the seat, from 0.';
COMMENT ON COLUMN seats.kind IS '0 open, 1 a player, 2 a bot.';
COMMENT ON COLUMN seats.account_id IS 'The player who sits here.';
COMMENT ON COLUMN seats.bot IS 'The name of the bot that sits here.';

CREATE TABLE events (
    match_id   uuid NOT NULL REFERENCES matches ON DELETE CASCADE,
    seq        integer NOT NULL CHECK (seq > 0),
    kind       smallint NOT NULL CHECK (kind BETWEEN 0 AND 6),
    seat       smallint NOT NULL CHECK (seat BETWEEN -1 AND 3),
    created_at timestamptz NOT NULL,
    state_hash bigint NOT NULL,
    move       text CHECK (length(move) BETWEEN 1 AND 79),
    player     text CHECK (length(player) BETWEEN 1 AND 31),
    PRIMARY KEY (match_id, seq),
    CHECK ((kind = 3) = (move IS NOT NULL)),
    CHECK ((kind IN (2, 5, 6)) = (seat = -1)),
    CHECK (player IS NULL OR kind IN (0, 1))
);
COMMENT ON TABLE events IS 'What happened in a match, in order, without gaps: its record.';
COMMENT ON COLUMN events.match_id IS 'The match.';
COMMENT ON COLUMN events.seq IS 'The match''s seq after the event.';
COMMENT ON COLUMN events.kind IS '0 join, 1 leave, 2 start, 3 move, 4 resign, 5 finish, 6 abort.';
COMMENT ON COLUMN events.seat IS 'Whose event it is; -1 nobody''s.';
COMMENT ON COLUMN events.created_at IS 'When it happened.';
COMMENT ON COLUMN events.state_hash IS 'Hash of the state after it; 0 while there is no state. Holds hidden things.';
COMMENT ON COLUMN events.move IS 'The decision in the game''s notation.';
COMMENT ON COLUMN events.player IS 'Who joined or left.';

CREATE TABLE idempotency_keys (
    match_id   uuid NOT NULL REFERENCES matches ON DELETE CASCADE,
    account_id uuid NOT NULL,
    key        text NOT NULL CHECK (length(key) BETWEEN 1 AND 128),
    body_hash  bytea NOT NULL CHECK (octet_length(body_hash) = 32),
    created_at timestamptz NOT NULL,
    seq        integer NOT NULL CHECK (seq > 0),
    seat       smallint NOT NULL CHECK (seat BETWEEN -1 AND 3),
    reply      text,
    PRIMARY KEY (match_id, account_id, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys USING brin (created_at);
COMMENT ON TABLE idempotency_keys IS 'Requests that took effect, so that repeating one repeats its answer; kept for 24 hours.';
COMMENT ON COLUMN idempotency_keys.match_id IS 'The match that was acted in.';
COMMENT ON COLUMN idempotency_keys.account_id IS 'Who acted. Refers to no row: a reference would lock the account with every move.';
COMMENT ON COLUMN idempotency_keys.key IS 'The key the client chose.';
COMMENT ON COLUMN idempotency_keys.body_hash IS 'SHA-256 of the request''s body.';
COMMENT ON COLUMN idempotency_keys.created_at IS 'When the effect happened.';
COMMENT ON COLUMN idempotency_keys.seq IS 'The match''s seq after the effect.';
COMMENT ON COLUMN idempotency_keys.seat IS 'The seat that acted.';
COMMENT ON COLUMN idempotency_keys.reply IS 'The reply to repeat.';
