/* A client of Otys without any rules: it keeps what a viewer sees up to
 * date from the steps of journals alone, for every viewer.  So no change is
 * missing from them.
 *
 * The client begins with a state made from the view before a decision, in which
 * hidden cards are any cards that fit.  It reads each step as a document. */
#include "depth.h"
#include "rules/journal.h"
#include "rules/otys/engine/journal.h"
#include "rules/otys/engine/score.h"
#include "rules/otys/engine/stack.h"
#include "rules/otys/view/view.h"
#include "rules/random.h"
#include "rules/sink.h"
#include "rules_match.h"

#include <criterion/criterion.h>

enum {
    MATCHES = 1, /* of each combination of options that is played */
    TEXT = 1 << 15,
    NODES = 1 << 11,
};

/* A step as a document. */
struct told {
    const struct source *in;
    const char *type;
    int seat;
};

static struct source_text_node nodes[NODES];
static struct source_text source;

static const struct source *open_text(char *text)
{
    cr_assert(source_text_init(&source, text, nodes, NODES), "line %zu",
              source.line);
    return &source.source;
}

static int number_in(const struct told *t, source_node node, const char *key,
                     int missing)
{
    const source_node member = t->in->member(t->in, node, key);
    bool truth;
    int64_t n;

    if (t->in->number(t->in, member, &n))
        return (int)n;
    return t->in->truth(t->in, member, &truth) ? truth : missing;
}

static int number(const struct told *t, const char *key)
{
    return number_in(t, 0, key, 0);
}

static const char *word_in(const struct told *t, source_node node,
                           const char *key)
{
    const char *text = "";

    (void)t->in->text(t->in, t->in->member(t->in, node, key), &text);
    return text;
}

static int index_in(const struct told *t, source_node node, const char *key,
                    const char *const *words, int count)
{
    const char *word = word_in(t, node, key);

    for (int i = 0; i < count; i++)
        if (strcmp(words[i], word) == 0)
            return i;
    cr_assert_fail("\"%s\" of a step \"%s\" is \"%s\"", key, t->type, word);
    return 0;
}

/* ---- places ---- */

static source_node end_of(const struct told *t, const char *end)
{
    return t->in->member(t->in, 0, end);
}

static bool is_at(const struct told *t, const char *end, const char *place)
{
    return strcmp(word_in(t, end_of(t, end), "place"), place) == 0;
}

/* A level, row or slot, from 0. */
static int place_of_end(const struct told *t, const char *end)
{
    return number_in(t, end_of(t, end), "number", 0) - 1;
}

static int index_of_end(const struct told *t, const char *end)
{
    return number_in(t, end_of(t, end), "index", 0);
}

/* Take a card from the top of a pile; if it is known and not the top one, it is
 * exchanged with it, wherever it was thought to be. */
static uint8_t take_top(uint8_t *pile, uint8_t *count, int card)
{
    uint8_t taken;

    cr_assert_gt(*count, 0);
    for (int i = 0; i < *count; i++)
        if (pile[i] == card) {
            pile[i] = pile[*count - 1];
            pile[*count - 1] = (uint8_t)card;
        }
    taken = pile[--*count];
    pile[*count] = 0;
    return taken;
}

/* ---- steps ---- */

static void follow_resource(struct state *s, const struct told *t)
{
    const int c = index_in(t, 0, "resource", colour_words, COLOURS);
    struct seat *me = &s->seat[t->seat];

    if (is_at(t, "from", "level"))
        me->cubes[place_of_end(t, "from")][c]--;
    if (is_at(t, "to", "level"))
        me->cubes[place_of_end(t, "to")][c]++;
    if (is_at(t, "from", "store"))
        s->store[c] &= (uint8_t) ~(1u << place_of_end(t, "from"));
    if (is_at(t, "to", "store"))
        s->store[c] |= (uint8_t)(1u << place_of_end(t, "to"));
}

static void follow_key(struct state *s, const struct told *t)
{
    const int key = 1 + index_in(t, 0, "key", key_words, KEY_NEUTRAL);
    struct seat *me = &s->seat[t->seat];

    if (key != KEY_NEUTRAL) {
        if (is_at(t, "to", "board"))
            me->keys |= (uint8_t)(1u << (key - 1));
        else
            me->keys &= (uint8_t) ~(1u << (key - 1));
        return;
    }
    me->neutral = (uint8_t)(me->neutral + is_at(t, "to", "board") -
                            is_at(t, "from", "board"));
    me->used_neutral = (uint8_t)(me->used_neutral + is_at(t, "to", "track") -
                                 is_at(t, "from", "track"));
}

