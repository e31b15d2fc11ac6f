/* The content as data: every tile, card and token with its text, its origin
 * and, of what has a place on the table, where it is drawn. */
#include "rules/kit/phrases.h"
#include "rules/otys/words/words.h"

#include <stdio.h>

/* The table in thousandths of a board's width and height.  On the colony board
 * a level is a row with its sponsor at the left, then its tokens; the store is
 * at the right, the public contracts are above.  On a player board a level is a
 * row with its key, the slot of the column, the spaces and the reward space;
 * the Mechanic's track is above them at the right, the Hacker's at the bottom.
 */
enum {
    FIRST_ROW_Y = 440,
    ROW_HEIGHT = 110,
    SLOT_X = 220,
    FIRST_SLOT_Y = FIRST_ROW_Y - SURFACE * ROW_HEIGHT,
    KEY_X_X = 80,
    SPACE_X = 380,
    SPACE_WIDTH = 80,
    REWARD_X = 920,
    SPONSOR_X = 90,
    TOKEN_X = 230,
    TOKEN_WIDTH = 110,
    STORE_X = 560,
    STORE_Y = 500,
    STORE_STEP = 120,
    CONTRACT_X = 250,
    CONTRACT_Y = 150,
    CONTRACT_WIDTH = 250,
    MECHANIC_X = REWARD_X,
    MECHANIC_Y = 80,
    MECHANIC_STEP = 80,
    TRACK_X = 220, /* the first used key */
    TRACK_Y = 970,
    TRACK_STEP = 110,
};

static int row_y(int level)
{
    return FIRST_ROW_Y + level * ROW_HEIGHT;
}

static void write_spot(struct sink *sink, const char *key, int x, int y)
{
    sink_object(sink, key);
    sink_number(sink, "x", x);
    sink_number(sink, "y", y);
    sink_close(sink);
}

static void write_text(struct members *members, enum origin origin,
                       const char *key)
{
    phrases_write(&words_texts, members, key);
    sink_string(&members->sink, "origin", origin_words[origin]);
}

/* ---- boards ---- */

static void write_level(struct sink *sink, int level)
{
    sink_object(sink, NULL);
    sink_number(sink, "number", level + 1);
    sink_number(sink, "spaces", level_spaces[level]);
    write_spot(sink, "sponsor", SPONSOR_X, row_y(level));
    sink_array(sink, "tokens");
    for (int i = 0; i < TOKENS_EACH; i++)
        write_spot(sink, NULL, TOKEN_X + i * TOKEN_WIDTH, row_y(level));
    sink_close(sink);
    write_spot(sink, "key", KEY_X_X, row_y(level));
    write_spot(sink, "reward", REWARD_X, row_y(level));
    sink_array(sink, "places");
    for (int i = 0; i < level_spaces[level]; i++)
        write_spot(sink, NULL, SPACE_X + i * SPACE_WIDTH, row_y(level));
    sink_close(sink);
    sink_string(sink, "origin", origin_words[ORIGIN_OURS]);
    sink_close(sink);
}

static void write_levels(struct sink *sink)
{
    sink_array(sink, "levels");
    for (int level = 0; level < LEVELS; level++)
        write_level(sink, level);
    sink_close(sink);
    sink_array(sink, "slots");
    for (int slot = 0; slot < SLOTS; slot++)
        write_spot(sink, NULL, SLOT_X, FIRST_SLOT_Y + slot * ROW_HEIGHT);
    sink_close(sink);
    write_spot(sink, "key_x", KEY_X_X, FIRST_SLOT_Y);
    write_spot(sink, "neutral_key", KEY_X_X, FIRST_SLOT_Y + ROW_HEIGHT);
    write_spot(sink, "neutral_supply", SPONSOR_X, CONTRACT_Y);
    sink_array(sink, "public_contracts");
    for (int i = 0; i < PUBLIC_CONTRACTS; i++)
        write_spot(sink, NULL, CONTRACT_X + i * CONTRACT_WIDTH, CONTRACT_Y);
    sink_close(sink);
}

static void write_store(struct sink *sink)
{
    sink_array(sink, "store");
    for (int row = 0; row < STORE_ROWS; row++) {
        sink_object(sink, NULL);
        sink_number(sink, "row", row + 1);
        sink_number(sink, "credits", store_rows[row].credits);
        sink_number(sink, "points", store_rows[row].points);
        for (int c = 0; c < COLOURS; c++)
            write_spot(sink, colour_words[c], STORE_X + c * STORE_STEP,
                       STORE_Y + row * STORE_STEP);
        sink_string(sink, "origin", origin_words[ORIGIN_OURS]);
        sink_close(sink);
    }
    sink_close(sink);
}

/* ---- technicians ---- */

/* The place of the nth used key, from 1; the Hacker is where the key that
 * returns them would be. */
static void write_used_key(struct sink *sink, int n)
{
    write_spot(sink, NULL, TRACK_X + (n - 1) * TRACK_STEP, TRACK_Y);
}

