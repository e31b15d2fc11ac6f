/* The search of lookahead.h. */
#include "rules/kit/lookahead.h"

#include "rules/hash.h"

#include <stdalign.h>
#include <string.h>

/* The search looks for short ways first, then for all: most of what can be
 * completed can be completed in a few moves. */
enum { FEW_MOVES = 4 };

/* After this many states the search skips states that it has visited, which are
 * reached by the same moves in another order.  It remembers hashes, and the
 * latest ones if there is no room for all. */
enum { SEEN_FROM = 24, SEEN_MAX = 1024 };

/* Whether the search has visited this state with this many moves ahead; notes
 * it. */
static bool seen_before(struct lookahead *l, const void *state, int moves)
{
    uint64_t hash, *place;

    if (l->visited++ < SEEN_FROM)
        return false;
    if (l->visited == SEEN_FROM + 1)
        memset(l->seen, 0, SEEN_MAX * sizeof *l->seen);
    hash = hash_word(l->rules->hash(l, state), (unsigned)moves);
    place = &l->seen[hash % SEEN_MAX];
    if (*place == hash)
        return true;
    *place = hash;
    return false;
}

/* Whether some sequence of this many moves is complete. */
static bool find_way(struct lookahead *l, const void *state, int moves)
{
    const enum lookahead_answer answer = l->rules->look(l, state);
    alignas(64) unsigned char after[RULES_STATE_MAX];
    alignas(64) unsigned char scratch[LOOKAHEAD_SCRATCH];
    struct move move[RULES_MOVES_MAX];
    size_t count;

    if (answer != LOOKAHEAD_ON)
        return answer == LOOKAHEAD_YES;
    l->was_cut = l->was_cut || !moves;
    if (!moves || --l->left < 0)
        return false;
    if (!l->is_plain && seen_before(l, state, moves))
        return false;
    count = l->rules->candidates(l, state, move, scratch);
    for (size_t i = 0; i < count; i++) {
        const enum lookahead_answer leads =
            l->rules->try_move(l, state, move[i], after, scratch);

        if (leads == LOOKAHEAD_YES ||
            (leads == LOOKAHEAD_ON && find_way(l, after, moves - 1)))
            return true;
    }
    return false;
}

static bool find_within(struct lookahead *l, const void *state, int moves)
{
    l->left = l->budget;
    l->visited = 0;
    l->was_cut = false;
    return find_way(l, state, moves);
}

enum lookahead_result lookahead_find(struct lookahead *l, const void *state)
{
    uint64_t seen[SEEN_MAX];
    bool is_found = false;

    l->seen = seen;
    l->was_cut = true;
    if (!l->is_plain)
        is_found = find_within(l, state, FEW_MOVES);
    if (!is_found && l->was_cut)
        is_found = find_within(l, state, LOOKAHEAD_DEPTH);
    l->seen = NULL;
    if (is_found)
        return LOOKAHEAD_FOUND;
    return l->left < 0 ? LOOKAHEAD_SPENT : LOOKAHEAD_DEAD_END;
}