static void follow_diver(struct state *s, const struct told *t)
{
    const int from = place_of_end(t, "from"), to = place_of_end(t, "to");
    uint8_t *column = s->seat[t->seat].column;
    const uint8_t diver = column[from];

    cr_assert_eq(diver, index_in(t, 0, "diver", diver_words, DIVERS));
    for (int slot = from; slot != to; slot += from < to ? 1 : -1)
        column[slot] = column[slot + (from < to ? 1 : -1)];
    column[to] = diver;
}

static void follow_token(struct state *s, const struct told *t)
{
    uint8_t token = (uint8_t)number(t, "token");

    if (is_at(t, "from", "bag"))
        token = take_top(s->bag, &s->bag_count, token);
    else if (is_at(t, "from", "display"))
        s->display[index_of_end(t, "from")] = 0;
    else if (is_at(t, "from", "reward"))
        s->seat[t->seat].reward[place_of_end(t, "from")] = 0;
    if (is_at(t, "to", "display"))
        s->display[index_of_end(t, "to")] = token;
    else if (is_at(t, "to", "reward"))
        s->seat[t->seat].reward[place_of_end(t, "to")] = token;
    else if (is_at(t, "to", "discards"))
        set_add(&s->discards, token);
}

static void follow_bag(struct state *s)
{
    for (int token = set_next(&s->discards, 0); token;
         token = set_next(&s->discards, token))
        s->bag[s->bag_count++] = (uint8_t)token;
    memset(&s->discards, 0, sizeof s->discards);
}

/* Put another card where the viewer thought that this one was. */
static void replace(struct state *s, int card, uint8_t by)
{
    for (int i = 0; i < s->deck_count; i++)
        if (s->deck[i] == card)
            s->deck[i] = by;
    for (int i = 0; i < DRAWN_CONTRACTS; i++)
        if (s->drawn[i] == card)
            s->drawn[i] = by;
    for (int seat = 0; seat < s->seats; seat++)
        if (has_hand(&s->seat[seat], card)) {
            s->seat[seat].hand &= ~(UINT32_C(1) << (card - 1));
            s->seat[seat].hand |= UINT32_C(1) << (by - 1);
        }
}

/* Take a contract from a place; one that is not known can be any there. */
static uint8_t take_contract(struct state *s, const struct told *t)
{
    const int card = number(t, "contract");
    uint32_t *hand = &s->seat[t->seat < 0 ? 0 : t->seat].hand;
    uint8_t taken = 0;

    if (is_at(t, "from", "deck")) {
        taken = pile_draw(pile_deck(s));
    } else if (is_at(t, "from", "public")) {
        taken = s->open[index_of_end(t, "from")];
        s->open[index_of_end(t, "from")] = 0;
    } else if (is_at(t, "from", "hand")) {
        taken = (uint8_t)(1 + __builtin_ctz(*hand));
        if (card && *hand >> (card - 1) & 1)
            taken = (uint8_t)card;
        *hand &= ~(UINT32_C(1) << (taken - 1));
    } else {
        int i = 0;

        while (i < DRAWN_CONTRACTS - 1 &&
               (!s->drawn[i] || (card && s->drawn[i] != card)))
            i++;
        taken = s->drawn[i];
        s->drawn[i] = 0;
    }
    cr_assert_neq(taken, 0);
    if (!card || card == taken)
        return taken;
    replace(s, card, taken);
    return (uint8_t)card;
}

static void follow_contract(struct state *s, const struct told *t)
{
    const uint8_t card = take_contract(s, t);

    if (is_at(t, "to", "deck")) {
        pile_put_under(pile_deck(s), card);
    } else if (is_at(t, "to", "public")) {
        s->open[index_of_end(t, "to")] = card;
    } else if (is_at(t, "to", "hand")) {
        s->seat[t->seat].hand |= UINT32_C(1) << (card - 1);
    } else if (is_at(t, "to", "drawn")) {
        int i = 0;

        while (s->drawn[i])
            i++;
        s->drawn[i] = card;
    }
}