static void write_track(struct sink *sink, int technician,
                        const uint8_t values[IMPROVEMENTS + 1])
{
    sink_object(sink, technician_words[technician]);
    sink_array(sink, "values");
    for (int i = 0; i <= IMPROVEMENTS; i++)
        sink_number(sink, NULL, values[i]);
    sink_close(sink);
    sink_array(sink, "places");
    for (int i = 0; i <= IMPROVEMENTS; i++)
        if (technician == HACKER)
            write_used_key(sink, values[i]);
        else
            write_spot(sink, NULL, MECHANIC_X, MECHANIC_Y + i * MECHANIC_STEP);
    sink_close(sink);
    sink_string(sink, "origin", origin_words[ORIGIN_OURS]);
    sink_close(sink);
}

static void write_technicians(struct sink *sink)
{
    write_track(sink, MECHANIC, mechanic_values);
    write_track(sink, HACKER, hacker_values);
    sink_array(sink, "used_keys");
    for (int n = 1; n <= hacker_values[0]; n++)
        write_used_key(sink, n);
    sink_close(sink);
}

/* ---- tiles ---- */

static void write_colours(struct sink *sink, unsigned colours)
{
    sink_array(sink, "colours");
    for (int c = 0; c < COLOURS; c++)
        if (colours >> c & 1)
            sink_string(sink, NULL, colour_words[c]);
    sink_close(sink);
}

static void write_number(struct sink *sink, const char *key, int n)
{
    if (n)
        sink_number(sink, key, n);
}

static void write_operand(struct sink *sink, const struct effect *e,
                          enum operand operand)
{
    switch (operand) {
    case OPERAND_NONE: break;
    case OPERAND_N: sink_number(sink, "n", e->n); break;
    case OPERAND_MORE: write_number(sink, "n", e->n); break;
    case OPERAND_COLOURS: write_colours(sink, e->colours); break;
    case OPERAND_CREDITS: write_number(sink, "credits", e->credits); break;
    case OPERAND_BATTERIES:
        write_number(sink, "batteries", e->batteries);
        break;
    case OPERAND_POINTS: write_number(sink, "points", e->points); break;
    case OPERAND_WHICH:
        sink_string(sink, "which", which_words[e->which]);
        break;
    }
}

/* The effects of a side: all, or one of them. */
static void write_effects(struct sink *sink, const struct effect *effects,
                          int count, bool is_choice)
{
    sink_array(sink, "effects");
    for (int i = 0; i < count && effects[i].op != OP_NONE; i++) {
        sink_object(sink, NULL);
        sink_string(sink, "do", op_words[effects[i].op]);
        for (int k = 0; k < OPERANDS_MAX; k++)
            write_operand(sink, &effects[i],
                          (enum operand)op_operands[effects[i].op][k]);
        sink_close(sink);
    }
    sink_close(sink);
    sink_truth(sink, "one_of", is_choice);
}

/* The text that a side has instead, if an option of the match has this value.
 */
struct variant {
    const char *side;   /* NULL: both */
    const char *option; /* NULL: there is no such text */
    const char *value;  /* NULL: true */
    const char *way;    /* the end of the text's key */
};

static const struct variant none = {.option = NULL};

static void write_variant(struct sink *sink, const struct variant *variant,
                          const char *text)
{
    struct members members;
    char key[64];

    sink_array(sink, "variants");
    if (variant) {
        sink_object(sink, NULL);
        members_begin(&members, sink);
        sink_string(&members.sink, "option", variant->option);
        if (variant->value)
            sink_string(&members.sink, "value", variant->value);
        else
            sink_truth(&members.sink, "value", true);
        snprintf(key, sizeof key, "%s-%s", text, variant->way);
        phrases_write(&words_texts, &members, key);
        sink_close(sink);
    }
    sink_close(sink);
}

/* A tile with two sides, of which each has a text. */
static void write_side(struct sink *sink, const char *side, const char *tile,
                       const struct side *does, const struct variant *variant)
{
    const bool varies =
        variant->option && (!variant->side || !strcmp(variant->side, side));
    struct members members;
    char key[40];

    sink_object(sink, side);
    members_begin(&members, sink);
    write_effects(&members.sink, does->effect, EFFECTS_MAX, does->is_choice);
    snprintf(key, sizeof key, "text.%s-%s", tile, side);
    write_text(&members, ORIGIN_RULEBOOK, key);
    write_variant(sink, varies ? variant : NULL, key);
    sink_close(sink);
}

static void write_divers(struct sink *sink)
{
    static const struct variant of_spy = {.option = "spy_variant",
                                          .way = "variant"};

    sink_array(sink, "divers");
    for (int diver = 0; diver < DIVERS; diver++) {
        const struct variant *variant = diver == SPY ? &of_spy : &none;
        char tile[24];

        snprintf(tile, sizeof tile, "diver-%s", diver_words[diver]);
        sink_object(sink, NULL);
        sink_string(sink, "word", diver_words[diver]);
        write_side(sink, "basic", tile, &diver_sides[diver][false], variant);
        write_side(sink, "upgraded", tile, &diver_sides[diver][true], variant);
        sink_close(sink);
    }
    sink_close(sink);
}

