/* Time that is up: the chore that finds it and makes the seats leave.
 *
 * A match says when somebody must look at it (clock_look).  Whoever looks, one
 * node for each match, either writes down when to look next or hands it to the
 * door that everybody uses: there it is judged anew, so a decision that came
 * meanwhile counts, and who is too late finds nothing to do. */
#include "inner.h"

#include "clock.h"

enum {
    LOOKS_MAX = 64,       /* matches at once */
    ROUNDS = 16,          /* before the other chores have their turn */
    AGAIN_SECONDS = 10,   /* somebody is due: until then it is settled, or this
                             node is gone */
    FOREIGN_SECONDS = 60, /* a match that this build cannot judge */
};

struct looking {
    int64_t now_us;
    struct play_id due[LOOKS_MAX];
    size_t due_count;
};

static int64_t look(void *ctx, size_t index, const struct store_match *row)
{
    struct looking *looking = ctx;
    const struct match *match = &row->match;
    const struct game *game = game_find(row->game_id);
    const int64_t now_us = looking->now_us;

    if (index == 0)
        looking->due_count = 0;
    if (!clock_due(match, now_us))
        return clock_look(match, now_us);
    if (!game || row_is_foreign_to(row, game))
        return now_us + FOREIGN_SECONDS * INT64_C(1000000);
    looking->due[looking->due_count++] = match->key;
    return now_us + AGAIN_SECONDS * INT64_C(1000000);
}

void timekeeper_run(struct play *play)
{
    struct looking looking;
    size_t count = LOOKS_MAX;

    for (int i = 0; i < ROUNDS && count == LOOKS_MAX; i++) {
        looking.now_us = play_now_us(play);
        looking.due_count = 0;
        if (play->store->clocks_due(play->store, looking.now_us, LOOKS_MAX,
                                    look, &looking, &count))
            return;
        for (size_t n = 0; n < looking.due_count; n++)
            timeout_submit(play, &looking.due[n]);
    }
    /* There may be more: after the other chores. */
    if (count == LOOKS_MAX)
        chores_kick(play->chores, CHORE_CLOCKS);
}
