-- Ratings, seasons, statistics, high scores: derived from finished matches.
--
-- All of it can be recomputed from ladder_matches, matches and seats.

CREATE TABLE seasons (
    number    integer PRIMARY KEY CHECK (number > 0),
    began_at  timestamptz NOT NULL,
    ends_at   timestamptz NOT NULL CHECK (ends_at > began_at),
    closed_at timestamptz
);
COMMENT ON TABLE seasons IS 'Periods of ranked play; one follows the other.';
COMMENT ON COLUMN seasons.number IS 'From 1.';
COMMENT ON COLUMN seasons.began_at IS 'From when on matches that finish belong to it.';
COMMENT ON COLUMN seasons.ends_at IS 'From when on they do not.';
COMMENT ON COLUMN seasons.closed_at IS 'When its tables became final; null: they are not.';

CREATE TABLE ladder_matches (
    match_id    uuid PRIMARY KEY REFERENCES matches ON DELETE CASCADE,
    game        text NOT NULL CHECK (game ~ '^[a-z0-9-]{1,39}$'),
    seat_count  smallint NOT NULL CHECK (seat_count BETWEEN 1 AND 4),
    rated       boolean NOT NULL,
    finished_at timestamptz NOT NULL,
    number      bigint UNIQUE CHECK (number > 0),
    season      integer REFERENCES seasons,
    CHECK ((number IS NULL) = (season IS NULL))
);
CREATE INDEX ladder_matches_due ON ladder_matches (finished_at, match_id) WHERE number IS NULL;
COMMENT ON TABLE ladder_matches IS 'Matches that count for statistics, and, rated, for ratings; written in the transaction in which they end.';
COMMENT ON COLUMN ladder_matches.match_id IS 'The match: finished, or rated and aborted with forfeits.';
COMMENT ON COLUMN ladder_matches.game IS 'Its game.';
COMMENT ON COLUMN ladder_matches.seat_count IS 'Its seats.';
COMMENT ON COLUMN ladder_matches.rated IS 'It changes ratings; of one seat: it counts for the high scores.';
COMMENT ON COLUMN ladder_matches.finished_at IS 'When it ended.';
COMMENT ON COLUMN ladder_matches.number IS 'The order in which they were settled, without gaps; null: not yet.';
COMMENT ON COLUMN ladder_matches.season IS 'The season that it was settled in.';

CREATE TABLE ratings (
    account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    game       text NOT NULL,
    seat_count smallint NOT NULL CHECK (seat_count BETWEEN 2 AND 4),
    pool       smallint NOT NULL CHECK (pool BETWEEN 0 AND 2),
    season     integer NOT NULL REFERENCES seasons,
    mu         float8 NOT NULL,
    sigma      float8 NOT NULL CHECK (sigma > 0),
    shown      integer NOT NULL,
    matches    integer NOT NULL CHECK (matches >= 0),
    wins       integer NOT NULL CHECK (wins BETWEEN 0 AND matches),
    played_at  timestamptz NOT NULL,
    is_listed  boolean NOT NULL,
    final_rank integer CHECK (final_rank > 0),
    PRIMARY KEY (account_id, game, seat_count, pool, season)
) WITH (fillfactor = 80);
CREATE INDEX ratings_board ON ratings (game, seat_count, pool, season, shown DESC, account_id) WHERE is_listed;
COMMENT ON TABLE ratings IS 'How strong an account is, per game, number of seats, pool and season.';
COMMENT ON COLUMN ratings.account_id IS 'Whose rating.';
COMMENT ON COLUMN ratings.game IS 'The game.';
COMMENT ON COLUMN ratings.seat_count IS 'Of matches with so many seats.';
COMMENT ON COLUMN ratings.pool IS '0 matches of people only, 1 of bots only, 2 all.';
COMMENT ON COLUMN ratings.season IS 'The season; the first match of a new one begins where the last one ended, drawn towards the middle.';
COMMENT ON COLUMN ratings.mu IS 'Estimated strength.';
COMMENT ON COLUMN ratings.sigma IS 'Standard deviation of the estimate, after the last match.';
COMMENT ON COLUMN ratings.shown IS 'The number that people are shown: 1500 is the middle.';
COMMENT ON COLUMN ratings.matches IS 'Rated matches of this season.';
COMMENT ON COLUMN ratings.wins IS 'Those with rank 1, shared or not.';
COMMENT ON COLUMN ratings.played_at IS 'When the last of them ended.';
COMMENT ON COLUMN ratings.is_listed IS 'Has enough matches for the leaderboard.';
COMMENT ON COLUMN ratings.final_rank IS 'The rank on the final table of a closed season.';

