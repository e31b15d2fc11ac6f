/* Reading matches: without a position, with positions, events, lists. */
#include "play/match/read.h"
#include "base/base32.h"
#include "play/accounts/player.h"
#include "play/error.h"
#include "play/match/cache.h"
#include "play/match/clock.h"
#include "play/match/event.h"
#include "play/match/event_tail.h"
#include "play/match/match.h"
#include "play/match/options.h"
#include "play/match/row.h"
#include "play/match/seats.h"
#include "play/match/subscriptions.h"
#include "play/match/undo_window.h"
#include "play/node/bot_runner.h"
#include "play/node/id.h"
#include "play/play.h"
#include "play/play_struct.h"
#include "play/replay/match_replay.h"
#include "play/store/error.h"
#include "play/store/matches.h"
#include "rules/game.h"

#include <stdlib.h>
#include <string.h>

enum play_err match_get(struct play *play, const char *id, struct match *out)
{
    struct store_match row;
    enum play_err err = row_read(play, id, 0, &row);

    if (err)
        return err;
    bot_runner_watch(play->bot_runner, &row);
    *out = row.match;
    return PLAY_OK;
}

enum play_err match_catch_up(struct play *play, const char *id,
                             uint32_t min_seq)
{
    struct store_match row;

    return min_seq ? row_read(play, id, min_seq, &row) : PLAY_OK;
}

/* ---- positions ---- */

/* A reader of a match, and the viewer that it is. */
struct reader {
    const struct player *asker; /* may be NULL */
    int as_seat;
    struct match_undo undo; /* of the seat, in the position now */
};

/* Find the viewer among the seats of the match. */
static enum play_err viewer_of(const struct match *match, seat_set to_act,
                               const struct reader *reader, int *viewer)
{
    seat_set own =
        reader->asker ? seats_of(match, &reader->asker->key) : (seat_set)0;

    *viewer = seat_meant(own, reader->as_seat, to_act);
    if (*viewer < 0 && reader->as_seat >= 0)
        return PLAY_NOT_SEATED;
    if (*viewer < 0)
        *viewer = RULES_SPECTATOR;
    return PLAY_OK;
}

/* Whether this viewer may have something to take back. */
static bool may_undo(const struct store_match *row, int viewer)
{
    return viewer >= 0 && row->match.status == MATCH_RUNNING &&
           !row_is_foreign(row);
}

/* Read what the viewer may take back from the cached match. */
static enum play_err read_undo(struct play *play, struct cached_match *entry,
                               void *ctx)
{
    struct reader *reader = ctx;
    const struct match *match = &entry->row.match;
    int viewer;
    enum play_err err = viewer_of(match, match->to_act, reader, &viewer);

    reader->undo =
        (struct match_undo){.to_seq = match->seq, .step_seq = match->seq};
    if (err || !may_undo(&entry->row, viewer))
        return err;
    err = undo_window_ready(play, entry);
    if (!err)
        undo_window_limits(play, &entry->undo_window, viewer, &reader->undo);
    return err;
}

static enum play_err position_of(const struct store_match *row,
                                 const struct reader *reader,
                                 struct match_position *out)
{
    out->match = row->match;
    out->seq = row->match.seq;
    out->to_act = row->match.to_act;
    out->has_state = row->state_size > 0;
    out->undo = reader->undo;
    memset(out->state, 0, sizeof out->state);
    memcpy(out->state, row->state, row->state_size);
    if (row->match.started_us && row_is_foreign(row))
        return PLAY_OTHER_RULES;
    return viewer_of(&row->match, out->to_act, reader, &out->viewer);
}

enum play_err match_read(struct play *play, const struct player *asker,
                         const char *id, int as_seat, uint32_t min_seq,
                         struct match_position *out)
{
    struct reader reader = {.asker = asker, .as_seat = as_seat};
    struct store_match row;
    enum play_err err =
        row_read_with(play, id, min_seq, &row, read_undo, &reader);

    if (err)
        return err;
    bot_runner_watch(play->bot_runner, &row);
    return position_of(&row, &reader, out);
}

/* ---- reading without waiting ---- */

