-- A place on a leaderboard is evidence: lists by the lower bound of a rating, without
-- provisional players, with terms about opponents.
--
-- Nodes of the version before go on: they settle matches by their rules (ladder_matches.rules),
-- keep ratings.is_listed and board_counts, and list by rating. A trigger computes
-- ratings.list_value whichever node settles.

-- ---- where matches come from ----

ALTER TABLE matches
    ADD COLUMN origin smallint NOT NULL DEFAULT 0 CHECK (origin BETWEEN 0 AND 3);
COMMENT ON COLUMN matches.origin IS '0 unknown (of a version that did not store it), 1 made by its creator, 2 a challenge, 3 the queue.';

ALTER TABLE seats ADD COLUMN network bigint;
COMMENT ON COLUMN seats.network IS 'Of a rated match that is not settled: the network that the player came from when it was seated, as account_networks has it. Null: unknown, or settled.';

CREATE TABLE account_networks (
    account_id uuid PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
    network    bigint NOT NULL,
    seen_at    timestamptz NOT NULL
);
CREATE INDEX account_networks_old ON account_networks (seen_at);
COMMENT ON TABLE account_networks IS 'From where accounts last asked for a rated match, for a day: two seats of one network are no evidence of strength.';
COMMENT ON COLUMN account_networks.account_id IS 'The account.';
COMMENT ON COLUMN account_networks.network IS 'The first 64 bits of an HMAC-SHA-256 of the network, keyed with shared.limits_secret.';
COMMENT ON COLUMN account_networks.seen_at IS 'When.';

-- ---- what a settled match was worth ----

ALTER TABLE ladder_matches
    ADD COLUMN rules smallint NOT NULL DEFAULT 1,
    ADD COLUMN is_short boolean NOT NULL DEFAULT false,
    ADD COLUMN together smallint NOT NULL DEFAULT 0,
    ADD COLUMN annulled_at timestamptz;
COMMENT ON COLUMN ladder_matches.rules IS 'The rules of rating that it was settled with: 1 up to version 0.3, 2 with weights and terms.';
COMMENT ON COLUMN ladder_matches.is_short IS 'It was decided by leaving soon after its opening: only who left is rated.';
COMMENT ON COLUMN ladder_matches.together IS 'Seats that shared a network: bit 4 i + k for seats i < k.';
COMMENT ON COLUMN ladder_matches.annulled_at IS 'When an operator took it out of the ladder. Null: it counts.';

CREATE TABLE rating_pairs (
    account_id  uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    opponent_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    game        text NOT NULL,
    seat_count  smallint NOT NULL CHECK (seat_count BETWEEN 2 AND 4),
    pool        smallint NOT NULL CHECK (pool BETWEEN 0 AND 2),
    season      integer NOT NULL REFERENCES seasons,
    matches     integer NOT NULL CHECK (matches > 0),
    queued      integer NOT NULL CHECK (queued BETWEEN 0 AND matches),
    PRIMARY KEY (account_id, game, seat_count, pool, season, opponent_id)
) WITH (fillfactor = 80);
COMMENT ON TABLE rating_pairs IS 'How often two accounts have met in matches that count for lists; each pair has two rows.';
COMMENT ON COLUMN rating_pairs.account_id IS 'One of them.';
COMMENT ON COLUMN rating_pairs.opponent_id IS 'The other.';
COMMENT ON COLUMN rating_pairs.game IS 'The game.';
COMMENT ON COLUMN rating_pairs.seat_count IS 'Of matches with so many seats.';
COMMENT ON COLUMN rating_pairs.pool IS 'As ratings have it.';
COMMENT ON COLUMN rating_pairs.season IS 'The season.';
COMMENT ON COLUMN rating_pairs.matches IS 'Their matches.';
COMMENT ON COLUMN rating_pairs.queued IS 'Those of them that the queue made.';

-- ---- the terms of a season ----