static void write_sponsors(struct sink *sink)
{
    static const struct variant of_tokens = {.side = "advanced",
                                             .option = "token_level",
                                             .value = "key_level",
                                             .way = "key_level"};

    sink_array(sink, "sponsors");
    for (int n = 1; n <= SPONSORS; n++) {
        const struct variant *variant = n == 2 ? &of_tokens : &none;
        char tile[24];

        snprintf(tile, sizeof tile, "sponsor-%d", n);
        sink_object(sink, NULL);
        sink_number(sink, "number", n);
        write_side(sink, "basic", tile, &sponsor_sides[n][false], variant);
        write_side(sink, "advanced", tile, &sponsor_sides[n][true], variant);
        sink_close(sink);
    }
    sink_close(sink);
}

/* ---- cards and tokens ---- */

static void write_needs(struct sink *sink, const struct contract *c,
                        bool is_pattern)
{
    if (is_pattern) {
        sink_array(sink, "groups");
        for (int g = 0; g < GROUPS && c->group[g]; g++)
            sink_number(sink, NULL, c->group[g]);
        sink_close(sink);
        return;
    }
    sink_object(sink, "needs");
    for (int colour = 0; colour < COLOURS; colour++)
        if (c->need[colour])
            sink_number(sink, colour_words[colour], c->need[colour]);
    sink_close(sink);
}

/* "text.contract-2-1-1": the groups of a pattern in words. */
static void contract_key(const struct contract *c, bool is_pattern, char *out,
                         size_t size)
{
    size_t length = (size_t)snprintf(out, size, "text.contract%s",
                                     is_pattern ? "" : "-list");

    for (int g = 0; is_pattern && g < GROUPS && c->group[g]; g++)
        length +=
            (size_t)snprintf(out + length, size - length, "-%d", c->group[g]);
}

static void write_contract(struct sink *sink, int n)
{
    const struct contract *c = &contracts[n];
    const bool is_pattern = contract_is_pattern(n);
    struct members members;
    char key[40];

    sink_object(sink, NULL);
    members_begin(&members, sink);
    sink_number(&members.sink, "number", n);
    write_needs(&members.sink, c, is_pattern);
    sink_number(&members.sink, "points", c->points);
    if (c->credits)
        sink_number(&members.sink, "credits", c->credits);
    if (c->batteries)
        sink_number(&members.sink, "batteries", c->batteries);
    contract_key(c, is_pattern, key, sizeof key);
    write_text(&members, ORIGIN_OURS, key);
    sink_close(sink);
}

static void write_front(struct sink *sink, const struct token *token)
{
    struct effect effect = front_effects[token->front];
    struct members members;
    char key[32];

    effect.colours = token->colours;
    sink_object(sink, "front");
    members_begin(&members, sink);
    sink_string(&members.sink, "kind", front_words[token->front]);
    write_effects(&members.sink, &effect, 1, false);
    if (token->colours) {
        const int first = __builtin_ctz(token->colours);

        sink_string(&members.sink, "first", colour_words[first]);
        sink_string(
            &members.sink, "second",
            colour_words[__builtin_ctz(token->colours & ~(1u << first))]);
    }
    snprintf(key, sizeof key, "text.front-%s", front_words[token->front]);
    write_text(&members, ORIGIN_RULEBOOK, key);
    sink_close(sink);
}

static void write_back(struct sink *sink, const struct token *token)
{
    struct members members;
    char key[32];

    sink_object(sink, "back");
    members_begin(&members, sink);
    sink_string(&members.sink, "kind", back_words[token->back]);
    write_effects(&members.sink, &back_effects[token->back], 1, false);
    snprintf(key, sizeof key, "text.back-%s", back_words[token->back]);
    write_text(&members, ORIGIN_RULEBOOK, key);
    sink_close(sink);
}

static void write_tokens(struct sink *sink)
{
    sink_array(sink, "tokens");
    for (int n = 1; n <= TOKENS; n++) {
        sink_object(sink, NULL);
        sink_number(sink, "number", n);
        write_front(sink, &tokens[n]);
        write_back(sink, &tokens[n]);
        sink_string(sink, "origin", origin_words[ORIGIN_OURS]);
        sink_close(sink);
    }
    sink_close(sink);
}

void words_components(struct sink *sink)
{
    write_levels(sink);
    write_store(sink);
    write_technicians(sink);
    write_divers(sink);
    write_sponsors(sink);
    sink_array(sink, "cards");
    for (int n = 1; n <= CONTRACTS; n++)
        write_contract(sink, n);
    sink_close(sink);
    write_tokens(sink);
}
