/* Ruling 2: a move is legal only if the turn can still be completed, with at
 * least one part of its slot performed.  The search looks for one way through
 * and stops at the first. */
#include "engine.h"

/* States that one search may visit.  It only bounds the work: what ordinary
 * play needs stays far below (docs/underwater-cities.md has the figures). */
enum { SEARCH_BUDGET = 20000 };

/* First only ways of a few moves are looked for, then all: most turns that can
 * be completed at all can be completed at once. */
enum { FEW_MOVES = 4, ALL_MOVES = 64 };

struct search {
    int seat, budget;
    bool cut;       /* some way was not followed to its end */
    uint32_t steps; /* that the call has taken */
};

/* Whether the turn can end from here without anything more being performed:
 * a part of the slot is done and nothing compulsory is open. */
static bool turn_may_end(const struct uwc_state *s)
{
    if (s->phase != PHASE_TURN || s->step != STEP_RESOLVE)
        return true; /* before placing: the always-available slot is left */
    for (int i = 0; i < s->depth; i++)
        if (s->stack[i].flags & FRAME_MUST &&
            !(s->stack[i].flags & FRAME_DONE) &&
            s->stack[i].source != FRAME_SPECIALS &&
            s->stack[i].source != FRAME_TILES)
            return false;
    return s->part_done;
}

/* Tiles just drawn in a search must not help: suppose they give nothing
 * (ruling 21). */
static void forget_tiles(struct uwc_state *s)
{
    pile_return_reveal(s, FRAME_TILES);
    frame_mark_done(s);
    frame_pop(s);
}

/* ---- leaving out what cannot matter ---- */

/* What the rest of a turn looks at, so that candidates which differ in nothing
 * of it need to be tried but once. */
struct matters {
    bool known, upgrades, buildings;
    uint8_t pairs; /* pieces of which a second upgraded one brings something */
};

/* Whether a list brings more than points and cards. */
static bool list_helps(const struct effect *list)
{
    for (const struct effect *e = list; e->op != OP_END; e++)
        if (e->op != OP_GAIN || e->what < RESOURCES)
            return true;
    return false;
}

static void count_matters(struct matters *m, int what)
{
    if ((what >= COUNT_UPGRADED_FARMS && what <= COUNT_UPGRADED) ||
        what == COUNT_UPGRADED_SETS)
        m->upgrades = true;
    else if (what <= COUNT_BUILDINGS || what == COUNT_FULL_CITIES)
        m->buildings = true;
}

static void list_matters(struct matters *m, const struct effect *list)
{
    for (const struct effect *e = list; e && e->op != OP_END; e++) {
        if (e->op == OP_TRIAL_RUN)
            m->upgrades = true;
        if ((e->op == OP_IF && !e->cap) || e->op == OP_EACH)
            count_matters(m, e->what);
    }
}

static void contract_matters(struct matters *m, int contract)
{
    for (int i = 0; i < CONTRACT_CRITERIA_MAX; i++)
        if (contracts[contract].criteria[i].count)
            count_matters(m, contracts[contract].criteria[i].what);
}

/* Looked up once a search step, and only when asked for. */
static void find_matters(struct matters *m, const struct uwc_state *s, int seat)
{
    const struct seat *me = &s->seat[seat];

    if (m->known)
        return;
    m->known = true;
    for (int i = 0; i < s->depth; i++)
        list_matters(m, uwc_frame_list(s, &s->stack[i]));
    if (s->card)
        list_matters(m, cards[s->card]->instant);
    for (int i = 0; i < me->claim_count; i++) {
        const struct card *card = cards[me->claims[i]];

        list_matters(m, card->action);
        list_matters(m, card->once);
        list_matters(m, card->when.effects);
        if (card->when.event == EVENT_SECOND_UPGRADED &&
            list_helps(card->when.effects))
            m->pairs |= card->when.param;
        if (card->when.event == EVENT_SECOND_BUILDING)
            m->buildings = true;
    }
    for (int i = 0; i < UWC_CONTRACTS_OPEN; i++)
        contract_matters(m, s->contract[i]);
    /* What is built may be upgraded next: then its site matters too. */
    m->buildings = m->buildings || m->upgrades || m->pairs;
}