static void follow_progress(struct state *s, const struct told *t)
{
    const source_node list = t->in->member(t->in, 0, "pending");
    const source_node copied = t->in->member(t->in, 0, "copied");
    const char *key = word_in(t, 0, "key");

    s->phase = (uint8_t)index_in(t, 0, "phase", phase_words, 2);
    s->turn = (uint8_t)number(t, "turn");
    s->round = (uint8_t)number(t, "round");
    s->key = (uint8_t)(*key ? 1 + index_in(t, 0, "key", key_words, KEY_NEUTRAL)
                            : NO_KEY);
    s->level = (uint8_t)(number(t, "level") ? number(t, "level") - 1 : 0);
    s->is_free = (uint8_t)number(t, "free");
    s->is_double = (uint8_t)number(t, "double");
    s->stays = (uint8_t)number(t, "stays");
    s->declined = number(t, "declined") != 0;
    s->copied = 0;
    for (size_t i = 0; i < t->in->length(t->in, copied); i++) {
        int64_t seat = 0;

        cr_assert(
            t->in->number(t->in, t->in->element(t->in, copied, i), &seat));
        s->copied |= (uint8_t)(1u << seat);
    }
    s->depth = (uint8_t)t->in->length(t->in, list);
    memset(s->stack, 0, sizeof s->stack);
    for (int i = 0; i < s->depth; i++) {
        const source_node node = t->in->element(t->in, list, (size_t)i);

        s->stack[i] = (struct frame){
            .kind = (uint8_t)index_in(t, node, "kind", frame_words, FRAMES),
            .seat = (uint8_t)number_in(t, node, "seat", 0),
            .n = (uint8_t)number_in(t, node, "n", 0),
            .a = (uint8_t)number_in(t, node, "a", 0),
            .b = (uint8_t)number_in(t, node, "b", 0),
            .c = (uint8_t)number_in(t, node, "c", 0),
        };
    }
}

static void follow_rotate(struct state *s)
{
    const uint8_t last = s->sponsor[LEVELS - 1];

    memmove(s->sponsor + 1, s->sponsor, LEVELS - 1);
    s->sponsor[0] = last;
}

/* Steps that change one number of a seat, or nothing that is seen. */
static void follow_seat(struct state *s, const struct told *t)
{
    struct seat *me = &s->seat[t->seat < 0 ? 0 : t->seat];
    const int n = number(t, "n") - number(t, "paid");

    if (strcmp(t->type, "credits") == 0)
        me->credits = (uint16_t)(me->credits + n);
    else if (strcmp(t->type, "battery") == 0)
        me->batteries = (uint16_t)(me->batteries + n);
    else if (strcmp(t->type, "points") == 0)
        me->points[index_in(t, 0, "source", score_words, POINT_SOURCES)] +=
            (uint16_t)n;
    else if (strcmp(t->type, "upgrade") == 0)
        me->upgraded |=
            (uint8_t)(1u << index_in(t, 0, "diver", diver_words, DIVERS));
    else if (strcmp(t->type, "improve") == 0)
        me->improved[index_in(t, 0, "technician", technician_words,
                              TECHNICIANS)]++;
    else if (strcmp(t->type, "leave") == 0)
        s->leavers.place[t->seat] = (uint8_t)number_in(t, 0, "left_as", 0);
    else if (strcmp(t->type, "over") == 0)
        s->phase = PHASE_OVER;
    else if (strcmp(t->type, "return") == 0) {
        me->keys = ALL_KEYS;
        me->used_neutral = 0;
    }
}

static void follow(struct state *s, const struct told *t)
{
    static const struct {
        const char *type;
        void (*follow)(struct state *s, const struct told *t);
    } ways[] = {
        {"resource", follow_resource}, {"key", follow_key},
        {"diver", follow_diver},       {"token", follow_token},
        {"contract", follow_contract}, {"progress", follow_progress},
    };

    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (strcmp(ways[i].type, t->type) == 0) {
            ways[i].follow(s, t);
            return;
        }
    if (strcmp(t->type, "bag") == 0)
        follow_bag(s);
    else if (strcmp(t->type, "rotate") == 0)
        follow_rotate(s);
    else
        follow_seat(s, t);
}

/* Contracts that a seat draws, keeps or returns are known to it alone. */
static void check_secret(const struct told *t, int viewer)
{
    if (strcmp(t->type, "contract") == 0 &&
        (is_at(t, "to", "drawn") || is_at(t, "to", "hand") ||
         is_at(t, "to", "deck")))
        cr_assert_eq(number(t, "contract") != 0,
                     viewer == t->seat || viewer == RULES_OMNISCIENT,
                     "viewer %d, contract of seat %d", viewer, t->seat);
}

