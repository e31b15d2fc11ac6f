/* Every card of every deck is played and does something: random matches, led a
 * little towards what has not been seen yet, until none is missing.
 *
 * A card in play did something when the same move on a copy without it leads
 * elsewhere; so triggers, discounts and production need no hooks in the
 * engine. */
#include "card_dump.h"
#include "decide.h"
#include "random.h"
#include "score.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum {
    MATCHES_MAX = 500,
    IDLE_CARD = 162,     /* in play it only scores, by farms */
    COUNTING_CARD = 166, /* scores by end-scoring cards in play */
};

/* A series of matches, and which cards have had an effect in it. */
struct tour {
    struct uwc_state now;
    struct random random;
    bool done[CARD_COUNT];
};

static int missing(const struct tour *t)
{
    int count = 0;

    for (int n = 1; n < CARD_COUNT; n++)
        count += !t->done[n];
    return count;
}

/* The card behind a frame, or CARD_NONE. */
static int frame_card(const struct frame *f)
{
    switch ((enum source_kind)f->source) {
    case FRAME_INSTANT:
    case FRAME_ACTION:
    case FRAME_ONCE:
    case FRAME_TRIGGER: return f->id;
    case FRAME_SLOT:
    case FRAME_LAST_USE:
    case FRAME_UPGRADE:
    case FRAME_SPECIALS:
    case FRAME_TILES:
    case FRAME_CONTRACT: break;
    }
    return CARD_NONE;
}

static bool under_way(const struct uwc_state *s, int card)
{
    for (int i = 0; i < s->depth; i++)
        if (frame_card(&s->stack[i]) == card)
            return true;
    return false;
}

/* Cards whose effects are under way: one is done when a part was performed, or
 * when its last part was the move just made. */
static void note_frames(struct tour *t, const struct uwc_state *before,
                        struct move m)
{
    const struct uwc_state *now = &t->now;

    for (int i = 0; i < now->depth; i++)
        if (now->stack[i].flags & FRAME_DONE)
            t->done[frame_card(&now->stack[i])] = true;
    if (move_verb(m) == MOVE_PASS || move_verb(m) == MOVE_ONCE)
        return;
    for (int i = 0; i < before->depth; i++)
        if (!under_way(now, frame_card(&before->stack[i])))
            t->done[frame_card(&before->stack[i])] = true;
}

/* Cards whose whole effect came with the move that began it. */
static void note_begun(struct tour *t, const struct uwc_state *before,
                       struct move m)
{
    const enum verb verb = move_verb(m);
    int card = CARD_NONE;

    if (verb == MOVE_USE || verb == MOVE_ONCE ||
        (verb == MOVE_ANSWER && move_b(m) > 0))
        card = move_a(m);
    else if (verb == MOVE_CARD && cards[before->card]->instant &&
             cards[before->card]->instant->op == OP_GAIN)
        card = before->card;
    if (!under_way(&t->now, card))
        t->done[card] = true;
}

static bool has_verb(const struct effect *list, enum op verb)
{
    for (const struct effect *e = list; e && e->op != OP_END; e++)
        if (e->op == verb)
            return true;
    return false;
}

/* Whether the seat is better or worse off in one state than in the other. */
static bool differs(const struct uwc_state *a, const struct uwc_state *b,
                    int seat)
{
    return a->seat[seat].points != b->seat[seat].points ||
           a->draws != b->draws ||
           set_count(&a->seat[seat].hand) != set_count(&b->seat[seat].hand) ||
           memcmp(a->seat[seat].stock, b->seat[seat].stock,
                  sizeof a->seat[seat].stock) != 0;
}

/* Whether a card in play changes what a move leads to. */
static bool matters(const struct tour *t, const struct uwc_state *before,
                    int seat, int claim, int actor, struct move m)
{
    struct uwc_state without = *before;

    without.seat[seat].claims[claim] = IDLE_CARD;
    if (uwc_apply(&without, actor, m) != RULES_OK)
        return true; /* it made the move possible */
    return differs(&without, &t->now, seat);
}

/* Permanents and production cards in play that have not been seen to work. */
static void note_in_play(struct tour *t, const struct uwc_state *before,
                         int actor, struct move m)
{
    for (int seat = 0; seat < before->seats; seat++) {
        const struct seat *me = &before->seat[seat];

        for (int i = 0; i < me->claim_count; i++) {
            const struct card *c = cards[me->claims[i]];
            const bool reacts = c->when.event && seat == actor;
            const bool cheapens =
                has_verb(c->standing, OP_DISCOUNT) && seat == actor;
            const bool produces = c->produce &&
                                  !has_verb(c->produce, OP_SWAP) &&
                                  move_verb(m) == MOVE_END;

            if (!t->done[me->claims[i]] && (reacts || cheapens || produces))
                t->done[me->claims[i]] = matters(t, before, seat, i, actor, m);
        }
    }
}

/* A fourth card at the start of a turn: the limit is higher. */
static void note_limit(struct tour *t)
{
    const struct seat *me = &t->now.seat[uwc_active(&t->now)];

    if (t->now.phase != PHASE_TURN || t->now.step != STEP_PLACE ||
        set_count(&me->hand) <= 3)
        return;
    for (int i = 0; i < me->claim_count; i++)
        if (has_verb(cards[me->claims[i]]->standing, OP_HAND_LIMIT))
            t->done[me->claims[i]] = true;
}

