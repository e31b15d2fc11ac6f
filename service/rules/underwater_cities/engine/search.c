/* Ruling 2: a move is legal only if the turn can still be completed, with at
 * least one part of its slot performed.  The search looks for one way through
 * and stops at the first. */
#include "rules/underwater_cities/engine/search.h"

#include "rules/hash.h"
#include "rules/underwater_cities/engine/apply.h"
#include "rules/underwater_cities/engine/candidates.h"
#include "rules/underwater_cities/engine/effects/verbs.h"
#include "rules/underwater_cities/engine/frames.h"
#include "rules/underwater_cities/engine/moves.h"
#include "rules/underwater_cities/engine/piles.h"
#include "rules/underwater_cities/engine/settle.h"
#include "rules/underwater_cities/engine/similar_moves.h"
#include "rules/underwater_cities/engine/steps.h"
#include "rules/underwater_cities/engine/verdict.h"

/* The states that one search may visit.  It bounds the work only: ordinary play
 * needs far less (docs/underwater-cities.md has the figures). */
enum { SEARCH_BUDGET = 20000, PLAIN_BUDGET = 100000 };

/* The search looks for short ways first, then for all: most turns that can be
 * completed can be completed in a few moves. */
enum { FEW_MOVES = 4, ALL_MOVES = 64 };

/* After this many states the search skips states that it has visited, which are
 * reached by the same moves in another order.  It remembers hashes, and the
 * latest ones if there is no room for all. */
enum { SEEN_FROM = 24, SEEN_MAX = 1024 };

struct search {
    int seat, budget;
    bool cut;       /* some way was not searched to its end */
    uint32_t steps; /* that the call has taken */
    int visited;
    uint64_t *seen; /* SEEN_MAX hashes, once `visited` is SEEN_FROM */
};

/* Tiles drawn in a search must not help: assume that they give nothing (ruling
 * 21). */
static void forget_tiles(struct uwc_state *s)
{
    pile_return_reveal(s, FRAME_TILES);
    frame_mark_done(s);
    frame_pop(s);
}

/* Whether the search has visited this state with this many moves ahead; notes
 * it. Points do not affect a turn, and other seats do not change. */
static bool seen_before(struct search *search, const struct uwc_state *s,
                        int moves)
{
    struct seat me = s->seat[search->seat];
    uint64_t hash, *place;

    if (search->visited++ < SEEN_FROM)
        return false;
    if (search->visited == SEEN_FROM + 1)
        memset(search->seen, 0, SEEN_MAX * sizeof *search->seen);
    me.points = 0;
    hash = hash_bytes((unsigned)moves, s, offsetof(struct uwc_state, steps));
    hash = hash_word(hash, s->chance.next);
    hash = hash_bytes(hash, &me, sizeof me);
    place = &search->seen[hash % SEEN_MAX];
    if (*place == hash)
        return true;
    *place = hash;
    return false;
}

/* ---- the search ---- */

static bool find_way(struct search *search, const struct uwc_state *s,
                     int moves);

static bool is_must(const struct frame *f)
{
    return f->flags & FRAME_MUST && !(f->flags & FRAME_DONE);
}

/* The list that a move opened on top of `depth` frames, if a part of it must
 * still be performed before it is left (ruling 41); else NULL.  A special may
 * be paid for without being used (ruling 69). */
static struct frame *opened_idle(struct uwc_state *s, int depth, struct move m)
{
    const enum verb verb = move_verb(m);
    struct frame *f = &s->stack[depth];

    if (s->depth <= depth || f->flags & FRAME_DONE)
        return NULL;
    /* what a trigger opens is apart */
    if ((effect_opening_moves >> verb & 1 && !(f->flags & FRAME_APART)) ||
        (verb == MOVE_ONCE && f->source == FRAME_ONCE) ||
        (verb == MOVE_CARD && f->source == FRAME_INSTANT &&
         !cards[f->id]->credits))
        return f;
    return NULL;
}

/* In the states of a search, what a move opened must be performed: otherwise
 * the move would open it only to pass it.  The seat that plays may do that. */
static void oblige(struct uwc_state *s, int depth, struct move m)
{
    struct frame *opened = opened_idle(s, depth, m);

    if (opened)
        opened->flags |= FRAME_MUST;
}

/* Continue after a move after which the turn cannot end yet. */
static bool go_on(struct search *search, struct uwc_state *s, struct move m,
                  int moves)
{
    if (move_verb(m) == MOVE_TILES)
        forget_tiles(s);
    frame_settle(s);
    search->steps = s->steps;
    return find_way(search, s, moves);
}

/* Whether a move performed a part that the turn still needed. */
static bool performs_needed(const struct uwc_state *before,
                            const struct uwc_state *after)
{
    bool does = after->part_done != before->part_done;

    for (int i = 0; i < before->depth && i < after->depth; i++)
        does =
            does || (is_must(&before->stack[i]) && !is_must(&after->stack[i]));
    return does;
}

/* Whether a candidate leads to a turn that may end. */
static bool leads_on(struct search *search, const struct uwc_state *s,
                     struct move m, struct tried *tried, int moves)
{
    struct uwc_state copy = *s;
    enum refusal_reason why;

    copy.steps = search->steps;
    why = apply_move(&copy, search->seat, m);
    search->steps = copy.steps;
    if (why)
        return false;
    oblige(&copy, s->depth, m);
    if (turn_may_end(&copy))
        return true;
    if (!s->exhaustive && is_useless(tried, s, &copy, search->seat, m) &&
        !performs_needed(s, &copy))
        return false;
    return go_on(search, &copy, m, moves);
}

