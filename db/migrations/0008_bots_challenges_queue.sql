-- Bot accounts with their rules, built-in bots, challenges, and the queue.

-- ---- bot accounts ----

ALTER TABLE accounts
    ADD COLUMN kind smallint NOT NULL DEFAULT 0 CHECK (kind BETWEEN 0 AND 2),
    ADD COLUMN house_bot text UNIQUE CHECK (house_bot ~ '^[a-z0-9_-]{1,24}$'),
    ADD CONSTRAINT accounts_house_check CHECK ((kind = 2) = (house_bot IS NOT NULL)),
    DROP CONSTRAINT accounts_password_check,
    ADD CONSTRAINT accounts_password_check CHECK
        (CASE WHEN deleted_at IS NULL AND kind <> 2 THEN password LIKE '$scrypt$%' ELSE password = '' END);
COMMENT ON COLUMN accounts.kind IS '0 a person, 1 a bot, 2 a bot of the house. Never changes.';
COMMENT ON COLUMN accounts.house_bot IS 'Of the house: which of the service''s bots plays for it.';
COMMENT ON COLUMN accounts.password IS 'scrypt hash that names its parameters and salt; empty when the account is gone or of the house.';

-- Nobody can sign in as one of them: no hash is empty.
INSERT INTO accounts (id, name, password, created_at, kind, house_bot)
    SELECT md5('fathom house bot ' || b)::uuid,
        CASE WHEN EXISTS (SELECT FROM accounts WHERE name = 'house-' || b)
            THEN 'house-' || b || '-' || substr(md5(random()::text), 1, 6) ELSE 'house-' || b END,
        '', now(), 2, b
    FROM unnest(ARRAY['random', 'greedy', 'search']) b;

-- A built-in bot has a seat for its account.
ALTER TABLE seats
    DROP CONSTRAINT seats_check,
    ADD CONSTRAINT seats_account_check CHECK
        (CASE kind WHEN 0 THEN account_id IS NULL WHEN 1 THEN account_id IS NOT NULL ELSE true END);
COMMENT ON COLUMN seats.account_id IS 'The account that sits here; of a bot that was seated by name: none.';

CREATE TABLE bot_rules (
    account_id uuid PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
    clocks     smallint NOT NULL CHECK (clocks BETWEEN 1 AND 7),
    rated      smallint NOT NULL CHECK (rated BETWEEN 1 AND 3),
    at_once    smallint NOT NULL CHECK (at_once BETWEEN 0 AND 100)
);
COMMENT ON TABLE bot_rules IS 'What challenges a bot accepts. Without a row: none.';
COMMENT ON COLUMN bot_rules.account_id IS 'The bot.';
COMMENT ON COLUMN bot_rules.clocks IS 'Bits: 1 without a clock, 2 time for a turn, 4 a bank.';
COMMENT ON COLUMN bot_rules.rated IS 'Bits: 1 casual matches, 2 rated ones.';
COMMENT ON COLUMN bot_rules.at_once IS 'How many running or open matches it may have; 0: it takes a rest.';

CREATE TABLE bot_games (
    account_id uuid NOT NULL REFERENCES bot_rules ON DELETE CASCADE,
    game       text NOT NULL CHECK (game ~ '^[a-z0-9-]{1,39}$'),
    seats      smallint NOT NULL CHECK (seats BETWEEN 1 AND 15),
    PRIMARY KEY (account_id, game)
);
COMMENT ON TABLE bot_games IS 'Which games a bot plays.';
COMMENT ON COLUMN bot_games.account_id IS 'The bot.';
COMMENT ON COLUMN bot_games.game IS 'The game.';
COMMENT ON COLUMN bot_games.seats IS 'With how many seats: bit n is n + 1 seats.';

-- ---- challenges ----

CREATE TABLE challenges (
    id                uuid PRIMARY KEY,
    creator_id        uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    game              text NOT NULL CHECK (game ~ '^[a-z0-9-]{1,39}$'),
    options           text NOT NULL CHECK (length(options) < 384),
    rated             boolean NOT NULL,
    is_private        boolean NOT NULL,
    turn_seconds      integer,
    bank_seconds      integer,
    increment_seconds integer,
    clock_policy      smallint NOT NULL,
    status            smallint NOT NULL CHECK (status BETWEEN 0 AND 4),
    created_at        timestamptz NOT NULL,
    expires_at        timestamptz NOT NULL,
    ended_at          timestamptz CHECK (ended_at >= created_at),
    match_id          uuid REFERENCES matches ON DELETE CASCADE,
    changed_xid       xid8 NOT NULL DEFAULT pg_current_xact_id(),
    CHECK ((status = 0) = (ended_at IS NULL)),
    CHECK ((status = 1) = (match_id IS NOT NULL))
);
CREATE INDEX challenges_expiry ON challenges (expires_at) WHERE status = 0;
COMMENT ON TABLE challenges IS 'Invitations to a match; it is made when all have accepted.';
COMMENT ON COLUMN challenges.id IS '128 random bits; "c_" and base32 outside.';
COMMENT ON COLUMN challenges.creator_id IS 'Who challenges.';
COMMENT ON COLUMN challenges.game IS 'The game.';
COMMENT ON COLUMN challenges.options IS 'Its options, as lines name=value.';
COMMENT ON COLUMN challenges.rated IS 'The match will be rated.';
COMMENT ON COLUMN challenges.is_private IS 'The match will be private.';
COMMENT ON COLUMN challenges.turn_seconds IS 'The clock, as matches have it.';
COMMENT ON COLUMN challenges.bank_seconds IS 'The clock.';
COMMENT ON COLUMN challenges.increment_seconds IS 'The clock.';
COMMENT ON COLUMN challenges.clock_policy IS 'The clock.';
COMMENT ON COLUMN challenges.status IS '0 waiting, 1 accepted, 2 declined, 3 cancelled, 4 expired.';
COMMENT ON COLUMN challenges.created_at IS 'When it was made.';
COMMENT ON COLUMN challenges.expires_at IS 'Until when it can be accepted.';
COMMENT ON COLUMN challenges.ended_at IS 'When it stopped waiting.';
COMMENT ON COLUMN challenges.match_id IS 'The match that came of it.';
COMMENT ON COLUMN challenges.changed_xid IS 'The transaction that last changed it, as matches have it.';

