/* What there is to see besides what cards do, and what is missing of it. */
#include "coverage.h"
#include "rules/underwater_cities/content/contracts.h"
#include "rules/underwater_cities/content/slots.h"
#include "rules/underwater_cities/engine/board.h"
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/engine/options.h"
#include "rules/underwater_cities/engine/score.h"
#include "rules/underwater_cities/engine/structures.h"
#include "rules/underwater_cities/game.h"
#include "rules/underwater_cities/words/notation.h"
#include "rules/underwater_cities/words/words.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

/* ---- noting ---- */

static void note_build(struct coverage *t, const struct uwc_state *before,
                       int seat, struct move m)
{
    const struct seat *was = &before->seat[seat], *is = &t->now.seat[seat];
    const enum piece piece = (enum piece)move_b(m);
    const unsigned fresh = board_metropolises(is) & ~board_metropolises(was);

    if (piece & CITIES)
        t->city[was->board][move_a(m)] = true;
    else
        t->structure[was->board][build_structure(piece, move_a(m))] = true;
    if (fresh & METROPOLIS_RIGHT)
        t->connected[is->blue[0]] = true;
    if (fresh & METROPOLIS_LEFT)
        t->connected[is->blue[1]] = true;
}

void coverage_note_rest(struct coverage *t, const struct uwc_state *before,
                        int seat, struct move m)
{
    const struct uwc_state *now = &t->now;

    t->verb[move_verb(m)] = true;
    for (int i = 0; i < now->depth; i++)
        t->frame[now->stack[i].source] = true;
    if (now->phase == PHASE_TURN && now->part_done)
        t->slot[now->slot] = true;
    if (move_verb(m) == MOVE_BUILD)
        note_build(t, before, seat, m);
    if (move_verb(m) == MOVE_CLAIM)
        t->contract[move_a(m)] = true;
    if (move_verb(m) == MOVE_KEEP && move_a(m) <= UWC_BLUE_TILES)
        t->gained[move_a(m)] = true;
}

void coverage_note_result(struct coverage *t)
{
    struct scores scores;

    uwc_score(&t->now, &scores);
    for (int seat = 0; seat < t->now.seats; seat++) {
        const struct seat *me = &t->now.seat[seat];

        if (board_metropolises(me) & METROPOLIS_BROWN &&
            brown_tile_points(&t->now, seat, me->brown) > 0)
            t->brown[me->brown] = true;
    }
    cr_assert_eq(scores.outcome == OUTCOME_RANKED, t->now.seats > 1);
}

static const char *why_word(enum refusal_reason why)
{
    static const char *const words[REFUSAL_REASONS] = {
        [REFUSED_OK] = "ok",
#define REFUSAL(NAME, word, sentence) [REFUSED_##NAME] = word,
#include "rules/underwater_cities/engine/refusals.def"
#undef REFUSAL
    };

    return words[why];
}

void coverage_note_refusal(struct coverage *t, int seat, struct move m)
{
    struct uwc_state copy = t->now;
    const enum refusal_reason why = uwc_try(&copy, seat, m);
    struct refusal refusal = {.rule = ""};

    if (!move_is_canonical(m) || !why ||
        (t->why[why] && random_below(&t->random, 64)))
        return;
    t->why[why] = true;
    game_explain(&underwater_cities, &t->now, seat, m, NULL, &refusal);
    cr_assert_str_eq(refusal.rule, why_word(why));
    cr_assert_gt(strlen(refusal.reason), 10);
    cr_assert(strchr(".?", refusal.reason[strlen(refusal.reason) - 1]), "%s",
              refusal.reason);
}

/* ---- what is missing ---- */

/* A count of missing things, printed or not. */
struct missing {
    const struct coverage *t;
    bool aloud;
    int count;
};

