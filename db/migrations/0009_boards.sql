-- Indexes for the ladder and for lists of matches.

-- ---- ranks ----

-- A rank is one more than the number of better players.  Counting them takes time
-- in proportion to the rank; adding the counts of each rating takes time in
-- proportion to the number of different ratings, which is small.
CREATE TABLE board_counts (
    game       text NOT NULL,
    seat_count smallint NOT NULL,
    pool       smallint NOT NULL,
    season     integer NOT NULL,
    value      integer NOT NULL,
    players    integer NOT NULL,
    PRIMARY KEY (game, seat_count, pool, season, value)
) WITH (fillfactor = 70);
COMMENT ON TABLE board_counts IS 'How many on a leaderboard have the same number; kept by triggers on ratings and high_scores.';
COMMENT ON COLUMN board_counts.game IS 'The game.';
COMMENT ON COLUMN board_counts.seat_count IS 'Seats; 1: of high_scores, else of ratings.';
COMMENT ON COLUMN board_counts.pool IS 'As ratings have it.';
COMMENT ON COLUMN board_counts.season IS 'The season.';
COMMENT ON COLUMN board_counts.value IS 'ratings.shown or high_scores.points.';
COMMENT ON COLUMN board_counts.players IS 'How many listed players have it; 0: there were some once.';

CREATE FUNCTION ratings_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP IN ('UPDATE', 'DELETE') THEN
        INSERT INTO board_counts AS c
            SELECT game, seat_count, pool, season, shown, -count(*) FROM gone WHERE is_listed
            GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
        ON CONFLICT (game, seat_count, pool, season, value) DO UPDATE SET players = c.players + excluded.players;
    END IF;
    IF TG_OP IN ('UPDATE', 'INSERT') THEN
        INSERT INTO board_counts AS c
            SELECT game, seat_count, pool, season, shown, count(*) FROM come WHERE is_listed
            GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
        ON CONFLICT (game, seat_count, pool, season, value) DO UPDATE SET players = c.players + excluded.players;
    END IF;
    IF TG_OP = 'TRUNCATE' THEN
        DELETE FROM board_counts WHERE seat_count > 1;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER ratings_come AFTER INSERT ON ratings
    REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION ratings_count();
CREATE TRIGGER ratings_change AFTER UPDATE ON ratings
    REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION ratings_count();
CREATE TRIGGER ratings_go AFTER DELETE ON ratings
    REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION ratings_count();
CREATE TRIGGER ratings_go_all AFTER TRUNCATE ON ratings
    FOR EACH STATEMENT EXECUTE FUNCTION ratings_count();

CREATE FUNCTION high_scores_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP IN ('UPDATE', 'DELETE') THEN
        INSERT INTO board_counts AS c
            SELECT game, 1, pool, season, points, -count(*) FROM gone
            GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
        ON CONFLICT (game, seat_count, pool, season, value) DO UPDATE SET players = c.players + excluded.players;
    END IF;
    IF TG_OP IN ('UPDATE', 'INSERT') THEN
        INSERT INTO board_counts AS c
            SELECT game, 1, pool, season, points, count(*) FROM come
            GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
        ON CONFLICT (game, seat_count, pool, season, value) DO UPDATE SET players = c.players + excluded.players;
    END IF;
    IF TG_OP = 'TRUNCATE' THEN
        DELETE FROM board_counts WHERE seat_count = 1;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER high_scores_come AFTER INSERT ON high_scores
    REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION high_scores_count();
CREATE TRIGGER high_scores_change AFTER UPDATE ON high_scores
    REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION high_scores_count();
CREATE TRIGGER high_scores_go AFTER DELETE ON high_scores
    REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION high_scores_count();
CREATE TRIGGER high_scores_go_all AFTER TRUNCATE ON high_scores
    FOR EACH STATEMENT EXECUTE FUNCTION high_scores_count();

-- ---- lists of matches ----

-- The newest matches of an account, without reading all of them.
ALTER TABLE seats
    ADD COLUMN created_at timestamptz,
    ADD COLUMN game text;
UPDATE seats s SET created_at = m.created_at, game = m.game FROM matches m WHERE m.id = s.match_id;
ALTER TABLE seats
    ALTER COLUMN created_at SET NOT NULL,
    ALTER COLUMN game SET NOT NULL;
COMMENT ON COLUMN seats.created_at IS 'When the match was set up: a copy by trigger, for lists.';
COMMENT ON COLUMN seats.game IS 'The match''s game: a copy by trigger, for lists.';
CREATE INDEX seats_newest ON seats (account_id, created_at DESC, match_id DESC) INCLUDE (game)
    WHERE account_id IS NOT NULL;

CREATE FUNCTION seats_copy() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    SELECT m.created_at, m.game INTO NEW.created_at, NEW.game FROM matches m WHERE m.id = NEW.match_id;
    RETURN NEW;
END $$;
CREATE TRIGGER seats_come BEFORE INSERT ON seats FOR EACH ROW EXECUTE FUNCTION seats_copy();

-- The newest ones of a game that is rarely played.
CREATE INDEX matches_by_game ON matches (game, status, created_at DESC, id DESC);

-- ---- seasons ----

ALTER TABLE seasons
    ADD COLUMN list_matches integer NOT NULL DEFAULT 10 CHECK (list_matches > 0);
COMMENT ON COLUMN seasons.list_matches IS 'So many rated matches list somebody; it does not change while a season lasts.';
COMMENT ON COLUMN ratings.is_listed IS 'Has enough matches for the leaderboard, and the account is not deleted.';