CREATE TABLE challenge_players (
    challenge_id uuid NOT NULL REFERENCES challenges ON DELETE CASCADE,
    account_id   uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    place        smallint NOT NULL CHECK (place BETWEEN 0 AND 3),
    answer       smallint NOT NULL CHECK (answer BETWEEN 0 AND 2),
    ended_xid    xid8,
    PRIMARY KEY (challenge_id, account_id)
);
CREATE INDEX challenge_players_live ON challenge_players (account_id, ended_xid);
COMMENT ON TABLE challenge_players IS 'Who is in a challenge, its creator first.';
COMMENT ON COLUMN challenge_players.challenge_id IS 'The challenge.';
COMMENT ON COLUMN challenge_players.account_id IS 'The player.';
COMMENT ON COLUMN challenge_players.place IS 'In which order they were named.';
COMMENT ON COLUMN challenge_players.answer IS '0 none yet, 1 accepted, 2 declined.';
COMMENT ON COLUMN challenge_players.ended_xid IS 'The transaction in which the challenge ended, as account_matches have it.';

-- ---- the queue ----

CREATE TABLE queue_tickets (
    account_id        uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    game              text NOT NULL CHECK (game ~ '^[a-z0-9-]{1,39}$'),
    id                uuid NOT NULL UNIQUE,
    seats             smallint NOT NULL CHECK (seats BETWEEN 1 AND 15),
    options           text NOT NULL CHECK (length(options) < 384),
    turn_seconds      integer,
    bank_seconds      integer,
    increment_seconds integer,
    takes_bots        boolean NOT NULL,
    status            smallint NOT NULL CHECK (status BETWEEN 0 AND 3),
    joined_at         timestamptz NOT NULL,
    expires_at        timestamptz NOT NULL,
    ended_at          timestamptz,
    match_id          uuid REFERENCES matches ON DELETE SET NULL,
    changed_xid       xid8 NOT NULL DEFAULT pg_current_xact_id(),
    PRIMARY KEY (account_id, game),
    CHECK ((status = 0) = (ended_at IS NULL))
) WITH (fillfactor = 70);
CREATE INDEX queue_tickets_waiting ON queue_tickets (game, joined_at) WHERE status = 0;
COMMENT ON TABLE queue_tickets IS 'Accounts that look for a rated match: at most one ticket per game, the last one stays until it is forgotten.';
COMMENT ON COLUMN queue_tickets.account_id IS 'Who looks.';
COMMENT ON COLUMN queue_tickets.game IS 'For which game.';
COMMENT ON COLUMN queue_tickets.id IS 'Of this ticket: a later one of the account has another.';
COMMENT ON COLUMN queue_tickets.seats IS 'With how many seats: bit n is n + 1 seats.';
COMMENT ON COLUMN queue_tickets.options IS 'With these options, as lines name=value; those of one ticket suit those of another when they are the same.';
COMMENT ON COLUMN queue_tickets.turn_seconds IS 'The clock, as matches have it.';
COMMENT ON COLUMN queue_tickets.bank_seconds IS 'The clock.';
COMMENT ON COLUMN queue_tickets.increment_seconds IS 'The clock.';
COMMENT ON COLUMN queue_tickets.takes_bots IS 'Plays against bots, too.';
COMMENT ON COLUMN queue_tickets.status IS '0 waiting, 1 matched, 2 left, 3 lapsed.';
COMMENT ON COLUMN queue_tickets.joined_at IS 'Since when: the window of ratings widens with time.';
COMMENT ON COLUMN queue_tickets.expires_at IS 'It lapses then, unless its owner shows up.';
COMMENT ON COLUMN queue_tickets.ended_at IS 'When it stopped waiting.';
COMMENT ON COLUMN queue_tickets.match_id IS 'The match that was found.';
COMMENT ON COLUMN queue_tickets.changed_xid IS 'The transaction that last changed it, as matches have it.';
