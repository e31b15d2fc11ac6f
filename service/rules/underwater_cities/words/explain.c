/* Why a move is refused, in words that teach: the rule, and what is missing.
 *
 * The reason comes from uwc_try, the same code that would carry the move out;
 * its explanation from refusals.def.  Here are the names in its braces. */
#include "rules/underwater_cities/words/explain.h"

#include "rules/underwater_cities/content/contracts.h"
#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/engine/board.h"
#include "rules/underwater_cities/engine/discards.h"
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/engine/seat_cards.h"
#include "rules/underwater_cities/words/notation.h"
#include "rules/underwater_cities/words/prompt.h"
#include "rules/underwater_cities/words/words.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const struct refusal_words {
    const char *word, *explanation;
} refusals[REFUSAL_REASONS] = {
    [REFUSED_OK] = {"legal", "This move is legal."},
#define REFUSAL(NAME, word, explanation) [REFUSED_##NAME] = {word, explanation},
#include "rules/underwater_cities/engine/refusals.def"
#undef REFUSAL
};

/* The decision that is open instead. */
static void say_decision(const struct question *q, struct phrase *p)
{
    seat_set seats = uwc_to_act(q->s);
    struct phrase asked;

    if (!seats) {
        phrase_add(p, "The match is over.");
    } else if (q->seat < 0 || q->seat >= q->s->seats) {
        phrase_add(p, "There is no such seat.");
    } else if (!(seats >> q->seat & 1)) {
        const char *between = "";

        phrase_add(p, "You have no decision to make now; to act: ");
        for (int i = 0; i < q->s->seats; i++)
            if (seats >> i & 1) {
                phrase_add(p, "%sseat %d", between, i);
                between = ", ";
            }
        phrase_add(p, ".");
    } else if (!move_is_canonical(q->move)) {
        phrase_add(p, "This is not a move of the game.");
    } else {
        prompt_text(q->s, q->seat, true, &asked);
        phrase_add(p, "This is not the decision to make now: %s", asked.text);
    }
}

static void say_card(const struct question *q, struct phrase *p)
{
    phrase_card(p, move_a(q->move));
}

static void say_hand_card(const struct question *q, struct phrase *p)
{
    const int card =
        move_verb(q->move) == MOVE_PLACE ? move_b(q->move) : move_a(q->move);

    if (move_ranks(q->move)) {
        phrase_add(p, "Discard cards of your hand that you have not set aside "
                      "yet.");
    } else if (card) {
        phrase_card(p, card);
        phrase_add(p, " is not in your hand.");
    } else {
        phrase_add(p, "A card must be played: you have some in hand.");
    }
}

static void say_discards(const struct question *q, struct phrase *p)
{
    const int due[GAINS] = {[CARD] = discards_due(q->s, q->seat)};

    phrase_amounts(p, due, GAINS);
    phrase_add(p, "; this move names %d",
               __builtin_popcount(move_ranks(q->move)));
}

static void say_slot(const struct question *q, struct phrase *p)
{
    phrase_slot(p, q->s->seats, move_a(q->move));
}

static void say_structure(const struct question *q, struct phrase *p)
{
    phrase_structure(p, q->me, move_a(q->move));
}

/* The tile on a slot: that of a seat, or a neutral one. */
static void say_tile_there(uint8_t tiles, struct phrase *p)
{
    if (tiles & UWC_NEUTRAL)
        phrase_add(p, "a neutral tile is there this round");
    else
        phrase_add(p, "a tile of seat %d is there this round",
                   tiles ? __builtin_ctz(tiles) : 0);
}

/* What a slot must be. */
static void say_obstacle(const struct question *q, struct phrase *p)
{
    if (!q->e)
        say_tile_there(q->s->slots[move_a(q->move)], p);
    else if (q->e->what == REACH_OCCUPIED)
        phrase_add(p, "it must be occupied by another seat");
    else if (q->e->what == REACH_ANY_COLOURED)
        phrase_add(p, "it must be a coloured slot without one of your tiles");
    else
        phrase_add(p, "it must be available%s",
                   q->e->what == REACH_AVAILABLE ? "" : " and coloured");
}

static void say_clone(const struct question *q, struct phrase *p)
{
    phrase_add(p, q->s->seats < RULES_SEATS_MAX
                      ? "only matches of four seats have it"
                  : q->s->cloned ? "it was already used in this round"
                                 : "this slot does not qualify");
}

static void say_part(const struct question *q, struct phrase *p)
{
    if (!verb_shapes[move_verb(q->move)].names_part)
        say_decision(q, p);
    else if (!q->s->depth)
        phrase_add(p, "No effect in progress offers this.");
    else
        phrase_add(p, "The effect in progress has no such open part: the part "
                      "was performed or is of another kind.");
}

/* Which criteria of a contract are missing, and by how much. */
static void say_criteria(const struct question *q, struct phrase *p)
{
    const struct contract *contract = &contracts[move_a(q->move)];
    const char *between = " still requires ";

    phrase_contract(p, move_a(q->move));
    for (int i = 0; i < CONTRACT_CRITERIA_MAX; i++) {
        const struct criterion *c = &contract->criteria[i];
        int have = board_count(q->s, q->seat, (enum countable)c->what);

        if (have >= c->count)
            continue;
        phrase_add(p, "%s", between);
        phrase_count(p, (enum countable)c->what, c->count);
        phrase_add(p, " (you have %d, %d missing)", have, c->count - have);
        between = " and ";
    }
    phrase_add(p, ".");
}

