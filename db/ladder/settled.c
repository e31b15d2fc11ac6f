/* Settled matches: their numbers and notifications; and matches that cannot be
 * settled. */
#include "db/ladder/ladder.h"
#include "db/matches/matches.h"
#include "db/node/notify.h"

#include "db/pg/pg_inner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SETTLED_PARAMS = 7 };

/* The cards as text, a line for each seat, ids separated by spaces: new.  NULL:
 * out of memory. */
static char *cards_text(const struct ladder_match *match)
{
    char *text =
        malloc(match->card_count * LADDER_CARD_SIZE + RULES_SEATS_MAX + 1);
    char *end = text;

    if (!text)
        return NULL;
    for (int seat = 0; seat < match->seats; seat++) {
        if (seat > 0)
            *end++ = '\n';
        for (size_t i = 0; i < match->card_count; i++) {
            if (match->cards[i].seat != seat)
                continue;
            if (end > text && end[-1] != '\n')
                *end++ = ' ';
            end = stpcpy(end, match->cards[i].id);
        }
    }
    *end = '\0';
    return text;
}

static enum store_err write_numbers(struct pg *pg, const struct pg_param *in,
                                    size_t count)
{
    struct pg_columns columns;
    enum store_err err;

    if (!pg_columns_begin(&columns, in, count, SETTLED_PARAMS))
        return STORE_UNAVAILABLE;
    err = pg_run(pg,
                 "UPDATE ladder_matches l SET number = i.number,"
                 " season = i.season, cards = i.cards, rules = i.rules,"
                 " is_short = i.is_short, together = i.together"
                 " FROM unnest($1, $2, $3, $4, $5, $6, $7)"
                 "  i (match_id, number, season, cards, rules, is_short,"
                 "   together)"
                 " WHERE l.match_id = i.match_id",
                 columns.in, SETTLED_PARAMS, NULL);
    pg_columns_end(&columns);
    return err;
}

static enum store_err
keep_numbers(struct pg *pg, const struct ladder_match *matches, size_t count)
{
    struct pg_param *in = calloc(count * SETTLED_PARAMS, sizeof *in);
    char **texts = calloc(count, sizeof *texts);
    enum store_err err = in && texts ? STORE_OK : STORE_UNAVAILABLE;

    for (size_t i = 0; i < count && !err; i++) {
        struct pg_param *row = in + i * SETTLED_PARAMS;

        if (matches[i].has_cards) {
            texts[i] = cards_text(&matches[i]);
            err = texts[i] ? STORE_OK : STORE_UNAVAILABLE;
        }
        row[0] = (struct pg_param)PG_UUID(&matches[i].match);
        row[1] = (struct pg_param)PG_INT8(matches[i].number);
        row[2] = (struct pg_param)PG_INT4(matches[i].season);
        row[3] = (struct pg_param)PG_TEXT(texts[i]);
        row[4] = (struct pg_param)PG_INT2(matches[i].rules);
        row[5] = (struct pg_param)PG_BOOL(matches[i].is_short);
        row[6] = (struct pg_param)PG_INT2(matches[i].together);
    }
    if (!err)
        err = write_numbers(pg, in, count);
    for (size_t i = 0; texts && i < count; i++)
        free(texts[i]);
    free(texts);
    free(in);
    return err;
}

/* The rated matches as a parameter.  false: no match is rated, or memory
 * is short. */
static bool rated_ids(const struct ladder_match *matches, size_t count,
                      struct pg_columns *out)
{
    struct pg_param *in = count ? calloc(count, sizeof *in) : NULL;
    bool is_good = false;
    size_t n = 0;

    for (size_t i = 0; in && i < count; i++)
        if (matches[i].rated)
            in[n++] = (struct pg_param)PG_UUID(&matches[i].match);
    if (n > 0)
        is_good = pg_columns_begin(out, in, n, 1);
    free(in);
    return is_good;
}

static size_t tags_of(const struct ladder_match *match,
                      uint16_t tags[RULES_SEATS_MAX])
{
    size_t n = 0;

    for (int i = 0; i < match->seats; i++) {
        const uint8_t *id = match->seat[i].account.bytes;

        if (match->seat[i].has_account)
            tags[n++] = (uint16_t)(id[0] << 8 | id[1]);
    }
    return n;
}

static enum store_err tell_news(struct store_settlement *ladder,
                                const struct ladder_match *matches,
                                size_t count)
{
    enum store_err err = STORE_OK;
    struct db_notifications news;
    bool is_empty = true;

    db_notify_begin(ladder->db, &news);
    for (size_t i = 0; i < count && !err; i++) {
        uint16_t tags[RULES_SEATS_MAX];
        size_t n = tags_of(&matches[i], tags);

        if (!matches[i].rated)
            continue;
        if (!db_notify_add(&news, &matches[i].match, 0, tags, n)) {
            err = db_notify_send(ladder->pg, &news);
            db_notify_begin(ladder->db, &news);
            db_notify_add(&news, &matches[i].match, 0, tags, n);
        }
        is_empty = false;
    }
    if (!is_empty && !err)
        err = db_notify_send(ladder->pg, &news);
    return err;
}

/* Rated matches enter the feeds of their accounts again: their ratings are
 * known now. */
enum store_err db_ladder_tell(struct store_settlement *ladder,
                              const struct ladder_match *matches, size_t count)
{
    struct pg_columns columns;
    enum store_err err;

    if (!rated_ids(matches, count, &columns))
        return STORE_OK;
    err = pg_run(ladder->pg,
                 "UPDATE matches SET changed_xid = pg_current_xact_id()"
                 " WHERE id = ANY ($1)",
                 columns.in, 1, NULL);
    if (!err)
        err = pg_run(ladder->pg,
                     "UPDATE account_matches l"
                     " SET ended_xid = pg_current_xact_id() FROM seats s"
                     " WHERE s.match_id = ANY ($1) AND l.match_id = s.match_id"
                     " AND l.account_id = s.account_id"
                     " AND l.ended_xid IS NOT NULL",
                     columns.in, 1, NULL);
    pg_columns_end(&columns);
    return err ? err : tell_news(ladder, matches, count);
}

enum store_err db_ladder_write_settled(struct store_settlement *ladder,
                                       const struct ladder_match *matches,
                                       size_t count)
{
    enum store_err err = keep_numbers(ladder->pg, matches, count);

    for (size_t i = 0; i < count && !err; i++)
        if (matches[i].rated)
            err = db_networks_forget(ladder->pg, &matches[i].match);
    return err ? err : db_ladder_tell(ladder, matches, count);
}

enum store_err db_ladder_quarantine(struct store *store,
                                    const struct play_id *match)
{
    const struct pg_param in[] = {PG_UUID(match)};
    struct pg_result *rows;
    enum store_err err = pg_query(db_pool(store),
                                  "UPDATE ladder_matches SET put_aside = true"
                                  " WHERE match_id = $1 AND number IS NULL"
                                  " RETURNING match_id::text",
                                  in, PG_LENGTH(in), &rows);
    char text[128];

    if (err)
        return err;
    if (pg_rows(rows) > 0) {
        snprintf(text, sizeof text,
                 "match %s cannot be rated: it is excluded from the ratings",
                 pg_text(rows, 0, 0));
        pg_log(&db_store(store)->config, text);
    }
    pg_clear(rows);
    return STORE_OK;
}