/* Can this node read the match as it has it?  Reading a match of bots keeps it
 * playing: those who may wait for the database note the reader. */
static bool is_at_hand(struct play *play, const struct cached_match *entry)
{
    const struct match *match = &entry->row.match;

    return cached_match_is_fresh(play, entry) && !row_is_foreign(&entry->row) &&
           !(match->status == MATCH_RUNNING && match_is_for_watchers(match));
}

struct glance {
    struct play *play;
    struct reader reader;
    struct match_sight *out;
};

static bool glance_at(void *ctx, const struct cached_match *entry)
{
    const struct glance *glance = ctx;
    const struct match *match = &entry->row.match;
    struct match_sight *out = glance->out;

    if (!is_at_hand(glance->play, entry) ||
        viewer_of(match, match->to_act, &glance->reader, &out->viewer))
        return false;
    out->key = match->key;
    out->stamp = match->stamp;
    out->seq = match->seq;
    out->status = match->status;
    return true;
}

bool match_glance(struct play *play, const struct player *asker, const char *id,
                  int as_seat, struct match_sight *out)
{
    struct glance glance = {play, {.asker = asker, .as_seat = as_seat}, out};
    struct play_id key;

    if (!id_read("m_", id, &key))
        return false;
    out->woken = subscriptions_woken(play->subscriptions, &key);
    return cache_peek(play->cache, &key, glance_at, &glance);
}

/* A position that is read without waiting. */
struct instant {
    struct play *play;
    struct reader reader;
    uint32_t min_seq;
    struct store_match row;
};

static bool take_position(void *ctx, const struct cached_match *entry)
{
    struct instant *instant = ctx;
    struct reader *reader = &instant->reader;
    const struct match *match = &entry->row.match;
    const struct undo_window *undo_window = &entry->undo_window;
    int viewer;

    if (match->seq < instant->min_seq || !is_at_hand(instant->play, entry) ||
        viewer_of(match, match->to_act, reader, &viewer))
        return false;
    reader->undo =
        (struct match_undo){.to_seq = match->seq, .step_seq = match->seq};
    if (may_undo(&entry->row, viewer)) {
        if (undo_window->seq != match->seq)
            return false;
        undo_window_limits(instant->play, undo_window, viewer, &reader->undo);
    }
    instant->row = entry->row;
    return true;
}

bool match_read_at_once(struct play *play, const struct player *asker,
                        const char *id, int as_seat, uint32_t min_seq,
                        struct match_position *out)
{
    struct instant instant;
    struct play_id key;

    instant.play = play;
    instant.reader = (struct reader){.asker = asker, .as_seat = as_seat};
    instant.min_seq = min_seq;
    return id_read("m_", id, &key) &&
           cache_peek(play->cache, &key, take_position, &instant) &&
           !position_of(&instant.row, &instant.reader, out);
}

/* ---- earlier positions ---- */

static enum play_err rewind_to(struct play *play, const struct store_match *row,
                               uint32_t seq, struct match_position *out)
{
    struct match_replay *match_replay = malloc(sizeof *match_replay);
    enum play_err err;

    if (!match_replay)
        return PLAY_UNAVAILABLE;
    err = match_replay_open(play, row, seq, seq, match_replay);
    if (!err) {
        const void *state = match_replay->at.replay.state;

        err = match_replay_run(match_replay);
        out->seq = seq;
        out->undo = (struct match_undo){.to_seq = seq, .step_seq = seq};
        out->has_state = match_replay->at.has_state;
        out->to_act =
            match_replay->at.has_state ? row->match.game->to_act(state) : 0;
        memcpy(out->state, state, sizeof out->state);
        match_replay_close(match_replay);
    }
    free(match_replay);
    return err;
}

enum play_err match_read_at(struct play *play, const struct player *asker,
                            const char *id, int as_seat, uint32_t seq,
                            struct match_position *out)
{
    struct reader reader = {.asker = asker, .as_seat = as_seat};
    struct store_match row;
    enum play_err err = row_read_with(play, id, seq, &row, read_undo, &reader);

