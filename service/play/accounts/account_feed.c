/* The feed of an account: changes of its matches, challenges and queue
 * entries. */
#include "play/accounts/account_feed.h"

#include "base/base32.h"
#include "play/accounts/player.h"
#include "play/error.h"
#include "play/match/cache.h"
#include "play/match/match.h"
#include "play/match/subscriptions.h"
#include "play/match/wait.h"
#include "play/matchmaking/challenge.h"
#include "play/node/errors.h"
#include "play/node/id.h"
#include "play/play.h"
#include "play/play_struct.h"
#include "play/store/error.h"
#include "play/store/feed.h"
#include "rules/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *queue_status_word(enum queue_status status)
{
    switch (status) {
    case QUEUE_WAITING: return "waiting";
    case QUEUE_MATCHED: return "matched";
    case QUEUE_LEFT: return "left";
    case QUEUE_LAPSED: return "lapsed";
    }
    return "?";
}

/* ---- cursors ---- */

/* A cursor is the position of a reading.  A reading of several pages goes
 * through the changes ordered by kind and id: until its last page the cursor
 * has its beginning (`from`), the position of its first page (`place`, from
 * which the next reading continues), and the last change that was returned. */
enum { IN_PAGES = 1, FROM_NOTHING = 2 };

/* In the first byte, above the flags; old cursors, from when only matches were
 * listed, have 0 there, which is a match. */
enum { KIND_SHIFT = 2 };

_Static_assert(FEED_MATCH == 0, "old cursors end at a match");

struct cursor {
    uint8_t flags;
    struct store_feed_cursor place, from;
    enum feed_kind last_kind;
    struct play_id last;
};

enum {
    PLACE_WORDS_MAX = 3 + STORE_RUNNING_MAX,
    /* flags and two counts, a database, two places, an id */
    CURSOR_BYTES_MAX = 3 + 8 + 2 * 8 * PLACE_WORDS_MAX + 16,
};

_Static_assert((CURSOR_BYTES_MAX * 8 + 4) / 5 < FEED_CURSOR_SIZE,
               "the longest cursor has room");

struct bytes {
    uint8_t at[CURSOR_BYTES_MAX];
    size_t count;
};

static void put(struct bytes *out, uint64_t word)
{
    for (int i = 0; i < 8; i++)
        out->at[out->count++] = (uint8_t)(word >> 8 * i);
}

static void put_place(struct bytes *out, const struct store_feed_cursor *place)
{
    put(out, place->low);
    put(out, place->high);
    for (size_t i = 0; i < place->count; i++)
        put(out, place->running[i]);
}

static void cursor_write(const struct cursor *cursor,
                         char out[FEED_CURSOR_SIZE])
{
    bool in_pages = cursor->flags & IN_PAGES;
    bool has_from = in_pages && !(cursor->flags & FROM_NOTHING);
    uint8_t head = (uint8_t)(cursor->flags |
                             (in_pages ? cursor->last_kind << KIND_SHIFT : 0));
    struct bytes bytes = {.at = {head, (uint8_t)cursor->place.count,
                                 has_from ? (uint8_t)cursor->from.count : 0},
                          .count = 3};

    put(&bytes, cursor->place.database);
    put_place(&bytes, &cursor->place);
    if (has_from)
        put_place(&bytes, &cursor->from);
    if (in_pages) {
        memcpy(bytes.at + bytes.count, &cursor->last, sizeof cursor->last);
        bytes.count += sizeof cursor->last;
    }
    base32_write(bytes.at, bytes.count, out);
}

static uint64_t take(struct bytes *in)
{
    uint64_t word = 0;

    for (int i = 0; i < 8; i++)
        word |= (uint64_t)in->at[in->count++] << 8 * i;
    return word;
}

/* Values that cannot be a snapshot are refused here, because the database
 * would refuse them. */
static bool take_place(struct bytes *in, size_t count,
                       struct store_feed_cursor *out)
{
    uint64_t last;