/* A contract that cannot be claimed by anybody. */
static void say_contract(const struct question *q, struct phrase *p)
{
    int contract = move_a(q->move);

    if (!q->s->contracts) {
        phrase_add(p, "This match is played without government contracts");
        return;
    }
    phrase_contract(p, contract);
    for (int i = 0; i < q->s->seats; i++)
        if (q->s->seat[i].contracts >> (contract - 1) & 1) {
            phrase_add(p, " was claimed by seat %d", i);
            return;
        }
    phrase_add(p, " is not laid out in this match");
}

static void say_condition(const struct question *q, struct phrase *p)
{
    int least, have;

    if (move_verb(q->move) == MOVE_CLAIM) {
        say_criteria(q, p);
        return;
    }
    if (!q->e || (q->e->op != OP_IF && q->e->op != OP_EACH)) {
        phrase_add(p, "A condition of this effect is not met.");
        return;
    }
    if (q->e->op == OP_IF && q->e->cap) {
        phrase_add(p, "Your marker must be on Federation space %d.", q->e->n);
        return;
    }
    least = q->e->op == OP_IF ? q->e->n : q->e->per;
    have = board_count(q->s, q->seat, (enum countable)q->e->what);
    phrase_add(p, "This requires at least ");
    phrase_count(p, (enum countable)q->e->what, least);
    phrase_add(p, "; you have %d.", have);
}

static void say_dead_end(const struct question *q, struct phrase *p)
{
    if (move_verb(q->move) == MOVE_PLACE) {
        phrase_add(p, ", and of ");
        say_slot(q, p);
        phrase_add(p, " none can be performed");
    } else {
        phrase_add(p, "; after this move none could be performed");
    }
}

static void say_action_cards(const struct question *q, struct phrase *p)
{
    phrase_add(p, "%d", claims_action_cards(q->me));
}

static void say_drop(const struct question *q, struct phrase *p)
{
    phrase_add(p, move_a(q->move) ? "you drop a card only when you gain a fifth"
                                  : "choose one to drop for the new one");
}

static void say_whose(const struct question *q, struct phrase *p)
{
    if (q->s->depth && q->s->stack[q->s->depth - 1].source == FRAME_LAST_USE)
        phrase_add(p, "not the card that was dropped");
    else if (claim_index(q->me, move_a(q->move)) < 0)
        phrase_add(p, "not among your cards in play");
    else
        phrase_add(p, "in play, but is not a card of that kind");
}

static void say_piece(const struct question *q, struct phrase *p)
{
    if (move_verb(q->move) != MOVE_BUILD) {
        phrase_add(p, "is not for that kind of structure");
        return;
    }
    phrase_add(p, "does not build a ");
    phrase_piece(p, (unsigned)move_b(q->move));
}

static void say_used(const struct question *q, struct phrase *p)
{
    phrase_add(p, cards[move_a(q->move)]->type == ACTION
                      ? "era; it is ready again after the next Production"
                      : "turn");
}

static void say_tiles(const struct question *q, struct phrase *p)
{
    phrase_add(p, "%d and %d", q->me->blue[0], q->me->blue[1]);
}

/* The names in the braces of refusals.def. */
static const struct name {
    const char *name;
    void (*say)(const struct question *q, struct phrase *p);
} names[] = {
    {"action_cards", say_action_cards},
    {"card", say_card},
    {"clone", say_clone},
    {"condition", say_condition},
    {"contract", say_contract},
    {"cost", explain_cost},
    {"dead_end", say_dead_end},
    {"decision", say_decision},
    {"discards", say_discards},
    {"drop", say_drop},
    {"hand_card", say_hand_card},
    {"obstacle", say_obstacle},
    {"part", say_part},
    {"piece", say_piece},
    {"site", explain_site},
    {"slot", say_slot},
    {"structure", say_structure},
    {"supply", explain_supply},
    {"tiles", say_tiles},
    {"used", say_used},
    {"whose", say_whose},
};

/* Say what a name in braces stands for.  A name that is not in the table stays
 * as it is: a test looks for braces. */
static void say_name(const struct question *q, const char *name, size_t length,
                     struct phrase *p)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i].name) == length &&
            memcmp(names[i].name, name, length) == 0) {
            names[i].say(q, p);
            return;
        }
    phrase_add(p, "{%.*s}", (int)length, name);
}

/* Say an explanation of refusals.def. */
static void say_explanation(const struct question *q, const char *explanation,
                            struct phrase *p)
{
    const char *s = explanation;

    while (*s) {
        const size_t plain = strcspn(s, "{");

        phrase_add(p, "%.*s", (int)plain, s);
        s += plain;
        if (*s == '{') {
            const size_t length = strcspn(s + 1, "}");

            say_name(q, s + 1, length, p);
            s += 1 + length + (s[1 + length] == '}');
        }
    }
}

void explain_reason(const struct uwc_state *s, int seat, struct move move,
                    enum refusal_reason why, struct refusal *refusal)
{
    const bool is_seated = seat >= 0 && seat < s->seats;
    struct question q = {.s = s,
                         .me = &s->seat[is_seated ? seat : 0],
                         .seat = seat,
                         .move = move};
    struct phrase text = {.length = 0};

    if (is_seated)
        q.e = named_part(s, seat, move_part(move));
    say_explanation(&q, refusals[why].explanation, &text);
    text.text[0] = (char)toupper((unsigned char)text.text[0]);
    *refusal = (struct refusal){{0}, {0}};
    snprintf(refusal->rule, sizeof refusal->rule, "%s", refusals[why].word);
    snprintf(refusal->reason, sizeof refusal->reason, "%.*s",
             (int)sizeof refusal->reason - 1, text.text);
}

void uwc_explain(const void *state, int seat, struct move move,
                 struct refusal *refusal)
{
    struct uwc_state copy = *(const struct uwc_state *)state;

    explain_reason(state, seat, move,
                   move_is_canonical(move) ? uwc_try(&copy, seat, move)
                                           : REFUSED_NOT_NOW,
                   refusal);
}