    if (!err && seq > row.match.seq)
        err = PLAY_NOT_FOUND;
    if (!err)
        err = position_of(&row, &reader, out);
    if (err || seq == row.match.seq)
        return err;
    err = rewind_to(play, &row, seq, out);
    return err ? err
               : viewer_of(&row.match, out->to_act, &reader, &out->viewer);
}

static bool may_see_all(const struct store_match *row,
                        const struct player *asker)
{
    if (row->match.status == MATCH_FINISHED)
        return true;
    return row->match.sandbox && asker && row->has_creator &&
           id_equals(&row->creator, &asker->key);
}

enum play_err match_position_read(struct play *play, const struct player *asker,
                                  const char *id, int64_t seq,
                                  struct match_position *out)
{
    const struct reader reader = {.as_seat = MATCH_OWN_SEAT};
    struct store_match row;
    enum play_err err = row_read(play, id, seq > 0 ? (uint32_t)seq : 0, &row);

    if (!err && !may_see_all(&row, asker))
        err = PLAY_NOT_ALLOWED;
    if (!err && seq > row.match.seq)
        err = PLAY_NOT_FOUND;
    if (!err)
        err = position_of(&row, &reader, out);
    if (!err && seq >= 0 && seq < row.match.seq)
        err = rewind_to(play, &row, (uint32_t)seq, out);
    if (!err && !out->has_state)
        err = row.match.started_us ? PLAY_NOT_FOUND : PLAY_NOT_STARTED;
    out->undo = (struct match_undo){.to_seq = out->seq, .step_seq = out->seq};
    out->viewer = RULES_OMNISCIENT;
    return err;
}

/* ---- events ---- */

/* The events to read, and for whom. */
struct reading {
    uint32_t after, end;
    unsigned limit;
    struct match_position position;
    struct store_match row;
    bool has_steps; /* the steps were read, without a replay */
    struct event_tail_steps steps;
};

/* The journal of an undo needs the moves before it; a replay has them if the
 * tail does not. */
static bool has_moves_of_undos(const struct game *game,
                               const struct event_tail_steps *steps)
{
    struct entry moves[EVENT_TAIL_MAX];

    for (size_t i = steps->first; i < steps->count; i++)
        if (steps->events[i].kind == EVENT_UNDO &&
            !event_tail_undo(game, steps, i, moves).base)
            return false;
    return true;
}

/* A reader of new events follows the match. */
static enum play_err find_steps(struct play *play, struct cached_match *entry,
                                void *ctx)
{
    struct reading *reading = ctx;
    const struct match *match = &entry->row.match;
    bool is_over = match->status != MATCH_RUNNING;

    if (match->seq < reading->after)
        return PLAY_OK;
    reading->end = match->seq - reading->after > reading->limit
                       ? reading->after + reading->limit
                       : match->seq;
    if (match->seq - reading->after > EVENT_TAIL_MAX ||
        (is_over && match->seq == reading->after))
        return PLAY_OK;
    event_tail_follow(play, &entry->row);
    reading->has_steps =
        reading->after < reading->end &&
        event_tail_copy(play->event_tails, &entry->id, reading->after,
                        reading->end, &reading->steps) &&
        has_moves_of_undos(match->game, &reading->steps);
    return PLAY_OK;
}

typedef void visit_event(void *ctx, const struct match_position *position,
                         const struct match_visit *visited);

static void visit_steps(const struct reading *reading, visit_event *visit,
                        void *ctx)
{
    const struct event_tail_steps *steps = &reading->steps;
    struct entry moves[EVENT_TAIL_MAX];

    for (size_t i = steps->first; i < steps->count; i++) {
        struct match_visit visited = {.event = &steps->events[i],
                                      .before = steps->states[i],
                                      .after = steps->states[i + 1]};

        if (visited.event->kind == EVENT_UNDO)
            visited.undo =
                event_tail_undo(reading->row.match.game, steps, i, moves);
        visit(ctx, &reading->position, &visited);
    }
}