static void miss(struct missing *m, bool seen, const char *what, int number,
                 const char *name)
{
    m->count += !seen;
    if (!seen && m->aloud)
        fprintf(stderr, "not seen: %s %d%s%s\n", what, number, *name ? " " : "",
                name);
}

static void miss_cards(struct missing *m)
{
    for (int n = 1; n < CARD_COUNT; n++)
        miss(m, m->t->card[n], "card", n, cards[n]->name);
}

static void miss_moves(struct missing *m)
{
    const int16_t *values = m->t->settings.values;
    const bool large = m->t->settings.seats > 2;

    for (int v = 0; v < MOVE_VERBS; v++) {
        if ((v == MOVE_ARRANGE && !values[UWC_BLUE_PLACEMENT]) ||
            (v == MOVE_CLAIM && !values[UWC_USE_CONTRACTS]) ||
            (v == MOVE_TURN_UP && (values[UWC_DRAWS] || !large)))
            continue; /* no such decision in this variant; on the small side
                         no turn takes two specials */
        miss(m, m->t->verb[v], "verb", v, verb_shapes[v].word);
    }
    for (int f = 0; f < COVERAGE_FRAMES; f++)
        if (f != FRAME_CONTRACT || values[UWC_USE_CONTRACTS])
            miss(m, m->t->frame[f], "frame source", f, "");
    for (int why = 1; why < REFUSAL_REASONS; why++) {
        if (why == REFUSED_TOO_DEEP || why == REFUSED_TOO_LONG ||
            (why == REFUSED_TILES && !values[UWC_BLUE_PLACEMENT]) ||
            (why == REFUSED_NO_SLOT && large))
            continue; /* no play goes too deep, or takes too long to work out:
                         see coverage.c and steps.c */
        miss(m, m->t->why[why], "refusal", why,
             why_word((enum refusal_reason)why));
    }
}

static void miss_table(struct missing *m)
{
    const struct settings *with = &m->t->settings;

    for (int slot = 0; slot < UWC_SLOTS; slot++)
        if (slot_of(with->seats, slot))
            miss(m, m->t->slot[slot], "slot", slot, "");
    for (int n = 1; n <= UWC_CONTRACTS; n++)
        if (with->values[UWC_USE_CONTRACTS])
            miss(m, m->t->contract[n], "contract", n, contracts[n].title);
    for (int tile = 1; tile <= UWC_BLUE_TILES; tile++) {
        miss(m, m->t->connected[tile], "connected blue tile", tile, "");
        miss(m, m->t->gained[tile], "gained blue tile", tile, "");
    }
    for (int tile = 1; tile <= UWC_BROWN_TILES; tile++)
        if (with->seats > 1 || tile != 2)
            miss(m, m->t->brown[tile], "points of brown tile", tile, "");
}

/* Sites that give or ask something. */
static void miss_board(struct missing *m, int board)
{
    const struct board *b = &boards[board];

    for (int i = 0; i < UWC_CITY_SITES; i++)
        if (b->city_bonus[i] || b->city_special[i])
            miss(m, m->t->city[board][i], "city site", i + 1, "");
    for (int i = 0; i < UWC_CITY_SITES * UWC_SITES_PER_CITY; i++)
        if (b->building_bonus[i] || b->building_special[i])
            miss(m, m->t->structure[board][i], "building site", i, "");
    for (int i = 0; i < UWC_TUNNEL_SITES; i++)
        if (b->tunnel_bonus[i] || b->tunnel_special[i])
            miss(m, m->t->structure[board][UWC_TUNNEL_BASE + i], "tunnel site",
                 i + 1, "");
}

int coverage_missing(const struct coverage *t, bool aloud)
{
    struct missing m = {.t = t, .aloud = aloud};
    const int side = t->settings.values[UWC_BOARDS] * 4;

    miss_cards(&m);
    miss_moves(&m);
    miss_table(&m);
    for (int board = side; board < side + 4; board++)
        miss_board(&m, board);
    return m.count;
}
