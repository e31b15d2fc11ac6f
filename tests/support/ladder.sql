-- A ladder that has been played for two years: finished matches, as many as the
-- setting fill.matches says, with all that they make.  For a database that was
-- just migrated, in one session, by a superuser.  Needs plain SQL only.
--
-- Few play much and many play little, and of late more is played than at first;
-- everybody has a strength; points tie now and then.  Ratings are made up to look like the settler's, and nothing here
-- can be replayed: it is made to be read.

SELECT setseed(0.25);
SET session_replication_role = replica; -- what refers to what is right
SET client_min_messages = notice;

CREATE FUNCTION pg_temp.say(what text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    RAISE NOTICE '% %', to_char(clock_timestamp(), 'HH24:MI:SS'), what;
END $$;

-- From -1 to 1, the same for the same word.
CREATE FUNCTION pg_temp.fixed(word text) RETURNS float8 LANGUAGE sql IMMUTABLE AS
    $$ SELECT ('x' || left(md5(word), 8))::bit(32)::integer / 2147483648.0 $$;

CREATE TEMP TABLE fill AS SELECT
    current_setting('fill.matches')::integer AS matches,
    greatest(80, current_setting('fill.matches')::integer / 40) AS people,
    date_trunc('second', now()) - interval '700 days' AS began_at,
    interval '699 days' AS lasts;

-- An index of many rows is made sooner at once than row by row.
CREATE TEMP TABLE fill_indexes AS SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS sql
    FROM pg_index i WHERE NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)
        AND i.indrelid = ANY('{matches,seats,account_matches,ladder_matches,ratings,high_scores}'::regclass[]);
DO $$
DECLARE what text;
BEGIN
    FOR what IN SELECT name FROM fill_indexes LOOP EXECUTE 'DROP INDEX ' || what; END LOOP;
END $$;

-- ---- seasons, accounts ----

SELECT pg_temp.say('seasons and accounts');
DELETE FROM seasons;
INSERT INTO seasons (number, list_opponents, list_queue_opponents, list_by, began_at, ends_at, closed_at)
    SELECT n, 0, 0, CASE WHEN n < 8 THEN 1 ELSE 2 END, began_at + (n - 1) * interval '91 days', began_at + n * interval '91 days',
        CASE WHEN n < 8 THEN began_at + n * interval '91 days' + interval '10 minutes' END
    FROM fill, generate_series(1, 8) n;

-- One in fifty is a bot.
CREATE TEMP TABLE fill_people AS SELECT n, md5('fill ' || n)::uuid AS id,
    pg_temp.fixed('a' || n) + pg_temp.fixed('b' || n) AS strength, n % 50 = 7 AS is_bot
    FROM fill, generate_series(0, people - 1) n;
CREATE UNIQUE INDEX ON fill_people (n);
ANALYZE fill_people;
INSERT INTO accounts (id, name, password, created_at, kind)
    SELECT id, 'fill-' || n, '$scrypt$none', began_at, is_bot::integer FROM fill, fill_people;

-- And those who only looked in.
INSERT INTO accounts (id, name, password, created_at)
    SELECT md5('look ' || n)::uuid, 'look-' || n, '$scrypt$none', began_at FROM fill, generate_series(1, 4000 + people) n;

-- ---- matches ----

SELECT pg_temp.say('who plays whom');
CREATE TEMP TABLE fill_matches AS SELECT n, md5('match ' || n)::uuid AS id,
    CASE WHEN random() < 0.85 THEN 'underwater-cities' ELSE 'template' END AS game,
    (ARRAY[1,2,2,2,2,2,2,3,3,4])[1 + floor(random() * 10)::integer]::smallint AS seat_count,
    random() < 0.8 AS rated, random() < 0.1 AS is_private,
    began_at + lasts * power(n / matches::float8, 0.4) AS finished_at,
    began_at + lasts * power(n / matches::float8, 0.4) - random() * interval '5 hours' AS created_at
    FROM fill, generate_series(1, matches) n;
UPDATE fill_matches SET seat_count = 2 WHERE game = 'template' AND seat_count = 1;
UPDATE fill_matches SET rated = true WHERE is_private AND n % 2 = 0;

-- Seats of a match draw from four kinds of people, so nobody sits there twice.
CREATE TEMP TABLE fill_drawn AS SELECT n, id, game, m.seat_count, rated, is_private, finished_at, created_at, seat::smallint,
    4 * floor(people / 4 * power(random(), 2))::integer + (seat + n) % 4 AS who, random() + random() + random() AS luck
    FROM fill, fill_matches m, generate_series(0, 3) seat WHERE seat < m.seat_count;
CREATE TEMP TABLE fill_seats AS SELECT d.*, p.id AS account_id, p.is_bot, p.strength,
    round(70 + 14 * p.strength + 14 * luck)::integer AS points
    FROM fill_drawn d JOIN fill_people p ON p.n = d.who;