    out->count = count;
    out->low = take(in);
    out->high = take(in);
    last = out->low;
    for (size_t i = 0; i < count; i++) {
        out->running[i] = take(in);
        if (out->running[i] < last || out->running[i] >= out->high)
            return false;
        last = out->running[i] + 1;
    }
    return out->low > 0 && out->low <= out->high && out->high <= INT64_MAX;
}

static bool head_read(uint8_t head, struct cursor *out)
{
    *out = (struct cursor){
        .flags = head & (IN_PAGES | FROM_NOTHING),
        .last_kind = (enum feed_kind)(head >> KIND_SHIFT),
    };
    return out->last_kind <= FEED_QUEUE &&
           (out->flags & IN_PAGES ||
            (!(out->flags & FROM_NOTHING) && out->last_kind == FEED_MATCH));
}

static bool cursor_read(const char *text, struct cursor *out)
{
    size_t size = strlen(text) * 5 / 8, places = 1, words;
    struct bytes bytes = {.count = 3};
    bool has_from;

    if (size < 3 || size > sizeof bytes.at ||
        !base32_read(text, bytes.at, size) || !head_read(bytes.at[0], out) ||
        bytes.at[1] > STORE_RUNNING_MAX || bytes.at[2] > STORE_RUNNING_MAX)
        return false;
    has_from = out->flags == IN_PAGES;
    places += has_from;
    words = 1 + 2 * places + bytes.at[1] + bytes.at[2];
    if ((!has_from && bytes.at[2] > 0) ||
        size != 3 + 8 * words + (out->flags & IN_PAGES ? sizeof out->last : 0))
        return false;
    out->place.database = out->from.database = take(&bytes);
    if (!take_place(&bytes, bytes.at[1], &out->place) ||
        (has_from && !take_place(&bytes, bytes.at[2], &out->from)))
        return false;
    if (out->flags & IN_PAGES)
        memcpy(&out->last, bytes.at + bytes.count, sizeof out->last);
    return true;
}

/* ---- reading ---- */

static void query_of(const struct cursor *cursor, const struct player *player,
                     size_t limit, struct store_feed_query *out)
{
    bool in_pages = cursor->flags & IN_PAGES;

    *out = (struct store_feed_query){.account = &player->key, .limit = limit};
    if (cursor->flags & FROM_NOTHING)
        out->after = NULL;
    else
        out->after = in_pages ? &cursor->from : &cursor->place;
    if (in_pages) {
        out->after_kind = cursor->last_kind;
        out->after_id = &cursor->last;
    }
}

static bool is_of(const struct cursor *cursor,
                  const struct store_feed_cursor *now)
{
    return cursor->place.database == now->database &&
           cursor->place.high <= now->high;
}

/* A page has one entry more than the limit if there are more. */
struct page {
    struct store_feed_entry rows[FEED_LIMIT_MAX + 1];
    size_t count;
    struct store_feed_cursor now;
};

/* A cursor of another database, or of this one before it was restored, is
 * useless: start from the beginning. */
static enum store_err read_page(struct play *play, const struct player *player,
                                struct cursor *cursor, bool has_cursor,
                                unsigned limit, struct page *page)
{
    struct store_feed_query query;
    enum store_err err;

    query_of(cursor, player, limit + 1U, &query);
    err = play->store->feed->read(play->store, &query, page->rows, &page->count,
                                  &page->now);
    if (err || !has_cursor || is_of(cursor, &page->now))
        return err;
    *cursor = (struct cursor){.flags = FROM_NOTHING};
    query_of(cursor, player, limit + 1U, &query);
    return play->store->feed->read(play->store, &query, page->rows,
                                   &page->count, &page->now);
}

