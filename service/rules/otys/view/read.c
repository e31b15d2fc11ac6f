/* A state from a document: the very one from a position, one that looks the
 * same from a view.  What a position leaves out has the value of a new match;
 * what is dealt is given by number. */
#include "rules/otys/view/read.h"

#include "rules/otys/engine/stack.h"
#include "rules/otys/view/check.h"
#include "rules/otys/view/view.h"

static const struct {
    uint8_t n, a, b, c;
} frame_limits[FRAMES] = {
#define FRAME(NAME, word, is_decision, n, a, b, c)                             \
    [FRAME_##NAME] = {n, a, b, c},
#include "rules/otys/engine/frames.def"
#undef FRAME
};

static void read_options(struct reader *r, struct state *s)
{
    s->seats = (uint8_t)reader_number_or(r, 0, "seats", 2, SEATS, 2);
    s->propeller =
        (uint8_t)READER_WORD_OR(r, 0, "propeller", propeller_words, 0);
    s->contract_level =
        (uint8_t)READER_WORD_OR(r, 0, "contract_level", level_words, 0);
    s->token_level =
        (uint8_t)READER_WORD_OR(r, 0, "token_level", level_words, 0);
    s->sides = (uint8_t)READER_WORD_OR(r, 0, "sponsor_sides", sides_words, 0);
    s->spy_variant = reader_truth_or(r, 0, "spy_variant", false);
}

static uint8_t read_seats(struct reader *r, const struct state *s,
                          const char *key)
{
    uint8_t list[SEATS];
    const source_node array = reader_find(r, 0, key);
    const uint8_t count =
        array == SOURCE_NONE
            ? 0
            : reader_bytes(r, array, list, SEATS, 0, s->seats - 1);
    unsigned seats = 0;

    for (int i = 0; i < count && !r->bad; i++) {
        if (seats >> list[i])
            reader_refuse(r, array, "The seats are ascending.");
        seats |= 1u << list[i];
    }
    return (uint8_t)seats;
}

/* The key in use; null for none. */
static uint8_t read_key(struct reader *r)
{
    const source_node node = reader_find(r, 0, "key");

    if (node == SOURCE_NONE || r->source->is_null(r->source, node))
        return NO_KEY;
    return (uint8_t)(1 + reader_word_at(r, node, key_words, KEY_NEUTRAL));
}

static void read_turn(struct reader *r, struct state *s)
{
    const int last = s->seats ? s->seats - 1 : 0;
    const int level = reader_maybe_or(r, 0, "level", LEVELS, 0);

    s->phase = (uint8_t)READER_WORD_OR(r, 0, "phase", phase_words, 0);
    s->first = (uint8_t)reader_number_or(r, 0, "first", 0, last, 0);
    s->turn = (uint8_t)reader_number_or(r, 0, "turn", 0, last, s->first);
    s->round = (uint8_t)reader_number_or(r, 0, "round", 1, ROUNDS_MAX, 1);
    s->key = read_key(r);
    s->level = (uint8_t)(level ? level - 1 : 0);
    s->is_free = reader_truth_or(r, 0, "free", false);
    s->is_double = reader_truth_or(r, 0, "double", false);
    s->stays = reader_truth_or(r, 0, "stays", false);
    s->copied = read_seats(r, s, "copied");
    s->declined = reader_truth_or(r, 0, "declined", false);
}

static void read_frame(struct reader *r, source_node node,
                       const struct state *s, struct frame *f)
{
    READER_KNOW(r, node, "kind", "seat", "n", "a", "b", "c");
    f->kind = (uint8_t)READER_WORD(r, node, "kind", frame_words);
    f->seat = (uint8_t)reader_number(r, node, "seat", 0, s->seats - 1);
    f->n =
        (uint8_t)reader_number_or(r, node, "n", 0, frame_limits[f->kind].n, 0);
    f->a =
        (uint8_t)reader_number_or(r, node, "a", 0, frame_limits[f->kind].a, 0);
    f->b =
        (uint8_t)reader_number_or(r, node, "b", 0, frame_limits[f->kind].b, 0);
    f->c =
        (uint8_t)reader_number_or(r, node, "c", 0, frame_limits[f->kind].c, 0);
}

static void read_pending(struct reader *r, struct state *s)
{
    const source_node list = reader_find(r, 0, "pending");

    s->depth = (uint8_t)reader_length(r, list, FRAMES_MAX);
    for (int i = 0; i < s->depth && !r->bad; i++)
        read_frame(r, reader_element(r, list, (size_t)i), s, &s->stack[i]);
}

static void read_state(struct reader *r, struct state *s)
{
    const source_node hidden =
        r->is_view ? SOURCE_NONE : reader_find(r, 0, "hidden");
    uint64_t cards = ((UINT64_C(1) << CONTRACTS) - 1) << 1;
    uint64_t all = ((UINT64_C(1) << TOKENS) - 1) << 1;

    memset(s, 0, sizeof *s);
    READER_KNOW(r, 0, "game", "seats", "propeller", "contract_level",
                "token_level", "sponsor_sides", "spy_variant", "phase", "first",
                "turn", "round", "key", "level", "free", "double", "stays",
                "copied", "declined", "pending", "last_round", "sponsors",
                "store", "tokens", "bag", "contracts", "neutral_keys",
                "players", "hidden");
    READER_KNOW(r, hidden, "deck", "bag", "secret", "stream");
    read_options(r, s);
    if (!r->bad)
        read_turn(r, s);
    if (!r->bad)
        read_pending(r, s);
    if (!r->bad)
        read_board(r, s);
    if (!r->bad)
        read_tokens(r, s, &all);
    if (!r->bad)
        read_contracts(r, s, &cards);
    if (!r->bad)
        read_players(r, s, &cards, &all);
    if (!r->bad)
        read_deck(r, s, hidden, cards);
    if (!r->bad)
        read_bag(r, s, hidden, all);
    if (!r->is_view)
        secret_stream_read(&s->chance, r, hidden);
    if (!r->bad)
        check_state(r, s);
}

enum rules_err state_read(void *state, const struct source *source,
                          struct position_fault *fault)
{
    struct reader r = {.source = source, .fault = fault};

    read_state(&r, state);
    return r.bad ? RULES_BAD_POSITION : RULES_OK;
}

enum rules_err state_determinize(void *state, const struct source *view,
                                 int viewer, struct random *random)
{
    const struct state *s = state;
    struct reader r = {.source = view, .is_view = true};

    if (viewer == RULES_OMNISCIENT)
        return state_read(state, view, NULL);
    read_state(&r, state);
    if (r.bad || viewer >= s->seats)
        return RULES_BAD_POSITION;
    state_resample(state, viewer, random);
    return RULES_OK;
}
