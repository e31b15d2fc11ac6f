/* Records of stored matches: reading and verifying them. */
#include "play/replay/match_record.h"

#include "play/error.h"
#include "play/match/cache.h"
#include "play/match/event.h"
#include "play/match/match.h"
#include "play/match/update.h"
#include "play/play_struct.h"
#include "play/replay/match_replay.h"
#include "play/store/matches.h"
#include "rules/game.h"
#include "rules/record.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* The entry of the event that was applied last, with its forced passes, so that
 * writing the record judges nothing. */
static struct entry entry_of(const struct match_replay *match_replay,
                             const struct match_event *event,
                             enum entry_kind kind)
{
    struct entry entry = {.kind = (uint8_t)kind,
                          .seat = (uint8_t)event->seat,
                          .move = event->bits,
                          .tag = event->seq};
    int passes;

    if (kind != ENTRY_MOVE)
        return entry;
    passes = game_forced_passes(match_replay->game, match_replay->before,
                                event->seat, event->bits,
                                match_replay->at.replay.state);
    entry.is_trusted = passes >= 0;
    entry.passes = (uint8_t)(passes >= 0 ? passes : 0);
    return entry;
}

/* The bits of moves are not stored: they come from a replay. */
static enum play_err read_entries(struct match_replay *match_replay,
                                  struct record *out)
{
    out->entries = calloc(match_replay->count + 1, sizeof *out->entries);
    if (!out->entries)
        return PLAY_UNAVAILABLE;
    out->cap = match_replay->count;
    while (match_replay_step(match_replay)) {
        const struct match_event *event =
            &match_replay->events[match_replay->next - 1];
        enum entry_kind kind;

        if (event_is_decision(event->kind, &kind))
            out->entries[out->count++] = entry_of(match_replay, event, kind);
    }
    return match_replay->err;
}

void match_record_clear(struct record *record)
{
    free(record->entries);
    free((void *)(uintptr_t)record->position);
    *record = (struct record){0};
}

enum play_err match_record(struct play *play, const char *id,
                           struct record *out)
{
    struct room {
        struct store_match row;
        struct match_replay match_replay;
    } *room = malloc(sizeof *room);
    enum play_err err;

    if (!room)
        return PLAY_UNAVAILABLE;
    *out = (struct record){0};
    err = row_read(play, id, 0, &room->row);
    if (!err && !room->row.match.started_us)
        err = PLAY_NOT_STARTED;
    if (!err)
        err = match_replay_open(play, &room->row, 0, room->row.match.seq,
                                &room->match_replay);
    if (!err) {
        *out = room->match_replay.begin;
        err = read_entries(&room->match_replay, out);
        /* From here on the record owns the position. */
        room->match_replay.begin.position = NULL;
        if (err)
            match_record_clear(out);
        match_replay_close(&room->match_replay);
    }
    free(room);
    return err;
}

/* ---- verifying ---- */

/* Return the first seq whose event does not agree with the replay, or 0. */
static uint32_t first_bad_event(struct match_replay *match_replay)
{
    while (match_replay->next < match_replay->count) {
        const struct match_event *event =
            &match_replay->events[match_replay->next];

        if (!match_replay_step(match_replay) ||
            (match_replay->at.has_state
                 ? !record_hash_is(match_replay->game,
                                   match_replay->at.replay.state,
                                   event->state_hash)
                 : event->state_hash != 0))
            return event->seq;
    }
    return 0;
}

static bool end_agrees(const struct store_match *row,
                       const struct match_replay *match_replay)
{
    const struct match *match = &row->match;
    struct store_match *scored;
    bool agrees;

    if (!match_replay->at.has_state)
        return match->status == MATCH_OPEN || match->status == MATCH_ABORTED;
    if (memcmp(row->state, match_replay->at.replay.state,
               match->game->state_size) != 0)
        return false;
    if (match->status == MATCH_ABORTED)
        return !match->to_act && !match->has_result;
    if (match->game->to_act(match_replay->at.replay.state) != match->to_act ||
        (match->to_act == 0) != (match->status == MATCH_FINISHED) ||
        match->has_result != (match->status == MATCH_FINISHED))
        return false;
    if (!match->has_result)
        return true;
    scored = malloc(sizeof *scored);
    if (!scored)
        return false;
    *scored = *row;
    memset(&scored->match.result, 0, sizeof scored->match.result);
    row_score(scored, match->result.reason);
    agrees = scored->match.result.outcome == match->result.outcome &&
             memcmp(&scored->match.result.total, &match->result.total,
                    sizeof match->result.total) == 0 &&
             memcmp(&scored->match.result.rank, &match->result.rank,
                    sizeof match->result.rank) == 0;
    free(scored);
    return agrees;
}

enum play_err match_verify(struct play *play, const char *id, uint32_t *bad_seq)
{
    struct room {
        struct store_match row;
        struct match_replay match_replay;
    } *room = malloc(sizeof *room);
    enum play_err err;

    if (!room)
        return PLAY_UNAVAILABLE;
    err = row_read(play, id, 0, &room->row);
    if (!err)
        err = match_replay_open(play, &room->row, 0, room->row.match.seq,
                                &room->match_replay);
    if (!err) {
        /* The moves of an older ruleset were legal by that one. */
        room->match_replay.is_judging = room->row.match.rules_version ==
                                        room->row.match.game->rules_version;
        room->match_replay.until_us = 0;
        *bad_seq = first_bad_event(&room->match_replay);
        if (*bad_seq == 0 && !end_agrees(&room->row, &room->match_replay))
            *bad_seq = room->row.match.seq;
        if (*bad_seq != 0)
            atomic_fetch_add(&play->counts.unreplayed, 1);
        match_replay_close(&room->match_replay);
    }
    free(room);
    return err;
}