/* Whether some sequence of this many moves leads to a turn that may end. */
static bool find_way(struct search *search, const struct uwc_state *s,
                     int moves)
{
    struct verdict_context context;
    struct candidates c;
    struct tried tried;

    if (s->exhaustive ? turn_may_end(s) : turn_surely_ends(s))
        return true;
    if (!s->depth && s->slot_progress == FINISHED)
        return false;
    search->cut = search->cut || !moves;
    if (!moves || --search->budget < 0)
        return false;
    if (!s->exhaustive && seen_before(search, s, moves))
        return false;
    context = verdict_context_of(s, search->seat);
    tried_begin(&tried);
    candidates_all(s, search->seat, &c);
    for (size_t i = 0; i < c.count; i++) {
        const struct move m = c.move[i];
        const enum verdict known = verdict(&context, m);

        if (known == VERDICT_ILLEGAL ||
            (!s->exhaustive && tried_before(&tried, s, search->seat, m)))
            continue;
        if (known == VERDICT_LEGAL || leads_on(search, s, m, &tried, moves - 1))
            return true;
    }
    return false;
}

/* Whether the turn can be completed from *s, where m led from `depth` frames;
 * is_obliged: with a part of what m opened. */
static enum refusal_reason complete(const struct uwc_state *s, int seat,
                                    int depth, struct move m, bool is_obliged,
                                    uint32_t *steps)
{
    const int most = s->exhaustive ? PLAIN_BUDGET : SEARCH_BUDGET;
    uint64_t seen[SEEN_MAX];
    struct search search = {.seat = seat, .steps = *steps, .seen = seen};
    struct uwc_state trial;
    bool is_found = false;

    for (int moves = s->exhaustive ? ALL_MOVES : FEW_MOVES;;
         moves = ALL_MOVES) {
        search.budget = most;
        search.visited = 0;
        search.cut = false;
        trial = *s;
        trial.steps = search.steps;
        if (is_obliged)
            oblige(&trial, depth, m);
        is_found = go_on(&search, &trial, m, moves);
        if (is_found || !search.cut || moves == ALL_MOVES)
            break;
    }
    *steps = search.steps;
    trial.steps = search.steps;
    if (steps_are_spent(&trial) ||
        (s->exhaustive && !is_found && search.budget < 0))
        return REFUSED_TOO_LONG;
    return is_found ? REFUSED_OK : REFUSED_DEAD_END;
}

enum refusal_reason search_try(struct uwc_state *s, int seat, struct move m)
{
    const int depth = s->depth;
    enum refusal_reason why = apply_move(s, seat, m);

    if (!why && steps_are_spent(s))
        why = REFUSED_TOO_LONG;
    if (why || (turn_may_end(s) && !opened_idle(s, depth, m)))
        return why;
    return complete(s, seat, depth, m, true, &s->steps);
}

/* Why the turn cannot be completed from *s, where m led from `depth` frames. */
static enum refusal_reason why_dead_end(struct uwc_state *s, int seat,
                                        int depth, struct move m)
{
    uint32_t steps = s->steps;

    if (opened_idle(s, depth, m))
        return complete(s, seat, depth, m, false, &steps) ? REFUSED_DEAD_END
                                                          : REFUSED_NOTHING;
    if (move_verb(m) == MOVE_BUILD && !s->seat[seat].stock[SCIENCE] &&
        s->depth > depth && s->stack[depth].source == FRAME_UPGRADE)
        return REFUSED_COST;
    return REFUSED_DEAD_END;
}

enum refusal_reason search_judge(struct uwc_state *s, int seat, struct move m)
{
    const int depth = s->depth;
    const enum refusal_reason why = search_try(s, seat, m);

    return why == REFUSED_DEAD_END ? why_dead_end(s, seat, depth, m) : why;
}

/* Whether the seat can do anything but pass; *steps counts what finding out
 * took so far.  Yes when the step budget does not suffice to find out. */
static bool asks_for_something(const struct uwc_state *s, uint32_t *steps)
{
    const int seat = uwc_active(s);
    struct verdict_context context;
    struct candidates c;

    if (!s->exhaustive && top_surely_performs(s))
        return true;
    context = verdict_context_of(s, seat);
    candidates_all(s, seat, &c);
    for (size_t i = 0; i < c.count; i++) {
        const enum verdict known = verdict(&context, c.move[i]);
        struct uwc_state copy;
        enum refusal_reason why = REFUSED_OK;

        if (move_verb(c.move[i]) == MOVE_PASS || known == VERDICT_ILLEGAL)
            continue;
        if (known == VERDICT_TRIAL) {
            copy = *s;
            copy.steps = *steps;
            copy.steps_limit = s->exhaustive ? UINT32_MAX : uwc_steps_max;
            why = search_try(&copy, seat, c.move[i]);
            *steps = copy.steps;
        }
        if (why == REFUSED_OK || why == REFUSED_TOO_LONG)
            return true;
    }
    return false;
}

uint8_t search_settle(struct uwc_state *s)
{
    uint32_t steps = 0;
    uint8_t passes = 0;

    while (s->phase == PHASE_TURN && s->depth &&
           !is_must(&s->stack[s->depth - 1]) &&
           !asks_for_something(s, &steps)) {
        frame_pop(s);
        frame_settle(s);
        passes++;
    }
    return passes;
}