-- A season keeps the terms with which it began: the season that runs during the
-- upgrade asks for no opponents. Seasons that are closed keep their order.
ALTER TABLE seasons
    ADD COLUMN list_opponents integer NOT NULL DEFAULT 0 CHECK (list_opponents >= 0),
    ADD COLUMN list_queue_opponents integer NOT NULL DEFAULT 0 CHECK (list_queue_opponents >= 0),
    ADD COLUMN list_by smallint NOT NULL DEFAULT 1 CHECK (list_by BETWEEN 1 AND 2);
ALTER TABLE seasons
    ALTER COLUMN list_opponents SET DEFAULT 5,
    ALTER COLUMN list_queue_opponents SET DEFAULT 3,
    ALTER COLUMN list_by SET DEFAULT 2;
UPDATE seasons SET list_by = 2 WHERE closed_at IS NULL;
COMMENT ON COLUMN seasons.list_opponents IS 'So many different opponents list somebody.';
COMMENT ON COLUMN seasons.list_queue_opponents IS 'So many of them from the queue.';
COMMENT ON COLUMN seasons.list_by IS 'What leaderboards are ordered by: 1 ratings.shown, 2 the lower bound.';

-- ---- places on lists ----

ALTER TABLE ratings
    ADD COLUMN uncounted integer NOT NULL DEFAULT 0,
    ADD COLUMN opponents integer NOT NULL DEFAULT 0,
    ADD COLUMN queue_opponents integer NOT NULL DEFAULT 0,
    ADD COLUMN list_value integer,
    ADD COLUMN lapses_at timestamptz;
COMMENT ON COLUMN ratings.is_listed IS 'Has list_matches matches, and the account is not deleted. For nodes of the version before; list_value has all terms.';
COMMENT ON COLUMN ratings.uncounted IS 'Those of the matches that do not count for lists.';
COMMENT ON COLUMN ratings.opponents IS 'Different opponents in matches that count.';
COMMENT ON COLUMN ratings.queue_opponents IS 'Different opponents that the queue found.';
COMMENT ON COLUMN ratings.list_value IS 'What it is listed by; null: it is not listed. By trigger.';
COMMENT ON COLUMN ratings.lapses_at IS 'Without play it is provisional from then on, and no longer listed; null in closed seasons. By trigger.';

-- A rating is provisional from a sigma of 25/6 on; its variance grows by 2.75 squared
-- in a year (service/play/ladder/rating.h).
CREATE FUNCTION ladder_lapses_at(sigma float8, played_at timestamptz) RETURNS timestamptz
    LANGUAGE sql STABLE AS $$
    SELECT played_at + make_interval(secs =>
        greatest(0, (25.0::float8 / 6) * (25.0::float8 / 6) - sigma * sigma) / (2.75::float8 * 2.75) * 31536000)
$$;

-- By what a rating is listed, or null; `may` says whether the account may be listed.
CREATE FUNCTION ladder_list_value(may boolean, shown integer, sigma float8, counted integer, opponents integer,
        queue_opponents integer, s seasons) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN NOT may THEN NULL WHEN s.list_by = 1 THEN shown
        WHEN sigma > 25.0::float8 / 6 OR counted < s.list_matches OR opponents < s.list_opponents
            OR queue_opponents < s.list_queue_opponents THEN NULL
        ELSE shown - floor(80 * sigma + 0.5)::integer END
$$;

-- The same at the end of a closed season.
CREATE FUNCTION ladder_final_value(may boolean, shown integer, sigma float8, counted integer, opponents integer,
        queue_opponents integer, played_at timestamptz, s seasons) RETURNS integer LANGUAGE sql STABLE AS $$
    SELECT CASE WHEN s.list_by = 2 AND ladder_lapses_at(sigma, played_at) <= s.ends_at THEN NULL
        ELSE ladder_list_value(may, shown, sigma, counted, opponents, queue_opponents, s) END
$$;