/* Whether upgrading this structure can matter: something counts upgrades, or
 * its connected city may yet get a second upgraded one of its kind. */
static bool upgrade_matters(const struct matters *m, const struct seat *me,
                            int structure)
{
    enum piece piece = structure_piece(me, structure);
    uint64_t there;

    if (m->upgrades || !(m->pairs & piece & BUILDINGS))
        return m->upgrades;
    there = me->building[building_index(piece)] & board_connected_sites(me) &
            BUILDINGS_AT(structure / UWC_SITES_PER_CITY);
    return __builtin_popcountll(there) > 1 &&
           __builtin_popcountll(there & me->upgraded) < 2;
}

/* Kinds of candidates of one part already tried in one step: upgrades by piece
 * and payment, buildings without site bonus by piece and payment. */
struct tried {
    struct matters matters;
    int part;
    uint8_t upgrade[TUNNEL + 1];
    uint64_t build[LABORATORY + 1];
};

/* Whether another candidate just like this one was tried: an upgrade of the
 * same piece, or a building on another site that gives and asks nothing. */
static bool tried_before(struct tried *t, const struct uwc_state *s, int seat,
                         struct move m)
{
    const struct seat *me = &s->seat[seat];
    int a = move_a(m), b = move_b(m);

    if (move_part(m) != t->part)
        *t = (struct tried){.matters = t->matters, .part = move_part(m)};
    if (move_verb(m) == MOVE_UPGRADE) {
        enum piece piece = structure_piece(me, a);
        bool before = t->upgrade[piece] >> b & 1;

        t->upgrade[piece] |= (uint8_t)(1u << b);
        if (before)
            find_matters(&t->matters, s, seat);
        return before && !upgrade_matters(&t->matters, me, a);
    }
    if (move_verb(m) == MOVE_BUILD && b & BUILDINGS &&
        !board_bonus(me, (enum piece)b, a) &&
        !board_surcharge(me, (enum piece)b, a)) {
        bool before = t->build[b] >> (move_x(m) & 63) & 1;

        t->build[b] |= UINT64_C(1) << (move_x(m) & 63);
        if (before)
            find_matters(&t->matters, s, seat);
        return before && !t->matters.buildings;
    }
    return false;
}

/* An upgrade that brought nothing and that nothing counts cannot help. */
static bool is_fruitless(struct tried *t, const struct uwc_state *before,
                         const struct uwc_state *after, int seat, struct move m)
{
    if (move_verb(m) != MOVE_UPGRADE || after->depth > before->depth ||
        before->stack[before->depth - 1].source == FRAME_UPGRADE)
        return false;
    for (int r = 0; r < RESOURCES; r++)
        if (after->seat[seat].stock[r] > before->seat[seat].stock[r])
            return false;
    find_matters(&t->matters, before, seat);
    return !upgrade_matters(&t->matters, &before->seat[seat], move_a(m));
}

/* ---- the search ---- */

static bool find_way(struct search *search, const struct uwc_state *s,
                     bool may_pass, int moves);

/* The list that a move opens on top of `depth` frames waits with nothing of it
 * done yet: then one of its parts must be part of the way (ruling 41), or the
 * move would open it only to pass it. */
static bool opened_idle(const struct uwc_state *s, int depth, struct move m)
{
    enum verb verb = move_verb(m);
    bool opens = verb == MOVE_USE || verb == MOVE_DO || verb == MOVE_CHOOSE ||
                 verb == MOVE_PERFORM || verb == MOVE_ONCE ||
                 (verb == MOVE_CARD && s->card && !s->claiming &&
                  !cards[s->card]->credits);

    return opens && s->depth > depth && !(s->stack[depth].flags & FRAME_DONE);
}

