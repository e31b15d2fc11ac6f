/* The client of journal_fold.h: what each step changes. */
#include "journal_fold.h"

#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/engine/seat_cards.h"
#include "rules/underwater_cities/game.h"
#include "rules/underwater_cities/words/causes.h"
#include "rules/underwater_cities/words/document.h"
#include "rules/underwater_cities/words/place_words.h"

#include <criterion/criterion.h>
#include <stdio.h>

enum { TEXT = 1 << 13, NODES = 1 << 9, SITES = 64 };

/* ---- members ---- */

static source_node node_of(const struct fold *f, const char *key)
{
    return f->in->member(f->in, 0, key);
}

bool fold_has(const struct fold *f, const char *key)
{
    return node_of(f, key) != SOURCE_NONE;
}

static int number_in(const struct fold *f, source_node object, const char *key)
{
    int64_t number = 0;

    cr_assert(f->in->number(f->in, f->in->member(f->in, object, key), &number),
              "%s has no number \"%s\"", f->type, key);
    return (int)number;
}

static int maybe_in(const struct fold *f, source_node object, const char *key)
{
    int64_t number = 0;

    return f->in->number(f->in, f->in->member(f->in, object, key), &number)
               ? (int)number
               : 0;
}

static bool truth_in(const struct fold *f, source_node object, const char *key)
{
    bool value = false;

    cr_assert(f->in->truth(f->in, f->in->member(f->in, object, key), &value),
              "%s has no \"%s\"", f->type, key);
    return value;
}

int fold_number(const struct fold *f, const char *key)
{
    return number_in(f, 0, key);
}

int fold_maybe(const struct fold *f, const char *key)
{
    return maybe_in(f, 0, key);
}

int fold_word(const struct fold *f, source_node object, const char *key,
              const char *const *words, size_t count)
{
    const char *text = "";

    cr_assert(f->in->text(f->in, f->in->member(f->in, object, key), &text),
              "%s has no word \"%s\"", f->type, key);
    for (size_t i = 0; i < count; i++)
        if (words[i] && strcmp(words[i], text) == 0)
            return (int)i;
    cr_assert_fail("%s: \"%s\" is \"%s\"", f->type, key, text);
    return 0;
}

#define WORD(f, object, key, words)                                            \
    fold_word(f, object, key, words, sizeof(words) / sizeof *(words))

size_t fold_list(const struct fold *f, const char *key, uint8_t *out,
                 size_t cap)
{
    const source_node list = node_of(f, key);
    const size_t length = f->in->length(f->in, list);

    cr_assert(length <= cap);
    for (size_t i = 0; i < length; i++) {
        int64_t number = 0;

        cr_assert(
            f->in->number(f->in, f->in->element(f->in, list, i), &number));
        out[i] = (uint8_t)number;
    }
    return length;
}

/* ---- places ---- */

static int slot_in(const struct fold *f, source_node object, const char *key)
{
    const char *text = "";
    char word[12];

    if (f->in->is_null(f->in, f->in->member(f->in, object, key)))
        return UWC_NO_SLOT;
    cr_assert(f->in->text(f->in, f->in->member(f->in, object, key), &text));
    for (int slot = 0; slot < UWC_SLOTS; slot++) {
        slot_write(slot, word, sizeof word);
        if (strcmp(word, text) == 0)
            return slot;
    }
    cr_assert_fail("slot \"%s\"", text);
    return 0;
}

static int site_in(const struct fold *f, source_node object, int kind)
{
    const char *text = "";
    char word[16];

    cr_assert(f->in->text(f->in, f->in->member(f->in, object, "site"), &text));
    for (int id = 0; id < (kind == PLACE_METROPOLIS ? 3 : SITES); id++) {
        const struct journal_place place = {.kind = (uint8_t)kind,
                                            .id = (int16_t)id};

        place_site_write(&place, word, sizeof word);
        if (strcmp(word, text) == 0)
            return id;
    }
    cr_assert_fail("site \"%s\"", text);
    return 0;
}

