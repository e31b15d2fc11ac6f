/* Replaying a match from its event log. */
#ifndef PLAY_MATCH_REPLAY_H
#define PLAY_MATCH_REPLAY_H

#include "play/error.h"
#include "play/replay/event_apply.h"
#include "play/replay/event_journal.h"
#include "rules/game.h"
#include "rules/record.h"

struct match_event;
struct play;
struct store_match;

/* A match being replayed from its log.
 *
 * Committed moves are trusted: they are carried out without judging or
 * searching, and the hash stored with each event must agree with the resulting
 * state.  An event that does not agree is judged (game->apply).  If it still
 * does not agree, the replay ends with PLAY_DAMAGED; with `tolerates_damage`
 * set it continues and judges the rest.  Set `tolerates_damage` where the
 * current state of the match is needed, because the log is its only source.
 *
 * If the start event does not agree, the bytes of states have changed since the
 * log was written, and the whole log is judged (is_judging).  Set is_judging
 * after match_replay_open to judge everything and to compare no hashes.
 *
 * A match of an older rules version is carried over by the same replay: moves
 * that the present rules refuse were committed, and are carried out.
 *
 * A replay may use play_config.replay_cpu_ms of processor time, but always
 * applies at least SNAPSHOT_EVERY events; then it ends with
 * PLAY_REPLAY_TOO_LONG.  It offers snapshots, so that the next attempt starts
 * at a later event. */
struct match_replay {
    struct play *play;             /* borrowed; NULL: of match_replay_begin */
    const struct store_match *row; /* borrowed */
    const struct game *game;
    struct record begin; /* without entries: settings, secret, position (only
                            when it begins with the first event) */
    struct match_event *events;
    size_t count, next; /* count: of events; next: the index of the next one */
    bool has_before, has_state;
    bool is_judging, tolerates_damage;
    uint32_t offer_to; /* snapshots up to this seq are offered */
    uint32_t stepped;  /* events */
    int64_t until_us;  /* of the thread's processor time; 0: no end */
    enum play_err err; /* why no more events are applied */
    _Alignas(16) uint8_t before[RULES_STATE_MAX]; /* before the last step */
    struct undo_moves undo; /* for the journal of the last step: `window`, if
                               it was an undo */
    struct replay window;   /* before the last undo */
    struct log_point at;    /* after it */
};

/* Load the events up to `to`.  The replay begins with the newest snapshot at or
 * before `from`, or else with the first event.  After PLAY_OK release it with
 * match_replay_close; the row must exist until then. */
enum play_err match_replay_open(struct play *play,
                                const struct store_match *row, uint32_t from,
                                uint32_t to, struct match_replay *out);
/* Like match_replay_open, from this point, to the row. */
enum play_err match_replay_resume(struct play *play,
                                  const struct store_match *row,
                                  const struct log_point *from,
                                  struct match_replay *out);
/* Replay these events, which begin with the first one and are taken; not for a
 * sandbox.  There is no time bound, because the result must not depend on the
 * speed of the machine.  Release with match_replay_close. */
void match_replay_begin(const struct store_match *row,
                        struct match_event *events, size_t count,
                        struct match_replay *out);
void match_replay_close(struct match_replay *match_replay);
/* Apply the next event.  false: there is no next event, or match_replay->err
 * gives the reason why it was not applied. */
bool match_replay_step(struct match_replay *match_replay);
/* Apply all events that were loaded.  Returns match_replay->err. */
enum play_err match_replay_run(struct match_replay *match_replay);
/* At the end: return whether the state agrees with the row. */
bool match_replay_agrees(const struct match_replay *match_replay);

#endif