/* Set the position from which the next reading continues. */
static void cursor_follow(struct cursor *cursor, const struct page *page,
                          size_t limit)
{
    bool in_pages = cursor->flags & IN_PAGES;
    bool from_nothing = cursor->flags & FROM_NOTHING;

    if (!in_pages) {
        cursor->from = cursor->place;
        cursor->place = page->now;
    }
    cursor->flags = 0;
    if (page->count > limit) {
        cursor->flags = IN_PAGES | (from_nothing ? FROM_NOTHING : 0);
        cursor->last_kind = page->rows[limit - 1].kind;
        cursor->last = page->rows[limit - 1].id;
    }
}

static void match_notice(const struct store_feed_entry *row,
                         struct feed_notice *out)
{
    out->status = (enum match_status)row->status;
    out->seq = row->seq;
    out->to_act = row->to_act;
    out->mine = row->mine;
    out->moved_us = row->moved_us;
    out->deadline_us = row->deadline_us;
    memcpy(out->rank, row->rank, sizeof out->rank);
    id_write("m_", &row->id, out->id);
}

static void challenge_notice(const struct store_feed_entry *row,
                             struct feed_notice *out)
{
    out->challenge = (enum challenge_status)row->status;
    out->answer = row->answer;
    id_write("c_", &row->id, out->id);
}

static bool notice_of(const struct store_feed_entry *row,
                      struct feed_notice *out)
{
    *out = (struct feed_notice){.kind = row->kind,
                                .game = game_find(row->game),
                                .player_count = row->player_count};
    memcpy(out->players, row->players, sizeof out->players);
    switch (row->kind) {
    case FEED_MATCH: match_notice(row, out); break;
    case FEED_CHALLENGE: challenge_notice(row, out); break;
    case FEED_QUEUE: out->queue = (enum queue_status)row->status; break;
    }
    if (row->has_match)
        id_write("m_", &row->match, out->match);
    return out->game != NULL; /* a game that this build does not have */
}

static bool is_as_new(void *ctx, const struct cached_match *entry)
{
    const struct store_feed_entry *notice = ctx;

    return entry->loaded && entry->row.match.seq >= notice->seq;
}

/* A client that is notified of a seq reads the match at once: this node must
 * not return an older one, even if it was not notified yet. */
static void keep_up(struct play *play, struct store_feed_entry *notice)
{
    if (notice->kind == FEED_MATCH &&
        !cache_peek(play->cache, &notice->id, is_as_new, notice))
        cache_hint(play->cache, &notice->id);
}

enum play_err feed_read(struct play *play, const struct player *player,
                        const char *cursor, unsigned limit,
                        struct feed_notice *out, size_t *count,
                        struct feed_end *end)
{
    struct cursor at = {.flags = FROM_NOTHING};
    struct page *page;
    enum store_err err;
    bool is_later_page;

    *count = 0;
    if (cursor && !cursor_read(cursor, &at))
        return PLAY_BAD_CURSOR;
    is_later_page = at.flags & IN_PAGES;
    page = malloc(sizeof *page);
    if (!page)
        return PLAY_UNAVAILABLE;
    /* Before the reading: it may miss changes that are reported from now on. */
    end->heard = subscriptions_heard(play->subscriptions, id_tag(&player->key));
    if (is_later_page)
        end->heard--; /* changes since the first page may be missing: a wait
                         ends at once */
    err = read_page(play, player, &at, cursor != NULL, limit, page);
    if (!err) {
        cursor_follow(&at, page, limit);
        cursor_write(&at, end->cursor);
        end->has_more = page->count > limit;
        for (size_t i = 0; i < page->count && i < limit; i++) {
            keep_up(play, &page->rows[i]);
            if (notice_of(&page->rows[i], &out[*count]))
                ++*count;
        }
    }
    free(page);
    return play_err_of(err);
}

/* ---- waiting ---- */

enum play_err feed_wait(struct play *play, const struct player *player,
                        const struct feed_end *end, unsigned wait_ms,
                        struct play_subscription *waiter)
{
    return subscriptions_add_account(play->subscriptions, &player->key,
                                     end->heard, wait_ms, waiter);
}
