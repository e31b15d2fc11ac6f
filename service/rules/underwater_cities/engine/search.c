/* Ruling 2: a move is legal only if the turn can still be completed, with at
 * least one part of its slot performed.  The search looks for one way through
 * and stops at the first. */
#include "rules/underwater_cities/engine/search.h"

#include "rules/hash.h"
#include "rules/kit/lookahead.h"
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

/* What the search keeps for each state. */
struct scratch {
    struct verdict_context context;
    struct tried tried;
};

_Static_assert(sizeof(struct scratch) <= LOOKAHEAD_SCRATCH, "it has room");

/* Tiles drawn in a search must not help: assume that they give nothing (ruling
 * 21). */
static void forget_tiles(struct uwc_state *s)
{
    pile_return_reveal(s, FRAME_TILES);
    frame_mark_done(s);
    frame_pop(s);
}

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
static void go_on(struct uwc_state *s, struct move m)
{
    if (move_verb(m) == MOVE_TILES)
        forget_tiles(s);
    frame_settle(s);
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

/* ---- the search ---- */

static enum lookahead_answer look(const struct lookahead *l, const void *state)
{
    const struct uwc_state *s = state;

    if (l->is_plain ? turn_may_end(s) : turn_surely_ends(s))
        return LOOKAHEAD_YES;
    return !s->depth && s->slot_progress == FINISHED ? LOOKAHEAD_NO
                                                     : LOOKAHEAD_ON;
}

static size_t list_candidates(const struct lookahead *l, const void *state,
                              struct move *out, void *scratch)
{
    struct scratch *own = scratch;
    struct candidates c;

    verdict_begin(&own->context, state, l->seat);
    tried_begin(&own->tried);
    candidates_all(state, l->seat, &c);
    memcpy(out, c.move, c.count * sizeof *out);
    return c.count;
}

/* Play a candidate of which it is not known where it leads. */
static enum lookahead_answer
try_candidate(const struct lookahead *l, const struct uwc_state *s,
              struct move m, struct uwc_state *copy, struct tried *tried)
{
    uint32_t *steps = l->game;
    enum refusal_reason why;

    *copy = *s;
    copy->steps = *steps;
    why = apply_move(copy, l->seat, m);
    *steps = copy->steps;
    if (why)
        return LOOKAHEAD_NO;
    oblige(copy, s->depth, m);
    if (turn_may_end(copy))
        return LOOKAHEAD_YES;
    if (!l->is_plain && is_useless(tried, s, copy, l->seat, m) &&
        !performs_needed(s, copy))
        return LOOKAHEAD_NO;
    go_on(copy, m);
    *steps = copy->steps;
    return LOOKAHEAD_ON;
}

static enum lookahead_answer try_move(const struct lookahead *l,
                                      const void *state, struct move m,
                                      void *after, void *scratch)
{
    struct scratch *own = scratch;
    const enum verdict known = verdict(&own->context, m);

    if (known == VERDICT_ILLEGAL ||
        (!l->is_plain && tried_before(&own->tried, state, l->seat, m)))
        return LOOKAHEAD_NO;
    return known == VERDICT_LEGAL
               ? LOOKAHEAD_YES
               : try_candidate(l, state, m, after, &own->tried);
}

/* Points do not affect a turn, and other seats do not change.  Three hashes
 * that do not depend on each other take the time of one. */
static uint64_t hash_turn(const struct lookahead *l, const void *state)
{
    enum { HALF = offsetof(struct uwc_state, steps) / 16 * 8 };
    const struct uwc_state *s = state;
    const uint8_t *bytes = state;
    struct seat me = s->seat[l->seat];
    uint64_t first, second, third;

    me.points = 0;
    first = hash_bytes(1, bytes, HALF);
    second =
        hash_bytes(2, bytes + HALF, offsetof(struct uwc_state, steps) - HALF);
    third = hash_bytes(s->chance.next, &me, sizeof me);
    return hash_word(hash_word(first, second), third);
}

static const struct lookahead_rules turn = {
    .look = look,
    .candidates = list_candidates,
    .try_move = try_move,
    .hash = hash_turn,
};

/* Whether the turn can be completed from *s, where m led from `depth` frames;
 * is_obliged: with a part of what m opened. */
static enum refusal_reason complete(const struct uwc_state *s, int seat,
                                    int depth, struct move m, bool is_obliged,
                                    uint32_t *steps)
{
    struct uwc_state start = *s;
    struct lookahead l = {.rules = &turn,
                          .seat = seat,
                          .budget =
                              s->exhaustive ? PLAIN_BUDGET : SEARCH_BUDGET,
                          .is_plain = s->exhaustive,
                          .game = steps};
    enum lookahead_result result;

    start.steps = *steps;
    if (is_obliged)
        oblige(&start, depth, m);
    go_on(&start, m);
    *steps = start.steps;
    result = lookahead_find(&l, &start);
    start.steps = *steps;
    if (steps_are_spent(&start) || (s->exhaustive && result == LOOKAHEAD_SPENT))
        return REFUSED_TOO_LONG;
    return result == LOOKAHEAD_FOUND ? REFUSED_OK : REFUSED_DEAD_END;
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
    verdict_begin(&context, s, seat);
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