static struct journal_place place_in(const struct fold *f, const char *key)
{
    const source_node at = node_of(f, key);
    int kind, seat = 0, id = 0;

    if (at == SOURCE_NONE)
        return place_of(PLACE_NONE);
    kind = WORD(f, at, "place", place_words);
    if (kind == PLACE_HAND || kind == PLACE_IN_PLAY || kind == PLACE_CHOICE)
        seat = number_in(f, at, "seat");
    else if (kind == PLACE_BOARD ||
             (kind >= PLACE_SITE && kind <= PLACE_METROPOLIS))
        seat = number_in(f, at, "board");
    if (kind == PLACE_DISPLAY)
        id = number_in(f, at, "index");
    else if (kind == PLACE_SLOT)
        id = slot_in(f, at, "slot");
    else if (kind >= PLACE_SITE && kind <= PLACE_METROPOLIS)
        id = site_in(f, at, kind);
    else if (kind == PLACE_SPACE)
        id = maybe_in(f, at, "space");
    if (kind == PLACE_SPACE && !id)
        id = UWC_BELOW_TRACK;
    return place_at((enum place_kind)kind, seat, id);
}

/* ---- the match and its rounds ---- */

static void nothing(struct fold *f)
{
    (void)f; /* what it says follows from other steps */
}

static void follow_round(struct fold *f)
{
    f->s.round = (uint8_t)fold_number(f, "round");
}

static void follow_phase(struct fold *f)
{
    f->s.phase = (uint8_t)WORD(f, 0, "phase", phase_words);
}

static void follow_order(struct fold *f)
{
    cr_assert_eq(fold_list(f, "order", f->s.order, sizeof f->s.order),
                 f->s.seats);
}

static void follow_turn(struct fold *f)
{
    f->s.turn = (uint8_t)fold_number(f, "turn");
}

static void follow_tile(struct fold *f)
{
    if (f->to.id == UWC_SLOT_ALWAYS)
        f->s.seat[f->seat].always_tiles++;
    else
        f->s.slots[f->to.id] |= (uint8_t)(1u << f->seat);
}

static void follow_clone(struct fold *f)
{
    f->s.cloned = 1;
}

static void follow_neutral_tile(struct fold *f)
{
    f->s.slots[f->to.id] = UWC_NEUTRAL;
    if (truth_in(f, 0, "fourth"))
        f->s.fourth = (uint8_t)f->to.id;
}

/* The round is over. */
static void follow_tiles_back(struct fold *f)
{
    memset(f->s.slots, 0, sizeof f->s.slots);
    for (int seat = 0; seat < f->s.seats; seat++)
        f->s.seat[seat].always_tiles = 0;
    f->s.fourth = UWC_NO_SLOT;
    f->s.cloned = f->s.turn = 0;
}

static void follow_marker(struct fold *f)
{
    uint8_t *track = f->s.track;
    const int ahead = fold_number(f, "ahead");
    int at = 0;

    while (track[at] != f->seat)
        at++;
    memmove(track + ahead + 1, track + ahead, (size_t)(at - ahead));
    track[ahead] = (uint8_t)f->seat;
    cr_assert_eq(f->s.seat[f->seat].space, f->from.id);
    f->s.seat[f->seat].space = (uint8_t)f->to.id;
}

static void follow_markers_back(struct fold *f)
{
    for (int seat = 0; seat < f->s.seats; seat++)
        f->s.seat[seat].space = UWC_BELOW_TRACK;
}

/* ---- piles ---- */

static void follow_deck(struct fold *f)
{
    struct uwc_state *s = &f->s;
    int card = era_decks[uwc_era(s)].first;

    s->deck_count = (uint8_t)fold_number(f, "n");
    memset(s->deck, 0, sizeof s->deck);
    memset(&s->discards, 0, sizeof s->discards);
    for (int i = 0; i < s->deck_count; i++)
        s->deck[i] = (uint8_t)card++;
    cr_assert_eq(fold_has(f, "cards"), f->viewer == RULES_OMNISCIENT);
    (void)fold_list(f, "cards", s->deck, sizeof s->deck);
    s->chance.next++;
}

