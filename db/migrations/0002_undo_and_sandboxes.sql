-- Undo, matches that begin at a position, and results of solo matches.

-- ---- undo ----

ALTER TABLE events
    ADD COLUMN to_seq integer,
    DROP CONSTRAINT events_kind_check,
    ADD CONSTRAINT events_kind_check CHECK (kind BETWEEN 0 AND 7),
    ADD CONSTRAINT events_to_seq_check CHECK (to_seq BETWEEN 0 AND seq - 2),
    ADD CONSTRAINT events_undo_check CHECK ((kind = 7) = (to_seq IS NOT NULL));
COMMENT ON COLUMN events.kind IS '0 join, 1 leave, 2 start, 3 move, 4 resign, 5 finish, 6 abort, 7 undo.';
COMMENT ON COLUMN events.to_seq IS 'Of an undo: the seat''s moves after this seq are taken back. They stay in the log.';

-- ---- matches that begin at a position ----

ALTER TABLE matches
    ADD COLUMN sandbox boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN matches.sandbox IS 'Began at a position; one account may hold several seats.';

-- In a table of its own, because the row of a match is rewritten with every move.
CREATE TABLE positions (
    match_id uuid PRIMARY KEY REFERENCES matches ON DELETE CASCADE,
    position text NOT NULL CHECK (octet_length(position) BETWEEN 1 AND 131071)
);
COMMENT ON TABLE positions IS 'Where sandbox matches begin: part of their record, as settings and secret are of others.';
COMMENT ON COLUMN positions.match_id IS 'The match.';
COMMENT ON COLUMN positions.position IS 'The omniscient view of the state, as lines "path value". Shows everything hidden.';

ALTER TABLE seats
    ADD COLUMN sandbox boolean NOT NULL DEFAULT false,
    DROP CONSTRAINT seats_match_id_account_id_key;
CREATE UNIQUE INDEX seats_one_each ON seats (match_id, account_id)
    WHERE NOT sandbox;
COMMENT ON COLUMN seats.sandbox IS 'Of a sandbox match: an account may hold several of its seats.';

-- ---- results of solo matches ----

ALTER TABLE matches
    ADD COLUMN outcome smallint CHECK (outcome BETWEEN 0 AND 2),
    ADD COLUMN goals text;
UPDATE matches SET outcome = 0, goals = '' WHERE reason IS NOT NULL;
ALTER TABLE matches
    ADD CONSTRAINT matches_outcome_check1 CHECK
        (num_nulls(reason, outcome, goals) IN (0, 3));
COMMENT ON COLUMN matches.outcome IS 'How it finished: 0 by rank; played alone 1 won, 2 lost.';
COMMENT ON COLUMN matches.goals IS 'Lines "goal reached needed": what had to be reached to win alone.';
