/* Writing the steps of a journal. */
#include "rules/otys/engine/journal.h"

void note_step(enum journal_type type, int seat, int what, int n,
               struct journal_place from, struct journal_place to,
               seat_set seen_by)
{
    recorder_add((struct journal_step){.type = (uint8_t)type,
                                       .seat = (int8_t)seat,
                                       .seen_by = seen_by,
                                       .what = (int16_t)what,
                                       .n = (int16_t)n,
                                       .from = from,
                                       .to = to});
}

/* The bytes of a state's progress; returns how many. */
static size_t progress(const struct state *s, uint8_t *out)
{
    out[PROGRESS_PHASE] = s->phase;
    out[PROGRESS_TURN] = s->turn;
    out[PROGRESS_ROUND] = s->round;
    out[PROGRESS_KEY] = s->key;
    out[PROGRESS_LEVEL] = s->level;
    out[PROGRESS_FREE] = s->is_free;
    out[PROGRESS_DOUBLE] = s->is_double;
    out[PROGRESS_STAYS] = s->stays;
    out[PROGRESS_COPIED] = s->copied;
    out[PROGRESS_DECLINED] = s->declined;
    out[PROGRESS_DEPTH] = s->depth;
    memcpy(out + PROGRESS_HEAD, s->stack, s->depth * sizeof *s->stack);
    return PROGRESS_HEAD + s->depth * sizeof *s->stack;
}

_Static_assert(2 * (PROGRESS_HEAD + FRAMES_MAX * sizeof(struct frame)) <= 255,
               "both fit into the list of a step");

/* n is the length of the first part, that of the state before. */
void note_progress(const struct state *before, const struct state *s)
{
    uint8_t list[2 * (PROGRESS_HEAD + FRAMES_MAX * sizeof(struct frame))];
    const size_t n = progress(before, list);
    const size_t length = progress(s, list + n);

    if (n != length || memcmp(list, list + n, n) != 0)
        recorder_add_list((struct journal_step){.type = STEP_PROGRESS,
                                                .seat = -1,
                                                .seen_by = JOURNAL_PUBLIC,
                                                .n = (int16_t)n},
                          list, n + length);
}