static void follow_shuffle(struct fold *f)
{
    struct uwc_state *s = &f->s;

    for (int card = set_next(&s->discards, 0); card;
         card = set_next(&s->discards, card))
        s->deck[s->deck_count++] = (uint8_t)card;
    cr_assert_eq(s->deck_count, fold_number(f, "n"));
    memset(&s->discards, 0, sizeof s->discards);
    cr_assert_eq(fold_has(f, "cards"), f->viewer == RULES_OMNISCIENT);
    (void)fold_list(f, "cards", s->deck, sizeof s->deck);
    s->chance.next++;
}

/* ---- resources ---- */

static void add(struct fold *f, int sign)
{
    const int what = WORD(f, 0, "what", resource_words);
    const int n = sign * fold_number(f, "n");
    struct seat *me = &f->s.seat[f->seat];

    if (what == POINT)
        me->points = (int16_t)(me->points + n);
    else
        me->stock[what] = (int16_t)(me->stock[what] + n);
    if (what == BIOMATTER && n > 0 && f->s.phase == PHASE_PRODUCTION)
        me->produced_biomatter = (uint8_t)(me->produced_biomatter + n);
}

static void follow_gain(struct fold *f)
{
    add(f, 1);
}

static void follow_pay(struct fold *f)
{
    add(f, -1);
}

static void forget_answers(struct seat *me)
{
    memset(me->answer, 0, sizeof me->answer);
    me->asked = me->produced_biomatter = 0;
}

/* Feeding ends the Production of a seat. */
static void follow_feed(struct fold *f)
{
    forget_answers(&f->s.seat[f->seat]);
}

/* ---- the board ---- */

static void follow_build(struct fold *f)
{
    struct seat *me = &f->s.seat[f->seat];
    const enum piece piece =
        (enum piece)(1 << WORD(f, 0, "piece", piece_words));
    const uint64_t bit = UINT64_C(1) << f->to.id;

    cr_assert_eq(f->to.seat, f->seat);
    if (piece == TUNNEL)
        me->tunnel |= (uint16_t)bit;
    else if (piece & CITIES)
        me->city |= (uint16_t)bit;
    else
        me->building[__builtin_ctz(piece)] |= bit;
    if (piece == SYMBIOTIC)
        me->symbiotic |= (uint16_t)bit;
}

static void follow_upgrade(struct fold *f)
{
    struct seat *me = &f->s.seat[f->seat];

    if (f->to.kind == PLACE_TUNNEL)
        me->tunnel_upgraded |= (uint16_t)(1u << f->to.id);
    else
        me->upgraded |= UINT64_C(1) << f->to.id;
}

static void follow_convert(struct fold *f)
{
    f->s.seat[f->seat].symbiotic |= (uint16_t)(1u << f->to.id);
}

/* ---- cards in play and contracts ---- */

static uint32_t claim_bit(const struct fold *f)
{
    const int i = claim_index(&f->s.seat[f->seat], fold_number(f, "card"));

    cr_assert_geq(i, 0);
    return UINT32_C(1) << i;
}

static void follow_use(struct fold *f)
{
    f->s.seat[f->seat].used |= claim_bit(f);
}

static void follow_ready(struct fold *f)
{
    f->s.seat[f->seat].used &= ~claim_bit(f);
}

static void follow_specials_paid(struct fold *f)
{
    f->s.seat[f->seat].specials_paid = (uint8_t)fold_number(f, "n");
}

static void follow_contract(struct fold *f)
{
    const int contract = fold_number(f, "contract");

    for (int i = 0; i < UWC_CONTRACTS_OPEN; i++)
        if (f->s.contract[i] == contract)
            f->s.contract[i] = 0;
    f->s.seat[f->seat].contracts |= (uint8_t)(1u << (contract - 1));
}

/* ---- simultaneous choices ---- */

/* What a seat chooses while others still choose is shown to that seat alone. */
static bool is_told(const struct fold *f, const char *key)
{
    const bool is_there = fold_has(f, key);

    cr_assert_eq(is_there,
                 f->viewer == f->seat || f->viewer == RULES_OMNISCIENT,
                 "viewer %d, %s of seat %d", f->viewer, f->type, f->seat);
    return is_there;
}

