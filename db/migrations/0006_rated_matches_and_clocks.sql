-- Rated matches, clocks with a time bank, policies of clocks, vacations.

-- ---- rated ----

ALTER TABLE matches
    ADD COLUMN rated boolean NOT NULL DEFAULT false,
    ADD COLUMN decided smallint NOT NULL DEFAULT 0 CHECK (decided BETWEEN 0 AND 15),
    ADD COLUMN forfeits smallint NOT NULL DEFAULT 0 CHECK (forfeits BETWEEN 0 AND 15),
    ADD CONSTRAINT matches_rated_when CHECK (NOT (rated AND sandbox)),
    ADD CONSTRAINT matches_forfeits_when CHECK (forfeits = 0 OR (rated AND status = 3));
COMMENT ON COLUMN matches.rated IS 'Its result changes ratings.';
COMMENT ON COLUMN matches.decided IS 'Seats that have made a decision, taken back or not: bit n is seat n.';
COMMENT ON COLUMN matches.forfeits IS 'Of a rated match that was aborted: seats that left it before every seat had decided. Rated as losers, the others not at all.';

-- ---- clocks ----

ALTER TABLE matches
    ADD COLUMN bank_seconds integer CHECK (bank_seconds BETWEEN 1 AND 31536000),
    ADD COLUMN increment_seconds integer CHECK (increment_seconds BETWEEN 0 AND 86400),
    ADD COLUMN banks bigint[] CHECK (cardinality(banks) = seat_count),
    ADD COLUMN away_until timestamptz[] CHECK (cardinality(away_until) = seat_count),
    ADD COLUMN clock_policy smallint NOT NULL DEFAULT 0 CHECK (clock_policy BETWEEN 0 AND 1),
    ADD COLUMN look_at timestamptz,
    DROP CONSTRAINT matches_clock_check,
    ADD CONSTRAINT matches_clock_check CHECK
        (num_nonnulls(turn_seconds, bank_seconds) = num_nonnulls(deadlines)),
    ADD CONSTRAINT matches_bank_check CHECK (num_nulls(bank_seconds, increment_seconds, banks) IN (0, 3));
COMMENT ON COLUMN matches.turn_seconds IS 'How long a seat has for a decision; null: as long as it likes, or a bank.';
COMMENT ON COLUMN matches.bank_seconds IS 'How long a seat has in all; null: it has no such bank.';
COMMENT ON COLUMN matches.increment_seconds IS 'What the bank of a seat gains with each turn.';
COMMENT ON COLUMN matches.banks IS 'Microseconds in the bank of each seat; while its time runs, what was in it when it began to.';
COMMENT ON COLUMN matches.away_until IS 'Until when the player of each seat is, or was, on vacation; null: nobody was.';
COMMENT ON COLUMN matches.clock_policy IS 'Who settles it when time is up: 0 an opponent says so, 1 the service by itself.';
COMMENT ON COLUMN matches.look_at IS 'Nobody can run out of time before: when to look again. Moves leave it alone.';
-- It has only matches that need attention, and moves do not change it.
CREATE INDEX matches_look_at ON matches (look_at) WHERE status = 1 AND look_at IS NOT NULL;

ALTER TABLE events
    DROP CONSTRAINT events_kind_check,
    ADD CONSTRAINT events_kind_check CHECK (kind BETWEEN 0 AND 12);
COMMENT ON COLUMN events.kind IS
    '0 join, 1 leave, 2 start, 3 move, 4 resign, 5 finish, 6 abort, 7 undo, 8 vote to abort, 9 vote withdrawn, 10 out of time, 11 on vacation, 12 back from it.';

CREATE TABLE vacations (
    account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    began_at   timestamptz NOT NULL,
    until      timestamptz NOT NULL CHECK (until >= began_at),
    PRIMARY KEY (account_id, began_at)
);
COMMENT ON TABLE vacations IS 'When players do not run out of time in matches with days for a turn.';
COMMENT ON COLUMN vacations.account_id IS 'Whose vacation.';
COMMENT ON COLUMN vacations.began_at IS 'From when on.';
COMMENT ON COLUMN vacations.until IS 'Until when; moved forward by who comes back early.';