/* Go on after a move that does not let the turn end yet. */
static bool go_on(struct search *search, struct uwc_state *s, int depth,
                  struct move m, int moves)
{
    if (move_verb(m) == MOVE_TILES)
        forget_tiles(s);
    frame_settle(s);
    search->steps = s->steps;
    return find_way(search, s, !opened_idle(s, depth, m), moves);
}

/* The top list must be performed before it can be left. */
static bool top_must(const struct uwc_state *s)
{
    unsigned flags = s->depth ? s->stack[s->depth - 1].flags : 0;

    return flags & FRAME_MUST && !(flags & FRAME_DONE);
}

/* Whether some way of so many moves leads from here to a turn that may end. */
static bool find_way(struct search *search, const struct uwc_state *s,
                     bool may_pass, int moves)
{
    struct candidates c;
    struct tried tried = {0};

    if (turn_may_end(s))
        return true;
    if (!s->depth && s->slot_progress == FINISHED)
        return false;
    search->cut = search->cut || !moves;
    if (!moves || --search->budget < 0)
        return false;
    may_pass = may_pass && !top_must(s);
    candidates_all(s, search->seat, &c);
    for (size_t i = 0; i < c.count; i++) {
        struct uwc_state copy;
        struct move m = c.move[i];

        if ((!may_pass && move_verb(m) == MOVE_PASS) ||
            tried_before(&tried, s, search->seat, m))
            continue;
        copy = *s;
        copy.steps = search->steps;
        enum why why = carry_out(&copy, search->seat, m);

        search->steps = copy.steps;
        if (why)
            continue;
        if (turn_may_end(&copy))
            return true;
        if (may_pass && is_fruitless(&tried, s, &copy, search->seat, m))
            continue;
        if (go_on(search, &copy, s->depth, m, moves - 1))
            return true;
    }
    return false;
}

enum why search_try(struct uwc_state *s, int seat, struct move m)
{
    struct search search = {.seat = seat, .budget = SEARCH_BUDGET};
    struct uwc_state begun;
    int depth = s->depth;
    enum why why = carry_out(s, seat, m);
    bool is_found;

    if (why || turn_may_end(s))
        return why;
    begun = *s;
    is_found = go_on(&search, s, depth, m, FEW_MOVES);
    if (!is_found && search.cut) {
        search.budget = SEARCH_BUDGET;
        begun.steps = search.steps;
        is_found = go_on(&search, &begun, depth, m, ALL_MOVES);
    }
    s->steps = search.steps;
    if (steps_spent(s))
        return WHY_TOO_LONG;
    return is_found ? WHY_OK : WHY_DEAD_END;
}

/* Whether the seat can do anything but pass; *steps counts what finding out
 * took so far.  Yes when the step budget does not suffice to find out. */
static bool asks_for_something(const struct uwc_state *s, uint32_t *steps)
{
    const int seat = uwc_active(s);
    struct candidates c;

    candidates_all(s, seat, &c);
    for (size_t i = 0; i < c.count; i++) {
        struct uwc_state copy;
        enum why why;

        if (move_verb(c.move[i]) == MOVE_PASS)
            continue;
        copy = *s;
        copy.steps = *steps;
        copy.steps_end = uwc_steps_max;
        why = search_try(&copy, seat, c.move[i]);
        *steps = copy.steps;
        if (why == WHY_OK || why == WHY_TOO_LONG)
            return true;
    }
    return false;
}

/* Building and upgrading is one part (ruling 3): that it can begin does not
 * say that it can be finished. */
static bool top_builds_upgraded(const struct uwc_state *s)
{
    for (int part = 0; part < frame_part_count(s); part++) {
        const struct effect *e = uwc_part(s, part);

        if (e && e->op == OP_BUILD_UPGRADED)
            return true;
    }
    return false;
}

uint8_t search_settle(struct uwc_state *s)
{
    uint32_t steps = 0;
    uint8_t passes = 0;

    while (s->phase == PHASE_TURN && s->depth && !top_must(s) &&
           (!turn_may_end(s) || top_builds_upgraded(s)) &&
           !asks_for_something(s, &steps)) {
        frame_pop(s);
        frame_settle(s);
        passes++;
    }
    return passes;
}