static void follow_choosing(struct fold *f)
{
    f->s.seat[f->seat].is_choosing = 1;
}

static void follow_chosen(struct fold *f)
{
    f->s.seat[f->seat].is_choosing = 0;
    f->s.seat[f->seat].asked = 0;
}

static void follow_set_aside(struct fold *f)
{
    struct seat *me = &f->s.seat[f->seat];

    if (is_told(f, "card"))
        me->set_aside |= UINT32_C(1)
                         << hand_rank(&me->hand, fold_number(f, "card"));
}

static void follow_ask(struct fold *f)
{
    struct seat *me = &f->s.seat[f->seat];
    uint8_t list[UWC_CLAIMS_MAX];
    size_t length;

    if (!is_told(f, "cards"))
        return;
    me->asked = 0;
    length = fold_list(f, "cards", list, sizeof list);
    for (size_t i = 0; i < length; i++)
        me->asked |= UINT32_C(1) << claim_index(me, list[i]);
}

static void follow_answer(struct fold *f)
{
    struct seat *me = &f->s.seat[f->seat];

    if (is_told(f, "card"))
        me->answer[claim_index(me, fold_number(f, "card"))] =
            (uint8_t)fold_number(f, "option");
}

static void follow_choose_tiles(struct fold *f)
{
    struct seat *me = &f->s.seat[f->seat];

    if (is_told(f, "upper_right"))
        me->swapped = fold_number(f, "upper_right") == me->blue[1];
}

static void follow_arrange(struct fold *f)
{
    struct seat *me = &f->s.seat[f->seat];

    me->blue[0] = (uint8_t)fold_number(f, "upper_right");
    me->blue[1] = (uint8_t)fold_number(f, "lower_left");
    me->swapped = 0;
}

static void follow_leave(struct fold *f)
{
    struct seat *me = &f->s.seat[f->seat];

    me->left = (uint8_t)fold_number(f, "left");
    f->s.left_count++;
    if (f->s.phase != PHASE_PRODUCTION)
        return;
    me->is_choosing = 0;
    forget_answers(me);
}

/* ---- what is in progress ---- */

static void follow_effect(struct fold *f)
{
    const int level = fold_number(f, "level");
    const source_node effect = node_of(f, "effect");
    const source_node at = f->in->member(f->in, effect, "frame");

    if (f->in->is_null(f->in, effect)) {
        memset(&f->s.stack[level], 0, sizeof f->s.stack[level]);
        f->s.depth = (uint8_t)level;
        return;
    }
    f->s.stack[level] = (struct frame){
        .source = (uint8_t)WORD(f, effect, "source", frame_words),
        .id = (uint8_t)number_in(f, at, "id"),
        .pc = (uint8_t)number_in(f, at, "pc"),
        .len = (uint8_t)number_in(f, at, "len"),
        .open = (uint16_t)number_in(f, at, "open"),
        .flags = (uint8_t)number_in(f, at, "flags"),
        .gave = (uint8_t)number_in(f, at, "gave"),
    };
    if (f->s.depth <= level)
        f->s.depth = (uint8_t)(level + 1);
}

static void follow_progress(struct fold *f)
{
    const source_node turn = node_of(f, "current_turn");
    struct uwc_state *s = &f->s;

    s->step = (uint8_t)WORD(f, turn, "step", step_words);
    s->slot = (uint8_t)slot_in(f, turn, "slot");
    cr_assert_eq(s->card, maybe_in(f, turn, "card"), "cards move by steps");
    s->slot_progress = (uint8_t)WORD(f, turn, "slot_progress", progress_words);
    s->card_progress = (uint8_t)WORD(f, turn, "card_progress", progress_words);
    s->part_done = truth_in(f, turn, "part_done");
    s->tunnels_built = (uint8_t)number_in(f, turn, "tunnels_built");
    s->draws = (uint8_t)number_in(f, turn, "pending_draws");
    s->claim_after_use = (uint8_t)maybe_in(f, turn, "claiming");
    s->last_discard = (uint8_t)maybe_in(f, turn, "last_discard");
    if (s->seats == 1)
        s->stepped = truth_in(f, 0, "stepped");
}