CREATE TEMP TABLE fill_results AS SELECT s.*,
    rank() OVER (PARTITION BY n ORDER BY points DESC)::smallint AS rank,
    bool_and(is_bot) OVER (PARTITION BY n) AS all_bots, bool_or(is_bot) OVER (PARTITION BY n) AS any_bot
    FROM fill_seats s;
DROP TABLE fill_drawn, fill_seats;

SELECT pg_temp.say('matches');
INSERT INTO matches (id, created_at, started_at, finished_at, moved_at, creator_id, rules_version, deck_version, seq, status,
        seat_count, to_act, bot_seats, is_private, game, deck, options, secret, reason, ranks, totals, breakdown, outcome,
        goals, rated)
    SELECT id, min(created_at), min(created_at), min(finished_at), min(finished_at), (array_agg(account_id ORDER BY seat))[1],
        1, 1, 90, 2, min(seat_count), 0, 0, bool_or(is_private), min(game), 'fathom-1', '', decode(repeat('5a', 32), 'hex'),
        CASE WHEN n % 23 = 0 THEN 1 ELSE 0 END, array_agg(rank ORDER BY seat), array_agg(points ORDER BY seat),
        'cities ' || string_agg((points / 2)::text, ' ' ORDER BY seat) || E'\ncards '
        || string_agg((points - points / 2)::text, ' ' ORDER BY seat),
        CASE WHEN min(seat_count) > 1 THEN 0 WHEN min(points) > 80 THEN 1 ELSE 2 END, '', bool_or(rated)
    FROM fill_results GROUP BY n, id ORDER BY n;

-- And some that wait or go on.
INSERT INTO matches (id, created_at, started_at, moved_at, creator_id, rules_version, deck_version, seq, status, seat_count,
        to_act, bot_seats, is_private, game, deck, options, secret)
    SELECT md5('open ' || m.n)::uuid, now() - m.n * interval '1 minute',
        CASE WHEN m.n % 2 = 0 THEN now() - m.n * interval '1 minute' END, now(), p.id, 1, 1, 1,
        CASE WHEN m.n % 2 = 0 THEN 1 ELSE 0 END, 2, CASE WHEN m.n % 2 = 0 THEN 1 ELSE 0 END, 0, false, 'underwater-cities',
        'fathom-1', '', decode(repeat('5a', 32), 'hex')
    FROM fill, LATERAL (SELECT n FROM generate_series(1, matches / 200) n) m JOIN fill_people p ON p.n = m.n % 80;

-- And many that wait for friends: of people who only looked in, 20 each, newer
-- than all others.
INSERT INTO matches (id, created_at, moved_at, creator_id, rules_version, deck_version, seq, status, seat_count, to_act,
        bot_seats, is_private, game, deck, options, secret)
    SELECT md5('private ' || m.n)::uuid, now() + m.n * interval '1 ms', now(), md5('look ' || 1 + m.n / 20)::uuid, 1, 1, 0, 0, 2,
        0, 0, true, 'underwater-cities', 'fathom-1', '', decode(repeat('5a', 32), 'hex')
    FROM fill, LATERAL (SELECT n FROM generate_series(1, least(250000, 8 * matches, 20 * (3999 + people))) n) m;

SELECT pg_temp.say('seats');
INSERT INTO seats (match_id, seat, kind, account_id, created_at, game)
    SELECT id, seat, 1, account_id, created_at, game FROM fill_results;
INSERT INTO seats (match_id, seat, kind, account_id, created_at, game)
    SELECT id, seat, CASE WHEN seat = 0 THEN 1 ELSE 0 END, CASE WHEN seat = 0 THEN creator_id END, created_at, game
    FROM matches, generate_series(0, 1) seat WHERE status < 2;
INSERT INTO account_matches (match_id, account_id, ended_xid)
    SELECT match_id, account_id, CASE WHEN m.status = 2 THEN pg_current_xact_id() END
    FROM seats s JOIN matches m ON m.id = s.match_id WHERE account_id IS NOT NULL;

SELECT pg_temp.say('the ladder''s matches');
CREATE TEMP TABLE fill_ladder AS SELECT m.*, row_number() OVER (ORDER BY finished_at, id) AS number, s.number AS season
    FROM fill_matches m JOIN seasons s ON m.finished_at >= s.began_at AND m.finished_at < s.ends_at
    WHERE rated OR NOT is_private;
INSERT INTO ladder_matches (match_id, game, seat_count, rated, finished_at, number, season)
    SELECT id, game, seat_count, rated, finished_at, number, season FROM fill_ladder ORDER BY number;

-- ---- ratings ----

SELECT pg_temp.say('rating updates');
CREATE TEMP TABLE fill_updates AS SELECT *, greatest(1.1, 25.0 / 3 / sqrt(1 + nth / 5.0)) AS sigma,
    25 + 5 * strength * (1 - exp(-nth / 15.0)) + 8 * noise / sqrt(1 + nth) AS mu
    FROM (SELECT r.account_id, l.number, l.season, pool::smallint, r.game, r.seat_count, r.seat, r.rank,
            r.finished_at AS at, r.strength, pg_temp.fixed(r.n || 'x' || r.seat) AS noise,
            row_number() OVER (PARTITION BY r.account_id, r.game, r.seat_count, pool ORDER BY l.number) AS nth
        FROM fill_results r JOIN fill_ladder l ON l.n = r.n CROSS JOIN generate_series(0, 2) pool
        WHERE r.rated AND r.seat_count > 1
            AND (pool = 2 OR (pool = 0 AND NOT any_bot) OR (pool = 1 AND all_bots))) u;
