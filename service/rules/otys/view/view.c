/* What a viewer sees of a match. */
#include "rules/otys/view/view.h"

#include "rules/otys/engine/moves.h"
#include "rules/otys/engine/score.h"
#include "rules/otys/engine/stack.h"
#include "rules/sink.h"

const char *const propeller_words[2] = {"to_key_level", "from_key_level"};
const char *const level_words[2] = {"any", "key_level"};
const char *const sides_words[3] = {"random", "basic", "advanced"};
const char *const side_words[2] = {"basic", "advanced"};
const char *const phase_words[2] = {"play", "over"};
const char *const key_words[KEY_NEUTRAL] = {"1", "2", "3",      "4",
                                            "5", "x", "neutral"};

bool state_is_open(const void *state, int seat, struct move move)
{
    (void)state, (void)seat;
    return move_verb(move) != MOVE_KEEP;
}

static void number_or_null(struct sink *sink, const char *key, int n)
{
    if (n)
        sink_number(sink, key, n);
    else
        sink_null(sink, key);
}

static void write_list(struct sink *sink, const char *key, const uint8_t *list,
                       int count)
{
    sink_array(sink, key);
    for (int i = 0; i < count; i++)
        number_or_null(sink, NULL, list[i]);
    sink_close(sink);
}

/* A set as numbers from 1, or as words. */
static void write_set(struct sink *sink, const char *key, uint32_t set,
                      const char *const *words)
{
    sink_array(sink, key);
    for (; set; set &= set - 1)
        if (words)
            sink_string(sink, NULL, words[__builtin_ctz(set)]);
        else
            sink_number(sink, NULL, 1 + __builtin_ctz(set));
    sink_close(sink);
}

static void write_seats(struct sink *sink, const char *key, unsigned seats)
{
    sink_array(sink, key);
    for (; seats; seats &= seats - 1)
        sink_number(sink, NULL, __builtin_ctz(seats));
    sink_close(sink);
}

static void view_options(const struct state *s, struct sink *sink)
{
    sink_number(sink, "seats", s->seats);
    sink_string(sink, "propeller", propeller_words[s->propeller]);
    sink_string(sink, "contract_level", level_words[s->contract_level]);
    sink_string(sink, "token_level", level_words[s->token_level]);
    sink_string(sink, "sponsor_sides", sides_words[s->sides]);
    sink_truth(sink, "spy_variant", s->spy_variant);
}

static void view_frame(struct sink *sink, const struct frame *f)
{
    sink_object(sink, NULL);
    sink_string(sink, "kind", frame_words[f->kind]);
    sink_number(sink, "seat", f->seat);
    sink_number(sink, "n", f->n);
    sink_number(sink, "a", f->a);
    sink_number(sink, "b", f->b);
    sink_number(sink, "c", f->c);
    sink_close(sink);
}

void view_turn(const struct state *s, struct sink *sink)
{
    sink_number(sink, "turn", s->turn);
    sink_number(sink, "round", s->round);
    if (s->key)
        sink_string(sink, "key", key_words[s->key - 1]);
    else
        sink_null(sink, "key");
    number_or_null(sink, "level", has_level(s) ? s->level + 1 : 0);
    sink_truth(sink, "free", s->is_free);
    sink_truth(sink, "double", s->is_double);
    sink_truth(sink, "stays", s->stays);
    write_seats(sink, "copied", s->copied);
    sink_truth(sink, "declined", s->declined);
    sink_array(sink, "pending");
    for (int i = 0; i < s->depth; i++)
        view_frame(sink, &s->stack[i]);
    sink_close(sink);
}

/* ---- the colony board ---- */

static void view_sponsors(const struct state *s, struct sink *sink)
{
    sink_array(sink, "sponsors");
    for (int level = 0; level < LEVELS; level++) {
        sink_object(sink, NULL);
        sink_number(sink, "number", s->sponsor[level]);
        sink_string(sink, "side",
                    side_words[is_advanced(s, s->sponsor[level])]);
        sink_close(sink);
    }
    sink_close(sink);
}

static void view_store(const struct state *s, struct sink *sink)
{
    sink_object(sink, "store");
    for (int c = 0; c < COLOURS; c++) {
        sink_array(sink, colour_words[c]);
        for (int row = 0; row < STORE_ROWS; row++)
            sink_truth(sink, NULL, s->store[c] >> row & 1);
        sink_close(sink);
    }
    sink_close(sink);
}

static void view_tokens(const struct state *s, struct sink *sink)
{
    sink_array(sink, "tokens");
    for (int level = 0; level < LEVELS; level++)
        write_list(sink, NULL, s->display + level * TOKENS_EACH, TOKENS_EACH);
    sink_close(sink);
    sink_object(sink, "bag");
    sink_number(sink, "count", s->bag_count);
    write_set(sink, "discards", (uint32_t)(s->discards.word[0] >> 1), NULL);
    sink_close(sink);
}