/* ---- each step ---- */

static void (*const follow[JOURNAL_TYPES])(struct fold *f) = {
    [JOURNAL_ROUND] = follow_round,
    [JOURNAL_ERA] = nothing, /* the round says it */
    [JOURNAL_PHASE] = follow_phase,
    [JOURNAL_ORDER] = follow_order,
    [JOURNAL_TURN] = follow_turn,
    [JOURNAL_TILE] = follow_tile,
    [JOURNAL_CLONE] = follow_clone,
    [JOURNAL_NEUTRAL_TILE] = follow_neutral_tile,
    [JOURNAL_TILES_BACK] = follow_tiles_back,
    [JOURNAL_CARD] = fold_card,
    [JOURNAL_CARDS_DUE] = nothing, /* progress */
    [JOURNAL_SHUFFLE] = follow_shuffle,
    [JOURNAL_DECK] = follow_deck,
    [JOURNAL_PAY] = follow_pay,
    [JOURNAL_GAIN] = follow_gain,
    [JOURNAL_LOSE] = follow_pay,
    [JOURNAL_FEED] = follow_feed,
    [JOURNAL_BUILD] = follow_build,
    [JOURNAL_UPGRADE] = follow_upgrade,
    [JOURNAL_CONVERT] = follow_convert,
    [JOURNAL_CONNECT] = nothing,    /* the board says it */
    [JOURNAL_PRODUCTIVE] = nothing, /* the board says it */
    [JOURNAL_MARKER] = follow_marker,
    [JOURNAL_MARKERS_BACK] = follow_markers_back,
    [JOURNAL_USE] = follow_use,
    [JOURNAL_READY] = follow_ready,
    [JOURNAL_SPECIALS_PAID] = follow_specials_paid,
    [JOURNAL_CONTRACT] = follow_contract,
    [JOURNAL_METROPOLIS_TILE] = fold_tile,
    [JOURNAL_TURN_UP] = fold_turn_up,
    [JOURNAL_SET_ASIDE] = follow_set_aside,
    [JOURNAL_CHOOSING] = follow_choosing,
    [JOURNAL_ASK] = follow_ask,
    [JOURNAL_ANSWER] = follow_answer,
    [JOURNAL_CHOOSE_TILES] = follow_choose_tiles,
    [JOURNAL_ARRANGE] = follow_arrange,
    [JOURNAL_CHOSEN] = follow_chosen,
    [JOURNAL_BEGIN] = nothing, /* effect */
    [JOURNAL_END] = nothing,   /* effect */
    [JOURNAL_EFFECT] = follow_effect,
    [JOURNAL_PROGRESS] = follow_progress,
    [JOURNAL_LEAVE] = follow_leave,
    [JOURNAL_SCORE] = nothing,   /* counted by everybody */
    [JOURNAL_RANK] = nothing,    /* counted by everybody */
    [JOURNAL_OUTCOME] = nothing, /* counted by everybody */
};

void fold_step(struct fold *f, const struct journal *journal, size_t i)
{
    static char text[TEXT];
    static struct source_text_node nodes[NODES];
    static struct source_text source;
    struct sink_text sink;
    int type;

    sink_text_init(&sink, text, sizeof text);
    game_step(&underwater_cities, journal, i, f->viewer, &sink.sink);
    cr_assert(!sink.overflow && source_text_init(&source, text, nodes, NODES),
              "%s", text);
    f->in = &source.source;
    snprintf(f->type, sizeof f->type, "step");
    type = WORD(f, 0, "type", journal_words);
    snprintf(f->type, sizeof f->type, "%s", journal_words[type]);
    f->seat = fold_has(f, "seat") ? fold_number(f, "seat") : -1;
    f->from = place_in(f, "from");
    f->to = place_in(f, "to");
    cr_assert(follow[type], "%s", f->type);
    follow[type](f);
}