INSERT INTO rating_updates
    SELECT account_id, number, pool, game, seat_count, seat, rank, at,
        coalesce(extract(epoch FROM at - lag(at) OVER w)::bigint, 0), coalesce(lag(mu) OVER w, 25),
        coalesce(lag(sigma) OVER w, 25.0 / 3), mu, sigma
    FROM fill_updates WINDOW w AS (PARTITION BY account_id, game, seat_count, pool ORDER BY number);

-- From here on triggers count who is on the boards.
SET session_replication_role = origin;

SELECT pg_temp.say('ratings');
INSERT INTO ratings (account_id, game, seat_count, pool, season, mu, sigma, shown, matches, wins, played_at, is_listed)
    SELECT account_id, game, seat_count, pool, season, mu, sigma, round(1500 + 40 * (mu - 25))::integer, count, wins, at,
        count >= 10
    FROM (SELECT DISTINCT ON (account_id, game, seat_count, pool, season) *, count(*) OVER w AS count,
            count(*) FILTER (WHERE rank = 1) OVER w AS wins FROM fill_updates
        WINDOW w AS (PARTITION BY account_id, game, seat_count, pool, season)
        ORDER BY account_id, game, seat_count, pool, season, number DESC) last;
UPDATE ratings r SET final_rank = f.rank
    FROM (SELECT account_id, game, seat_count, pool, season,
            rank() OVER (PARTITION BY game, seat_count, pool, season ORDER BY shown DESC)
        FROM ratings WHERE is_listed AND season < 8) f
    WHERE (r.account_id, r.game, r.seat_count, r.pool, r.season) = (f.account_id, f.game, f.seat_count, f.pool, f.season);

SELECT pg_temp.say('high scores');
INSERT INTO high_scores (account_id, game, pool, season, points, won, match_id, reached_at, matches)
    SELECT DISTINCT ON (account_id, game, pool, season) account_id, r.game, pool, season, points, points > 80, r.id,
        r.finished_at, count(*) OVER (PARTITION BY account_id, r.game, pool, season)
    FROM fill_results r JOIN fill_ladder l ON l.n = r.n CROSS JOIN generate_series(0, 2) pool
    WHERE r.seat_count = 1 AND r.rated AND (pool = 2 OR pool = is_bot::integer)
    ORDER BY account_id, game, pool, season, points DESC, r.finished_at;

-- ---- statistics ----

SELECT pg_temp.say('statistics');
SET session_replication_role = replica;
INSERT INTO player_statistics
    SELECT account_id, r.game, r.seat_count, count(*), count(*) FILTER (WHERE r.rated), count(*) FILTER (WHERE rank = 1),
        count(*) FILTER (WHERE r.n % 23 = 0), sum(points), max(points),
        ARRAY[count(*) FILTER (WHERE seat = 0), count(*) FILTER (WHERE seat = 1),
            count(*) FILTER (WHERE seat = 2), count(*) FILTER (WHERE seat = 3)]::integer[],
        ARRAY[count(*) FILTER (WHERE seat = 0 AND rank = 1), count(*) FILTER (WHERE seat = 1 AND rank = 1),
            count(*) FILTER (WHERE seat = 2 AND rank = 1), count(*) FILTER (WHERE seat = 3 AND rank = 1)]::integer[],
        ARRAY[coalesce(sum(points) FILTER (WHERE seat = 0), 0), coalesce(sum(points) FILTER (WHERE seat = 1), 0),
            coalesce(sum(points) FILTER (WHERE seat = 2), 0), coalesce(sum(points) FILTER (WHERE seat = 3), 0)]::bigint[]
    FROM fill_results r JOIN fill_ladder l ON l.n = r.n GROUP BY 1, 2, 3;

-- Who plays much has played all cards.
SELECT pg_temp.say('card statistics');
INSERT INTO card_statistics
    SELECT account_id, game, card::text, played, least(played, round(wins * (0.8 + 0.4 * random()))::integer), played * 90
    FROM (SELECT account_id, game, card,
            greatest(1, round(sum(matches) * (0.1 + 0.5 * random()))::integer) AS played, sum(wins) * 0.4 AS wins
        FROM player_statistics, generate_series(1, CASE WHEN matches > 300 THEN 180 ELSE least(matches, 30) END) card
        GROUP BY account_id, game, card) c;
SET session_replication_role = origin;

SELECT pg_temp.say('indexes');
DO $$
DECLARE what text;
BEGIN
    FOR what IN SELECT sql FROM fill_indexes LOOP EXECUTE what; END LOOP;
END $$;

SELECT pg_temp.say('analyze');
ANALYZE;
SELECT pg_temp.say('filled');