static void follow_step(struct state *s, const struct journal *journal,
                        size_t i, int viewer)
{
    static char text[TEXT];
    struct told told = {.type = ""};
    struct sink_text sink;

    sink_text_init(&sink, text, sizeof text);
    game_step(game_find("otys"), journal, i, viewer, &sink.sink);
    told.in = open_text(text);
    told.type = word_in(&told, 0, "type");
    told.seat = number_in(&told, 0, "seat", -1);
    check_secret(&told, viewer);
    follow(s, &told);
}

/* ---- matches ---- */

static void write_view(const void *state, int viewer, char out[TEXT])
{
    struct sink_text sink;

    sink_text_init(&sink, out, TEXT);
    game_find("otys")->view(state, viewer, &sink.sink);
    cr_assert_not(sink.overflow);
}

static void expect_same(const char *text, const char *expected, int viewer)
{
    size_t i = 0, line = 0;

    for (; text[i] && text[i] == expected[i]; i++)
        if (text[i] == '\n')
            line = i + 1;
    cr_assert(text[i] == expected[i], "viewer %d: \"%.*s\", not \"%.*s\"",
              viewer, (int)strcspn(text + line, "\n"), text + line,
              (int)strcspn(expected + line, "\n"), expected + line);
}

static void check_viewer(const struct journal *journal, const void *before,
                         const void *after, int viewer, struct random *random)
{
    static char text[TEXT], expected[TEXT];
    struct state s;

    write_view(before, viewer, text);
    cr_assert_eq(
        game_find("otys")->determinize(&s, open_text(text), viewer, random),
        RULES_OK);
    for (size_t i = 0; i < journal->count; i++)
        follow_step(&s, journal, i, viewer);
    write_view(&s, viewer, text);
    write_view(after, viewer, expected);
    expect_same(text, expected, viewer);
}

/* How the bag is shuffled is in no journal. */
static bool has_shuffle(const struct journal *journal)
{
    for (size_t i = 0; i < journal->count; i++)
        if (journal->step[i].type == STEP_BAG)
            return true;
    return false;
}

static void check_entry(struct test_match *m, const void *before,
                        struct random *random)
{
    const struct entry *entry = &m->entries[m->record.count - 1];
    struct state state;
    struct journal journal;

    memcpy(&state, before, sizeof state);
    journal_begin(&journal, m->settings.seats);
    if (entry->kind == ENTRY_LEAVE)
        game_leave_recorded(m->game, &state, entry->seat, entry->move.bits != 0,
                            &journal);
    else
        game_play_recorded(m->game, &state, entry->seat, entry->move,
                           (uint8_t)game_forced_passes(m->game, before,
                                                       entry->seat, entry->move,
                                                       m->state),
                           &journal);
    for (int viewer = RULES_OMNISCIENT; viewer < m->settings.seats; viewer++)
        if (viewer != RULES_OMNISCIENT || !has_shuffle(&journal))
            check_viewer(&journal, before, m->state, viewer, random);
}

static void play_match(const struct settings *settings, uint64_t seed)
{
    static struct test_match match;
    struct state before;
    struct random random;

    test_match_start(&match, game_find("otys"), settings, seed);
    random_init(&random, match.record.secret, UINT64_MAX);
    while (match.game->to_act(match.state)) {
        memcpy(&before, match.state, sizeof before);
        if (settings->seats > 2 && random_below(&random, 400) == 0)
            test_match_step(&match,
                            (struct entry){.kind = ENTRY_LEAVE,
                                           .seat = (uint8_t)random_below(
                                               &random, settings->seats)});
        else if (seed % 2)
            test_match_step_eager(&match);
        else
            test_match_step_random(&match);
        check_entry(&match, &before, &random);
    }
}

Test(journal_fold, a_journal_leads_from_each_view_to_the_next,
     .init = deep_only, .timeout = 600)
{
    const struct game *game = game_find("otys");
    const int every = 17; /* combinations of options */
    struct settings settings;

    for (int seats = game->min_seats; seats <= game->max_seats; seats++)
        for (int v = -1; test_settings_allowed(game, seats, &v, &settings);)
            for (int i = 0; v % every == 0 && i < MATCHES; i++)
                play_match(&settings, (uint64_t)(v + i));
}
