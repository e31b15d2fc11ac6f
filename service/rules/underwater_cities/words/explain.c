/* Why a move is refused, in words that teach: the rule, and what is missing.
 *
 * The reason comes from uwc_try, the same code that would carry the move out.
 * Its template is "refusal.WORD" (phrases.def), filled in from the fields of
 * the move.  A refusal whose sentence says more, or that has several templates,
 * has a function here: it writes what else is said, and returns the key. */
#include "rules/underwater_cities/words/explain.h"

#include "rules/kit/refusal_text.h"
#include "rules/underwater_cities/content/contracts.h"
#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/engine/board.h"
#include "rules/underwater_cities/engine/discards.h"
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/engine/seat_cards.h"
#include "rules/underwater_cities/words/document.h"
#include "rules/underwater_cities/words/notation.h"
#include "rules/underwater_cities/words/parts.h"
#include "rules/underwater_cities/words/prompt.h"
#include "rules/underwater_cities/words/text.h"
#include "rules/underwater_cities/words/texts.h"
#include "rules/underwater_cities/words/words.h"

static void put_seats(const struct question *q, seat_set seats)
{
    sink_array(q->sink, "to_act");
    for (int i = 0; i < q->s->seats; i++)
        if (seats >> i & 1)
            sink_number(q->sink, NULL, i);
    sink_close(q->sink);
}

/* The decision that is open instead. */
static const char *explain_not_now(const struct question *q)
{
    const seat_set seats = uwc_to_act(q->s);
    char asked[PHRASE_TEXT_MAX];

    if (!seats)
        return "refusal.not-now.over";
    if (q->seat < 0 || q->seat >= q->s->seats)
        return "refusal.not-now.no-seat";
    if (!(seats >> q->seat & 1)) {
        put_seats(q, seats);
        return "refusal.not-now.others";
    }
    if (!move_is_canonical(q->move))
        return "refusal.not-now.no-move";
    prompt_text(q->s, q->seat, q->sink, asked);
    sink_string(q->sink, "prompt", asked);
    return "refusal.not-now.other";
}

static const char *explain_hand_card(const struct question *q)
{
    const int card =
        move_verb(q->move) == MOVE_PLACE ? move_b(q->move) : move_a(q->move);

    if (move_ranks(q->move))
        return "refusal.not-in-hand.set-aside";
    if (!card)
        return "refusal.not-in-hand.none";
    if (move_verb(q->move) != MOVE_PLACE)
        sink_number(q->sink, "card", card);
    return "refusal.not-in-hand";
}

static const char *explain_count(const struct question *q)
{
    sink_number(q->sink, "due", discards_due(q->s, q->seat));
    sink_number(q->sink, "named", __builtin_popcount(move_ranks(q->move)));
    return "refusal.discard-count";
}

/* The tile on a slot: that of a seat, or a neutral one. */
static const char *tile_there(const struct question *q)
{
    const uint8_t tiles = q->s->slots[move_a(q->move)];

    if (tiles & UWC_NEUTRAL)
        return "neutral";
    sink_number(q->sink, "seat", tiles ? __builtin_ctz(tiles) : 0);
    return "tile";
}

/* What a slot must be. */
static const char *explain_occupied(const struct question *q)
{
    const char *obstacle = !q->e                              ? tile_there(q)
                           : q->e->what == REACH_OCCUPIED     ? "occupied"
                           : q->e->what == REACH_ANY_COLOURED ? "any-coloured"
                           : q->e->what == REACH_AVAILABLE
                               ? "available"
                               : "available-coloured";

    sink_string(q->sink, "obstacle", obstacle);
    return "refusal.slot-occupied";
}

static const char *explain_clone(const struct question *q)
{
    if (q->s->seats < RULES_SEATS_MAX)
        return "refusal.cloning-tile.seats";
    return q->s->cloned ? "refusal.cloning-tile.used" : "refusal.cloning-tile";
}

static const char *explain_part(const struct question *q)
{
    if (!verb_shapes[move_verb(q->move)].names_part)
        return explain_not_now(q);
    return q->s->depth ? "refusal.no-such-part" : "refusal.no-such-part.none";
}

/* A criterion of a contract that is not reached, and by how much. */
static void put_criterion(const struct question *q, const struct criterion *c,
                          int have)
{
    struct members members;
    char words[PHRASE_TEXT_MAX];

    text_members(&members, q->sink->language);
    sink_number(&members.sink, "n", c->count);
    sink_string(&members.sink, "count", countable_words[c->what]);
    sink_number(&members.sink, "have", have);
    sink_number(&members.sink, "missing", c->count - have);
    phrases_fill_part(&uwc_texts, &members, "lacking", q->sink->language,
                      words);
    sink_string(q->sink, NULL, words);
}