CREATE TABLE rating_updates (
    account_id   uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    number       bigint NOT NULL,
    pool         smallint NOT NULL CHECK (pool BETWEEN 0 AND 2),
    game         text NOT NULL,
    seat_count   smallint NOT NULL CHECK (seat_count BETWEEN 2 AND 4),
    seat         smallint NOT NULL CHECK (seat BETWEEN 0 AND 3),
    rank         smallint NOT NULL CHECK (rank > 0),
    at           timestamptz NOT NULL,
    idle_seconds bigint NOT NULL CHECK (idle_seconds >= 0),
    mu_before    float8 NOT NULL,
    sigma_before float8 NOT NULL,
    mu           float8 NOT NULL,
    sigma        float8 NOT NULL,
    PRIMARY KEY (account_id, game, seat_count, pool, number)
);
COMMENT ON TABLE rating_updates IS 'Every change of a rating, with what it was computed from.';
COMMENT ON COLUMN rating_updates.account_id IS 'Whose rating.';
COMMENT ON COLUMN rating_updates.number IS 'The match, as ladder_matches has it.';
COMMENT ON COLUMN rating_updates.pool IS 'Which pool''s rating.';
COMMENT ON COLUMN rating_updates.game IS 'The game.';
COMMENT ON COLUMN rating_updates.seat_count IS 'Seats of the match.';
COMMENT ON COLUMN rating_updates.seat IS 'The account''s seat.';
COMMENT ON COLUMN rating_updates.rank IS 'What it was rated with: the rank, or the last one of who forfeited.';
COMMENT ON COLUMN rating_updates.at IS 'When the match ended.';
COMMENT ON COLUMN rating_updates.idle_seconds IS 'Since the rating''s last match; 0: it had none.';
COMMENT ON COLUMN rating_updates.mu_before IS 'mu before the match, after a new season''s draw to the middle.';
COMMENT ON COLUMN rating_updates.sigma_before IS 'sigma before the match, with what idle time and a new season added.';
COMMENT ON COLUMN rating_updates.mu IS 'mu after it.';
COMMENT ON COLUMN rating_updates.sigma IS 'sigma after it.';

CREATE TABLE high_scores (
    account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    game       text NOT NULL,
    pool       smallint NOT NULL CHECK (pool BETWEEN 0 AND 2),
    season     integer NOT NULL REFERENCES seasons,
    points     integer NOT NULL,
    won        boolean NOT NULL,
    match_id   uuid NOT NULL REFERENCES matches ON DELETE CASCADE,
    reached_at timestamptz NOT NULL,
    matches    integer NOT NULL CHECK (matches > 0),
    PRIMARY KEY (account_id, game, pool, season)
);
CREATE INDEX high_scores_board ON high_scores (game, pool, season, points DESC, reached_at, account_id);
COMMENT ON TABLE high_scores IS 'The best rated match played alone, per account, game and season.';
COMMENT ON COLUMN high_scores.account_id IS 'Whose.';
COMMENT ON COLUMN high_scores.game IS 'The game.';
COMMENT ON COLUMN high_scores.pool IS '0 people, 1 bots, 2 all.';
COMMENT ON COLUMN high_scores.season IS 'The season.';
COMMENT ON COLUMN high_scores.points IS 'The most points.';
COMMENT ON COLUMN high_scores.won IS 'That match was won.';
COMMENT ON COLUMN high_scores.match_id IS 'The match; the first one with these points.';
COMMENT ON COLUMN high_scores.reached_at IS 'When it ended.';
COMMENT ON COLUMN high_scores.matches IS 'Rated matches played alone in this season, to their end.';

CREATE TABLE player_statistics (
    account_id   uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    game         text NOT NULL,
    seat_count   smallint NOT NULL CHECK (seat_count BETWEEN 1 AND 4),
    matches      integer NOT NULL,
    rated        integer NOT NULL,
    wins         integer NOT NULL,
    abandoned    integer NOT NULL,
    points       bigint NOT NULL,
    best         integer,
    seat_matches integer[] NOT NULL CHECK (cardinality(seat_matches) = 4),
    seat_wins    integer[] NOT NULL CHECK (cardinality(seat_wins) = 4),
    seat_points  bigint[] NOT NULL CHECK (cardinality(seat_points) = 4),
    PRIMARY KEY (account_id, game, seat_count)
) WITH (fillfactor = 80);
COMMENT ON TABLE player_statistics IS 'What an account did in finished matches that are neither private nor sandboxes.';
COMMENT ON COLUMN player_statistics.account_id IS 'Whose.';
COMMENT ON COLUMN player_statistics.game IS 'The game.';
COMMENT ON COLUMN player_statistics.seat_count IS 'Of matches with so many seats.';
COMMENT ON COLUMN player_statistics.matches IS 'Finished matches.';
COMMENT ON COLUMN player_statistics.rated IS 'Of these, rated ones.';
COMMENT ON COLUMN player_statistics.wins IS 'With rank 1; alone: won.';
COMMENT ON COLUMN player_statistics.abandoned IS 'Left before the end, by resignation or out of time; forfeits, too.';
COMMENT ON COLUMN player_statistics.points IS 'Sum of points.';
COMMENT ON COLUMN player_statistics.best IS 'Most points of one match; null: there was none.';
COMMENT ON COLUMN player_statistics.seat_matches IS 'Matches on each seat.';
COMMENT ON COLUMN player_statistics.seat_wins IS 'Wins on each seat.';
COMMENT ON COLUMN player_statistics.seat_points IS 'Points on each seat.';

CREATE TABLE card_statistics (
    account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    game       text NOT NULL,
    card       text NOT NULL CHECK (length(card) BETWEEN 1 AND 31),
    played     integer NOT NULL,
    wins       integer NOT NULL,
    points     bigint NOT NULL,
    PRIMARY KEY (account_id, game, card)
) WITH (fillfactor = 80);
COMMENT ON TABLE card_statistics IS 'Which cards an account played in the matches of player_statistics.';
COMMENT ON COLUMN card_statistics.account_id IS 'Whose.';
COMMENT ON COLUMN card_statistics.game IS 'The game.';
COMMENT ON COLUMN card_statistics.card IS 'The card, as the game''s components name it.';
COMMENT ON COLUMN card_statistics.played IS 'Matches in which it was played.';
COMMENT ON COLUMN card_statistics.wins IS 'Of these, won ones.';
COMMENT ON COLUMN card_statistics.points IS 'Sum of the account''s points in them.';