-- Leaderboards of closed seasons do not change, except that deleted accounts leave them.
CREATE FUNCTION ratings_list() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    s seasons;
BEGIN
    SELECT * INTO s FROM seasons WHERE number = NEW.season;
    IF s.closed_at IS NULL THEN
        NEW.list_value := ladder_list_value(NEW.is_listed, NEW.shown, NEW.sigma, NEW.matches - NEW.uncounted,
            NEW.opponents, NEW.queue_opponents, s);
    ELSIF NOT NEW.is_listed THEN
        NEW.list_value := NULL;
    ELSIF s.list_by = 1 THEN
        NEW.list_value := NEW.shown;
    END IF;
    NEW.lapses_at := CASE WHEN NEW.list_value IS NOT NULL AND s.list_by = 2 AND s.closed_at IS NULL
        THEN ladder_lapses_at(NEW.sigma, NEW.played_at) END;
    RETURN NEW;
END $$;
CREATE TRIGGER ratings_list BEFORE INSERT OR UPDATE OF shown, sigma, matches, uncounted, opponents, queue_opponents,
    played_at, is_listed ON ratings FOR EACH ROW EXECUTE FUNCTION ratings_list();

-- ---- ranks ----

CREATE TABLE list_counts (LIKE board_counts INCLUDING ALL) WITH (fillfactor = 70);
COMMENT ON TABLE list_counts IS 'How many on a leaderboard of ratings have the same value; kept by triggers on ratings.';
COMMENT ON COLUMN list_counts.game IS 'The game.';
COMMENT ON COLUMN list_counts.seat_count IS 'Seats.';
COMMENT ON COLUMN list_counts.pool IS 'As ratings have it.';
COMMENT ON COLUMN list_counts.season IS 'The season.';
COMMENT ON COLUMN list_counts.value IS 'ratings.list_value.';
COMMENT ON COLUMN list_counts.players IS 'How many players have it; 0: there were some once.';
COMMENT ON TABLE board_counts IS 'How many have the same number: of high scores, and, for nodes of the version before, of ratings; kept by triggers.';

CREATE FUNCTION ratings_list_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP IN ('UPDATE', 'DELETE') THEN
        INSERT INTO list_counts AS c
            SELECT game, seat_count, pool, season, list_value, -count(*) FROM gone WHERE list_value IS NOT NULL
            GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
        ON CONFLICT (game, seat_count, pool, season, value) DO UPDATE SET players = c.players + excluded.players;
    END IF;
    IF TG_OP IN ('UPDATE', 'INSERT') THEN
        INSERT INTO list_counts AS c
            SELECT game, seat_count, pool, season, list_value, count(*) FROM come WHERE list_value IS NOT NULL
            GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
        ON CONFLICT (game, seat_count, pool, season, value) DO UPDATE SET players = c.players + excluded.players;
    END IF;
    IF TG_OP = 'TRUNCATE' THEN
        DELETE FROM list_counts;
    END IF;
    RETURN NULL;
END $$;

-- What is listed now, before its changes are counted.
UPDATE ratings r SET (list_value, lapses_at) = (SELECT v, CASE WHEN v IS NOT NULL AND s.list_by = 2
        THEN ladder_lapses_at(r.sigma, r.played_at) END
    FROM seasons s, LATERAL (SELECT ladder_list_value(r.is_listed, r.shown, r.sigma, r.matches, 0, 0, s) AS v) l
    WHERE s.number = r.season)
    WHERE is_listed;
INSERT INTO list_counts
    SELECT game, seat_count, pool, season, list_value, count(*) FROM ratings WHERE list_value IS NOT NULL
    GROUP BY 1, 2, 3, 4, 5;

CREATE TRIGGER ratings_list_come AFTER INSERT ON ratings
    REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION ratings_list_count();
CREATE TRIGGER ratings_list_change AFTER UPDATE ON ratings
    REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION ratings_list_count();
CREATE TRIGGER ratings_list_go AFTER DELETE ON ratings
    REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION ratings_list_count();
CREATE TRIGGER ratings_list_go_all AFTER TRUNCATE ON ratings
    FOR EACH STATEMENT EXECUTE FUNCTION ratings_list_count();

CREATE INDEX ratings_list ON ratings (game, seat_count, pool, season, list_value DESC, account_id)
    WHERE list_value IS NOT NULL;
CREATE INDEX ratings_lapse ON ratings (lapses_at) WHERE lapses_at IS NOT NULL;