static void take_out(struct seat *me, int card)
{
    const int i = uwc_claim_index(me, card);

    if (i >= 0)
        me->claims[i] = me->claims[--me->claim_count];
}

static int total(const struct uwc_state *s, int seat)
{
    struct scores scores;

    uwc_score(s, &scores);
    return scores.total[seat];
}

/* End-scoring cards: the seat has less without. */
static void note_scoring(struct tour *t)
{
    for (int seat = 0; seat < t->now.seats; seat++)
        for (int i = 0; i < t->now.seat[seat].claim_count; i++) {
            const int card = t->now.seat[seat].claims[i];
            struct uwc_state with = t->now;
            struct uwc_state without;

            if (cards[card]->type != END_SCORING || t->done[card])
                continue;
            if (card != COUNTING_CARD)
                take_out(&with.seat[seat], COUNTING_CARD);
            without = with;
            take_out(&without.seat[seat], card);
            t->done[card] = total(&with, seat) > total(&without, seat);
        }
}

/* How much a move is wanted; 0: only if there is no other. */
static unsigned placing_weight(const struct tour *t, struct move m)
{
    const int card = move_b(m);
    const int slot = move_a(m);

    if (!card || slot == UWC_SLOT_ALWAYS)
        return 1;
    if (cards[card]->colour != slot / 5 + 1)
        return 2;
    return t->done[card] ? 4 : 80;
}

static unsigned weight(const struct tour *t, struct move m)
{
    switch (move_verb(m)) {
    case MOVE_PLACE: return placing_weight(t, m);
    case MOVE_CARD: return t->done[t->now.card] ? 10 : 60;
    case MOVE_SPECIAL: return move_a(m) && t->done[move_a(m)] ? 1 : 6;
    case MOVE_DISCARD: return t->done[move_a(m)] ? 20 : 1;
    case MOVE_ANSWER: return move_b(m) ? 10 : 1;
    case MOVE_ONCE:
    case MOVE_USE: return t->done[move_a(m)] ? 4 : 40;
    case MOVE_KEEP: return 10;
    case MOVE_PASS:
    case MOVE_END: return 0;
    case MOVE_SLOT:
    case MOVE_BUILD:
    case MOVE_UPGRADE:
    case MOVE_CONVERT:
    case MOVE_ADVANCE:
    case MOVE_READY:
    case MOVE_PERFORM:
    case MOVE_THREE:
    case MOVE_TURN_UP:
    case MOVE_TILES:
    case MOVE_TRIAL:
    case MOVE_PICK:
    case MOVE_EXCHANGE:
    case MOVE_DO:
    case MOVE_CHOOSE:
    case MOVE_CLAIM:
    case MOVE_ARRANGE:
    case MOVE_VERBS: break;
    }
    return 5;
}

static struct move choose(struct tour *t, const struct move *moves,
                          size_t count)
{
    unsigned sum = 0;
    uint32_t at;

    for (size_t i = 0; i < count; i++)
        sum += weight(t, moves[i]);
    if (sum == 0)
        return moves[random_below(&t->random, (uint32_t)count)];
    at = random_below(&t->random, sum);
    for (size_t i = 0; i < count; i++) {
        const unsigned w = weight(t, moves[i]);

        if (at < w)
            return moves[i];
        at -= w;
    }
    return moves[0];
}

/* Decide for one seat that owes a decision. */
static void step(struct tour *t, int seat)
{
    static struct move moves[RULES_MOVES_MAX];
    const size_t count = uwc_moves(&t->now, seat, moves, RULES_MOVES_MAX);
    const struct uwc_state before = t->now;
    struct move m;

    cr_assert_gt(count, 0, "a seat that is to act has a move");
    m = choose(t, moves, count);
    cr_assert_eq(uwc_apply(&t->now, seat, m), RULES_OK);
    note_frames(t, &before, m);
    note_begun(t, &before, m);
    note_in_play(t, &before, seat, m);
    note_limit(t);
}

/* Some matches are rich, so that what costs much comes about too. */
static void enrich(struct uwc_state *s)
{
    for (int seat = 0; seat < s->seats; seat++)
        for (int r = 0; r < RESOURCES; r++)
            s->seat[seat].stock[r] = 14;
}

static void play_match(struct tour *t, int number)
{
    const struct settings settings = {.seats = (uint8_t)(2 + number % 3)};
    uint8_t secret[RULES_SECRET_SIZE] = {(uint8_t)number, 'c'};

    random_init(&t->random, secret, 1000);
    cr_assert_eq(uwc_start(&t->now, &settings, secret), RULES_OK);
    while (uwc_to_act(&t->now)) {
        if (number % 4 != 0 && t->now.step == STEP_PLACE && t->now.turn == 0 &&
            t->now.phase == PHASE_TURN)
            enrich(&t->now);
        step(t, __builtin_ctz(uwc_to_act(&t->now)));
    }
    note_scoring(t);
}

Test(coverage, every_card_of_every_deck_is_played_with_effect)
{
    static struct tour tour;
    int match = 0;

    tour.done[CARD_NONE] = true;
    while (missing(&tour) > 0 && match < MATCHES_MAX)
        play_match(&tour, match++);

    fprintf(stderr, "%d matches, %d cards missing\n", match, missing(&tour));
    for (int n = 1; n < CARD_COUNT; n++)
        cr_expect(tour.done[n], "card %d, %s, was never seen to do anything", n,
                  cards[n]->name);
}