uint32_t view_completed(const struct state *s)
{
    uint64_t left = 1; /* contracts have numbers from 1 */

    for (int i = 0; i < PUBLIC_CONTRACTS; i++)
        left |= UINT64_C(1) << s->open[i];
    for (int i = 0; i < DRAWN_CONTRACTS; i++)
        left |= UINT64_C(1) << s->drawn[i];
    for (int i = 0; i < s->deck_count; i++)
        left |= UINT64_C(1) << s->deck[i];
    for (int seat = 0; seat < s->seats; seat++)
        left |= (uint64_t)s->seat[seat].hand << 1;
    return (uint32_t)(~left >> 1);
}

static int drawn_count(const struct state *s)
{
    int count = 0;

    while (count < DRAWN_CONTRACTS && s->drawn[count])
        count++;
    return count;
}

static void view_contracts(const struct state *s, int viewer, struct sink *sink)
{
    const int drawn = drawn_count(s);

    sink_object(sink, "contracts");
    write_list(sink, "public", s->open, PUBLIC_CONTRACTS);
    sink_number(sink, "deck", s->deck_count);
    write_set(sink, "completed", view_completed(s), NULL);
    sink_number(sink, "drawn", drawn);
    if (drawn && view_sees(viewer, s->turn))
        write_list(sink, "choice", s->drawn, drawn);
    sink_close(sink);
}

/* ---- players ---- */

static void view_levels(const struct seat *me, struct sink *sink)
{
    sink_array(sink, "levels");
    for (int level = 0; level < LEVELS; level++) {
        sink_object(sink, NULL);
        for (int c = 0; c < COLOURS; c++)
            sink_number(sink, colour_words[c], me->cubes[level][c]);
        number_or_null(sink, "reward", me->reward[level]);
        sink_close(sink);
    }
    sink_close(sink);
}

static void view_column(const struct seat *me, struct sink *sink)
{
    sink_array(sink, "column");
    for (int slot = 0; slot < SLOTS; slot++)
        sink_string(sink, NULL, diver_words[me->column[slot]]);
    sink_close(sink);
    write_set(sink, "upgraded", me->upgraded, diver_words);
}

static void view_keys(const struct state *s, int seat, struct sink *sink)
{
    const struct seat *me = &s->seat[seat];

    write_set(sink, "keys", me->keys, key_words);
    write_set(sink, "used_keys", used_keys(s, seat), key_words);
    sink_number(sink, "neutral_keys", me->neutral);
    sink_number(sink, "used_neutral_keys", me->used_neutral);
    sink_number(sink, "mechanic", me->improved[MECHANIC]);
    sink_number(sink, "hacker", me->improved[HACKER]);
}

static void view_player(const struct state *s, int seat, int viewer,
                        struct sink *sink)
{
    const struct seat *me = &s->seat[seat];

    sink_object(sink, NULL);
    sink_number(sink, "credits", me->credits);
    sink_number(sink, "batteries", me->batteries);
    sink_object(sink, "points");
    for (int i = 0; i < POINT_SOURCES; i++)
        sink_number(sink, score_words[i], me->points[i]);
    sink_close(sink);
    view_column(me, sink);
    view_levels(me, sink);
    view_keys(s, seat, sink);
    sink_number(sink, "contracts", __builtin_popcount(me->hand));
    if (view_sees(viewer, seat))
        write_set(sink, "hand", me->hand, NULL);
    sink_truth(sink, "left", s->leavers.place[seat] != 0);
    if (s->leavers.place[seat])
        sink_number(sink, "left_as", s->leavers.place[seat]);
    sink_close(sink);
}

static void view_hidden(const struct state *s, struct sink *sink)
{
    sink_object(sink, "hidden");
    write_list(sink, "deck", s->deck, s->deck_count);
    write_list(sink, "bag", s->bag, s->bag_count);
    secret_stream_view(&s->chance, sink);
    sink_close(sink);
}

void state_view(const void *state, int viewer, struct sink *sink)
{
    const struct state *s = state;

    view_options(s, sink);
    sink_string(sink, "phase", phase_words[s->phase]);
    sink_number(sink, "first", s->first);
    view_turn(s, sink);
    number_or_null(sink, "last_round", last_round(s));
    view_sponsors(s, sink);
    view_store(s, sink);
    view_tokens(s, sink);
    view_contracts(s, viewer, sink);
    sink_number(sink, "neutral_keys", neutral_supply(s));
    sink_array(sink, "players");
    for (int seat = 0; seat < s->seats; seat++)
        view_player(s, seat, viewer, sink);
    sink_close(sink);
    if (viewer == RULES_OMNISCIENT)
        view_hidden(s, sink);
}
