/* The judge's search: depth first, over all moves, until a way is found. */
#include "judge.h"

#include "rules/hash.h"
#include "rules/underwater_cities/engine/apply.h"
#include "rules/underwater_cities/engine/frame_lists.h"
#include "rules/underwater_cities/engine/frames.h"
#include "rules/underwater_cities/engine/moves.h"
#include "rules/underwater_cities/engine/piles.h"
#include "rules/underwater_cities/engine/settle.h"

#include <stdlib.h>

/* A set of visited states, emptied by a new generation. */
enum { VISITED_SIZE = 1 << 18 };

static struct {
    uint64_t hash;
    uint64_t generation;
} visited[VISITED_SIZE];

static uint64_t generation;

/* One judgement.  `owed` in the functions below has bit n if frame n was opened
 * by a move and nothing of it is performed yet. */
struct judge {
    int seat, budget, round, turn;
};

/* A state, with what is owed in it. */
struct place {
    struct uwc_state s;
    uint32_t owed;
};

static bool was_visited(const struct place *place)
{
    const uint64_t hash =
        hash_word(hash_bytes(1, &place->s, sizeof place->s), place->owed);

    for (size_t i = hash % VISITED_SIZE;; i = (i + 1) % VISITED_SIZE) {
        if (visited[i].generation == generation && visited[i].hash == hash)
            return true;
        if (visited[i].generation != generation) {
            visited[i].generation = generation;
            visited[i].hash = hash;
            return false;
        }
    }
}

/* Whether this move, played in s, opens a list of which a part must be
 * performed (ruling 41).  A special may be paid for without being used (69). */
static bool opens(const struct uwc_state *s, struct move m)
{
    switch (move_verb(m)) {
    case MOVE_USE:
    case MOVE_PERFORM:
    case MOVE_CHOOSE:
    case MOVE_ONCE: return true;
    case MOVE_DO: return uwc_part(s, move_part(m))->op != OP_EACH;
    case MOVE_CARD:
        return cards[s->card]->type == INSTANT && !cards[s->card]->credits;
    default: return false; /* of the verbs, only these open a list */
    }
}

static bool is_done(const struct uwc_state *s, int place)
{
    return s->stack[place].flags & FRAME_DONE;
}

static bool is_same(const struct frame *one, const struct frame *other)
{
    return one->source == other->source && one->id == other->id &&
           one->pc == other->pc && one->len == other->len &&
           !((one->flags ^ other->flags) & FRAME_TURN_SLOT);
}

/* After a move, or after settling, which began with this stack: false if an
 * owed frame is gone. */
static bool note_done(struct place *place, const struct frame *stack)
{
    for (int i = 0; i < UWC_FRAMES_MAX; i++) {
        if (!(place->owed >> i & 1))
            continue;
        if (i >= place->s.depth || !is_same(&place->s.stack[i], &stack[i]))
            return false;
        if (is_done(&place->s, i))
            place->owed &= ~(UINT32_C(1) << i);
    }
    return true;
}

/* Run effects until the next decision; false if an owed frame is gone. */
static bool settle(struct place *place)
{
    struct frame stack[UWC_FRAMES_MAX];

    memcpy(stack, place->s.stack, sizeof stack);
    frame_settle(&place->s);
    place->s.steps = 0;
    return note_done(place, stack);
}

static enum judgement search(struct judge *judge, const struct place *from);

/* Play a move, and look for a way from there. */
static enum judgement follow(struct judge *judge, const struct place *from,
                             struct move m)
{
    struct place *to = malloc(sizeof *to);
    enum judgement found = JUDGED_ILLEGAL;
    struct uwc_state *s = &to->s;

    *to = *from;
    if (apply_move(s, judge->seat, m))
        goto done;
    if (s->phase != PHASE_TURN || s->turn != judge->turn ||
        s->round != judge->round) {
        found = JUDGED_LEGAL; /* the turn is completed */
        goto done;
    }
    if (!note_done(to, from->s.stack))
        goto done;
    if (opens(&from->s, m) && !is_done(s, from->s.depth))
        to->owed |= UINT32_C(1) << from->s.depth;
    if (move_verb(m) == MOVE_TILES) { /* they must not help: ruling 21 */
        pile_return_reveal(s, FRAME_TILES);
        frame_mark_done(s);
        (void)note_done(to, s->stack);
        frame_pop(s);
    }
    if (settle(to))
        found = search(judge, to);
done:
    free(to);
    return found;
}

static enum judgement search(struct judge *judge, const struct place *from)
{
    struct move_list *list;
    enum judgement found = JUDGED_ILLEGAL;

    if (was_visited(from))
        return JUDGED_ILLEGAL;
    if (judge->budget-- <= 0)
        return JUDGED_UNKNOWN;
    list = malloc(sizeof *list);
    judge_list_raw(&from->s, judge->seat, list);
    /* The last verbs first: they leave lists and end the turn. */
    for (size_t i = list->count; i-- > 0 && found != JUDGED_LEGAL;) {
        const enum judgement here = follow(judge, from, list->move[i]);

        if (here != JUDGED_ILLEGAL)
            found = here;
    }
    free(list);
    return found;
}

enum judgement judge_move(const struct uwc_state *s, int seat, struct move move,
                          int budget)
{
    struct judge judge = {
        .seat = seat, .budget = budget, .round = s->round, .turn = s->turn};
    struct place from = {.s = *s};

    assert(budget < VISITED_SIZE / 2);
    generation++;
    from.s.exhaustive = 1;
    from.s.steps = 0;
    from.s.steps_limit = UINT32_MAX;
    if (s->phase != PHASE_TURN)
        return apply_move(&from.s, seat, move) ? JUDGED_ILLEGAL : JUDGED_LEGAL;
    return follow(&judge, &from, move);
}