static const char *explain_criteria(const struct question *q)
{
    const struct contract *contract = &contracts[move_a(q->move)];

    sink_array(q->sink, "criteria");
    for (int i = 0; i < CONTRACT_CRITERIA_MAX; i++) {
        const struct criterion *c = &contract->criteria[i];
        const int have = board_count(q->s, q->seat, (enum countable)c->what);

        if (have < c->count)
            put_criterion(q, c, have);
    }
    sink_close(q->sink);
    return "refusal.condition.criteria";
}

static const char *explain_condition(const struct question *q)
{
    const bool is_if = q->e && q->e->op == OP_IF;

    if (move_verb(q->move) == MOVE_CLAIM)
        return explain_criteria(q);
    if (!is_if && !(q->e && q->e->op == OP_EACH))
        return "refusal.condition";
    if (is_if && q->e->cap) {
        sink_number(q->sink, "space", q->e->n);
        return "refusal.condition.space";
    }
    sink_number(q->sink, "n", is_if ? q->e->n : q->e->per);
    sink_string(q->sink, "count", countable_words[q->e->what]);
    sink_number(q->sink, "have",
                board_count(q->s, q->seat, (enum countable)q->e->what));
    return "refusal.condition.count";
}

/* A contract that cannot be claimed by anybody. */
static const char *explain_contract(const struct question *q)
{
    const int contract = move_a(q->move);

    if (!q->s->contracts)
        return "refusal.contract.without";
    for (int i = 0; i < q->s->seats; i++)
        if (q->s->seat[i].contracts >> (contract - 1) & 1) {
            sink_number(q->sink, "seat", i);
            return "refusal.contract.claimed";
        }
    return "refusal.contract";
}

static const char *explain_dead_end(const struct question *q)
{
    return move_verb(q->move) == MOVE_PLACE ? "refusal.turn-incomplete.place"
                                            : "refusal.turn-incomplete";
}

static const char *explain_limit(const struct question *q)
{
    sink_number(q->sink, "action_cards", claims_action_cards(q->me));
    return move_a(q->move) ? "refusal.action-card-limit.drop"
                           : "refusal.action-card-limit";
}

static const char *explain_not_yours(const struct question *q)
{
    if (q->s->depth && q->s->stack[q->s->depth - 1].source == FRAME_LAST_USE)
        return "refusal.not-in-play.dropped";
    return claim_index(q->me, move_a(q->move)) < 0 ? "refusal.not-in-play"
                                                   : "refusal.not-in-play.kind";
}

static const char *explain_piece(const struct question *q)
{
    return move_verb(q->move) == MOVE_BUILD ? "refusal.piece.build"
                                            : "refusal.piece";
}

static const char *explain_upgraded(const struct question *q)
{
    return move_a(q->move) >= UWC_TUNNEL_BASE
               ? "refusal.already-upgraded.tunnel"
               : "refusal.already-upgraded";
}

static const char *explain_used(const struct question *q)
{
    return cards[move_a(q->move)]->type == ACTION
               ? "refusal.already-used.action"
               : "refusal.already-used";
}

static const char *explain_tiles(const struct question *q)
{
    sink_bytes(q->sink, "tiles", q->me->blue, 2);
    return "refusal.tiles";
}

static const struct {
    const char *word;
    const char *(*explain)(const struct question *q); /* NULL: PLAIN */
} refusals[REFUSAL_REASONS] = {
    [REFUSED_OK] = {"legal", NULL},
#define SENTENCE_PLAIN     NULL
#define SENTENCE_OWN(name) explain_##name
#define REFUSAL(NAME, word, sentence)                                          \
    [REFUSED_##NAME] = {word, SENTENCE_##sentence},
#include "rules/underwater_cities/engine/refusals.def"
#undef REFUSAL
};

void explain_reason(const struct uwc_state *s, int seat, struct move move,
                    enum refusal_reason why, struct sink *sink)
{
    const bool is_seated = seat >= 0 && seat < s->seats;
    const char *word = refusals[why].word, *key = NULL;
    struct members members;
    struct question q = {.s = s,
                         .me = &s->seat[is_seated ? seat : 0],
                         .seat = seat,
                         .move = move,
                         .sink = &members.sink};

    refusal_text_begin(&members, sink, word);
    if (is_seated)
        q.e = named_part(s, seat, move_part(move));
    if (parts_are_known(s, seat, move))
        parts_of_fields(&(struct described){s, seat, move, &members.sink});
    if (refusals[why].explain)
        key = refusals[why].explain(&q);
    refusal_text_end(&members, &uwc_texts, word, key);
}

void uwc_explain(const void *state, int seat, struct move move,
                 struct sink *sink)
{
    struct uwc_state copy = *(const struct uwc_state *)state;

    explain_reason(state, seat, move,
                   move_is_canonical(move) ? uwc_try(&copy, seat, move)
                                           : REFUSED_NOT_NOW,
                   sink);
}