static void visit_replay(struct match_replay *match_replay,
                         const struct reading *reading, visit_event *visit,
                         void *ctx)
{
    while (match_replay_step(match_replay)) {
        const struct log_point *at = &match_replay->at;
        const struct match_visit visited = {
            .event = &match_replay->events[match_replay->next - 1],
            .before = match_replay->has_before ? match_replay->before : NULL,
            .after = at->has_state ? at->replay.state : NULL,
            .undo = match_replay->undo,
        };

        if (visited.event->seq > reading->after)
            visit(ctx, &reading->position, &visited);
    }
}

static enum play_err replay_steps(struct play *play,
                                  const struct reading *reading,
                                  visit_event *visit, void *ctx)
{
    struct match_replay *match_replay = malloc(sizeof *match_replay);
    enum play_err err;

    if (!match_replay)
        return PLAY_UNAVAILABLE;
    err = match_replay_open(play, &reading->row, reading->after, reading->end,
                            match_replay);
    if (!err) {
        visit_replay(match_replay, reading, visit, ctx);
        err = match_replay->err;
        match_replay_close(match_replay);
    }
    free(match_replay);
    return err;
}

enum play_err match_events(struct play *play, const struct player *asker,
                           const char *id, int as_seat, uint32_t after,
                           unsigned limit, visit_event *visit, void *ctx,
                           uint32_t *last)
{
    const struct reader reader = {.asker = asker, .as_seat = as_seat};
    struct reading reading;
    enum play_err err;

    *last = reading.after = reading.end = after;
    reading.limit = limit;
    reading.has_steps = false;
    err = row_read_with(play, id, after, &reading.row, find_steps, &reading);
    if (!err)
        bot_runner_watch(play->bot_runner, &reading.row);
    if (!err && reading.row.match.seq < after)
        err = PLAY_BAD_CURSOR;
    if (err || reading.end == after)
        return err;
    err = position_of(&reading.row, &reader, &reading.position);
    if (!err && reading.has_steps)
        visit_steps(&reading, visit, ctx);
    else if (!err)
        err = replay_steps(play, &reading, visit, ctx);
    if (!err)
        *last = reading.end;
    return err;
}

/* ---- the latest events ---- */

struct latest {
    struct play *play;
    struct reading *reading;
};

/* The journal of an undo takes long: a worker writes it. */
static bool has_undo(const struct event_tail_steps *steps)
{
    for (size_t i = steps->first; i < steps->count; i++)
        if (steps->events[i].kind == EVENT_UNDO)
            return true;
    return false;
}

static bool take_latest(void *ctx, const struct cached_match *entry)
{
    const struct latest *latest = ctx;
    struct reading *reading = latest->reading;
    const struct match *match = &entry->row.match;

    if (match->status != MATCH_RUNNING || match->seq < reading->after ||
        match->seq - reading->after > reading->limit ||
        match->seq - reading->after > EVENT_TAIL_MAX ||
        !is_at_hand(latest->play, entry))
        return false;
    reading->row = entry->row;
    reading->end = match->seq;
    reading->steps.first = reading->steps.count = 0;
    if (reading->end == reading->after)
        return event_tail_reaches(latest->play->event_tails, &entry->id,
                                  reading->end);
    return event_tail_copy(latest->play->event_tails, &entry->id,
                           reading->after, reading->end, &reading->steps) &&
           !has_undo(&reading->steps);
}

bool match_events_at_once(struct play *play, const struct player *asker,
                          const char *id, int as_seat, uint32_t after,
                          unsigned limit, visit_event *visit, void *ctx,
                          uint32_t *last, struct match *now)
{
    const struct reader reader = {.asker = asker, .as_seat = as_seat};
    struct reading reading;
    struct latest latest = {play, &reading};
    struct play_id key;

    reading.after = after;
    reading.limit = limit;
    if (!id_read("m_", id, &key) ||
        !cache_peek(play->cache, &key, take_latest, &latest) ||
        position_of(&reading.row, &reader, &reading.position))
        return false;
    visit_steps(&reading, visit, ctx);
    *last = reading.end;
    *now = reading.row.match;
    return true;
}

/* ---- lists ---- */

/* A cursor is the place and id of the last match of a page. */
struct cursor {
    int64_t place_us;
    struct play_id id;
};

_Static_assert(sizeof(struct cursor) == 24, "a cursor has no padding");

struct page {
    const struct play *play;
    const struct match_filter *filter;
    struct match *out;
    size_t count;
    size_t seen;  /* matches that were read, by all statements */
    size_t read;  /* those that the last statement listed */
    bool is_full; /* and another row follows */
    struct cursor last;
};

/* Does it fit the parts of the filter for which the database has no index? */
static bool fits(const struct match_filter *filter, const struct match *match)
{
    return (!filter->by_rated || match->rated == filter->is_rated) &&
           (!filter->seats || match->settings.seats == filter->seats);
}

static void keep(void *ctx, const struct store_match *row)
{
    struct page *page = ctx;
    struct match *match = &page->out[page->count];

    page->is_full = page->count == page->filter->limit;
    if (page->is_full)
        return;
    page->seen++;
    page->read++;
    page->last = (struct cursor){row->place_us, row->match.key};
    *match = row->match;
    match->game = game_find(row->game_id);
    if (!match->game ||
        !options_read(match->game, row->options, &match->settings))
        return; /* a game that this build does not have */
    id_write("m_", &match->key, match->id);
    clock_absences(match, row->moved_us, page->play->config.claim_days);
    page->count += fits(page->filter, match);
}

static bool read_filter(const struct player *asker,
                        const struct match_filter *filter, char *player,
                        struct store_filter *out)
{
    struct cursor cursor;

    *out = (struct store_filter){
        .is_to_act = filter->is_to_act,
        .statuses = filter->statuses,
        .game = filter->game,
        .since_us = filter->since_us,
        .ids = filter->ids,
        .id_count = filter->id_count,
        .limit = filter->limit,
    };
    if (asker) {
        out->has_asker = true;
        out->asker = asker->key;
    }
    if (filter->player) {
        for (size_t i = 0; i < PLAY_NAME_SIZE - 1 && filter->player[i]; i++) {
            char c = filter->player[i];

            player[i] = (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
        }
        out->player = player;
    }
    if (!filter->cursor)
        return true;
    /* No place is before 1970, and the database may not support such
     * times. */
    if (!base32_read(filter->cursor, (uint8_t *)&cursor, sizeof cursor) ||
        cursor.place_us <= 0)
        return false;
    out->has_cursor = true;
    out->cursor_us = cursor.place_us;
    out->cursor_id = cursor.id;
    return true;
}

/* Read on until the page is full. */
static enum store_err fill(struct store *store, struct store_filter *rows,
                           struct page *page)
{
    enum { STATEMENT_ROWS = 100 };
    struct store_list_stop stop;
    enum store_err err = STORE_OK;
    bool has_more = true;

    if (page->filter->by_rated || page->filter->seats)
        rows->limit = STATEMENT_ROWS;
    while (!err && has_more && page->count < page->filter->limit &&
           page->seen < MATCHES_READ) {
        page->read = 0;
        err = store->matches->list(store, rows, keep, page, &stop);
        if (err)
            break;
        has_more = !rows->ids && (page->read == rows->limit || stop.is_early);
        if (stop.is_early && !page->is_full && page->read < rows->limit) {
            page->seen += STORE_LIST_READ;
            page->last = (struct cursor){stop.place_us, stop.match};
        }
        rows->has_cursor = true;
        rows->cursor_us = page->last.place_us;
        rows->cursor_id = page->last.id;
    }
    page->is_full = page->is_full || has_more;
    return err;
}

enum play_err match_list(struct play *play, const struct player *asker,
                         const struct match_filter *filter, struct match *out,
                         size_t *count, char next[PLAY_CURSOR_SIZE])
{
    struct page page = {.play = play, .filter = filter, .out = out};
    char player[PLAY_NAME_SIZE] = "";
    struct store_filter rows;
    enum store_err err;

    *count = 0;
    next[0] = '\0';
    if (!read_filter(asker, filter, player, &rows))
        return PLAY_BAD_CURSOR;
    err = fill(play->store, &rows, &page);
    if (err)
        return PLAY_UNAVAILABLE;
    *count = page.count;
    if (page.is_full)
        base32_write((const uint8_t *)&page.last, sizeof page.last, next);
    return PLAY_OK;
}
