/* Matches that tests play. */
#include "rules_match.h"

#include <stdio.h>
#include <string.h>

/* The streams of a seed. */
enum { STREAM_SECRET, STREAM_CHOOSER };

/* Moves that an eager or a hungry seat considers. */
enum { TRIES = 5 };

/* Of an INT option with at most this many values, all are used. */
enum { FEW = 4 };

enum rules_err test_match_start(struct test_match *m, const struct game *game,
                                const struct settings *settings, uint64_t seed)
{
    uint8_t key[32] = "Fathom tests";
    struct random random;

    for (int i = 0; i < 8; i++)
        key[24 + i] = (uint8_t)(seed >> (8 * i));
    m->game = game;
    m->settings = *settings;
    m->seed = seed;
    random_init(&m->chooser, key, STREAM_CHOOSER);
    random_init(&random, key, STREAM_SECRET);
    m->record = (struct record){.game = game,
                                .settings = *settings,
                                .entries = m->entries,
                                .cap = TEST_ENTRIES_MAX};
    for (int i = 0; i < RULES_SECRET_SIZE; i++)
        m->record.secret[i] = (uint8_t)random_below(&random, 256);
    return game->start(m->state, settings, m->record.secret);
}

enum rules_err test_match_step(struct test_match *m, struct entry entry)
{
    enum rules_err err = RULES_OK;

    if (entry.kind == ENTRY_LEAVE)
        m->game->leave(m->state, entry.seat, entry.move.bits != 0);
    else
        err = m->game->apply(m->state, entry.seat, entry.move);
    if (err == RULES_OK)
        record_append(&m->record, entry);
    return err;
}

/* A random seat of a set that is not empty. */
static int any_seat(struct random *random, seat_set seats)
{
    uint32_t n =
        random_below(random, (uint32_t)__builtin_popcount((unsigned)seats));

    for (int seat = 0; seat < RULES_SEATS_MAX; seat++)
        if (seats >> seat & 1 && n-- == 0)
            return seat;
    return -1;
}

/* The value of a state for a seat. */
struct taste {
    int32_t (*worth)(const struct game *game, const void *state, int seat);
};

static int32_t estimate(const struct game *game, const void *state, int seat)
{
    return game->evaluate(state, seat);
}

static int32_t points(const struct game *game, const void *state, int seat)
{
    struct scores scores;

    game->score(state, &scores);
    return scores.total[seat];
}

/* The seat's value of the state after a move. */
static int32_t value_of(const struct test_match *m, int seat, struct move move,
                        const struct taste *taste)
{
    alignas(max_align_t) uint8_t after[RULES_STATE_MAX];

    memcpy(after, m->state, sizeof after);
    if (m->game->apply(after, seat, move))
        return INT32_MIN;
    return taste->worth(m->game, after, seat);
}

/* The best of this many random moves. */
static struct move pick(struct test_match *m, int seat,
                        const struct move *moves, size_t count,
                        const struct taste *taste)
{
    struct move best = moves[random_below(&m->chooser, (uint32_t)count)];

    for (int i = 1; taste && i < TRIES && count > 1; i++) {
        struct move move = moves[random_below(&m->chooser, (uint32_t)count)];

        if (value_of(m, seat, move, taste) > value_of(m, seat, best, taste))
            best = move;
    }
    return best;
}

/* Whether the text is the verb and `count` of the words, in their order. */
static bool is_set_of(const struct choice *choice, const char *text)
{
    const size_t verb = strlen(choice->verb);
    int named = 0;

    if (strncmp(text, choice->verb, verb) != 0)
        return false;
    text += verb;
    for (int i = 0; i < choice->items; i++) {
        const size_t length = strlen(choice->item[i].word);

        if (text[0] == ' ' &&
            !strncmp(text + 1, choice->item[i].word, length) &&
            (!text[1 + length] || text[1 + length] == ' ')) {
            text += 1 + length;
            named++;
        }
    }
    return !*text && named == choice->count;
}

bool test_is_unlisted_set(const struct game *game, const void *state, int seat,
                          struct move move)
{
    static struct move list[RULES_MOVES_MAX];
    char notation[RULES_NOTATION_MAX];
    struct choice choice;
    size_t count;

    if (!game->choice || !game->choice(state, seat, &choice))
        return false;
    count = game->moves(state, seat, list, RULES_MOVES_MAX);
    game->format(state, seat, move, notation);
    return count == RULES_MOVES_MAX && move.bits > list[count - 1].bits &&
           is_set_of(&choice, notation);
}

static bool step(struct test_match *m, const struct taste *taste)
{
    static struct move moves[RULES_MOVES_MAX];
    seat_set seats = m->game->to_act(m->state);
    struct entry entry = {.kind = ENTRY_MOVE};
    size_t count;

    if (!seats)
        return false;
    entry.seat = (uint8_t)any_seat(&m->chooser, seats);
    count = m->game->moves(m->state, entry.seat, moves, RULES_MOVES_MAX);
    if (count == 0 || count > RULES_MOVES_MAX)
        return false;
    entry.move = pick(m, entry.seat, moves, count, taste);
    return test_match_step(m, entry) == RULES_OK;
}

bool test_match_step_random(struct test_match *m)
{
    return step(m, NULL);
}

bool test_match_step_eager(struct test_match *m)
{
    return step(m, &(struct taste){estimate});
}

bool test_match_step_hungry(struct test_match *m)
{
    return step(m, &(struct taste){points});
}

/* Text that grows in a buffer. */
struct text {
    char bytes[1 << 18];
    size_t length;
};

static void add_text(void *to, const char *bytes, size_t length)
{
    struct text *text = to;

    if (length >= sizeof text->bytes - text->length)
        length = sizeof text->bytes - 1 - text->length;
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

const char *test_match_text(const struct test_match *m)
{
    static struct text text;

    text.length = 0;
    text.bytes[0] = '\0';
    record_write(&m->record, add_text, &text);
    return text.bytes;
}

/* The n-th value of an option that tests use; false after the last. */
static bool option_value(const struct option *option, int n, int16_t *out)
{
    const int16_t numbers[] = {option->min, option->max, option->fallback};

    switch (option->kind) {
    case OPTION_BOOL: *out = (int16_t)n; return n < 2;
    case OPTION_CHOICE: *out = (int16_t)n; return option->choices[n] != NULL;
    case OPTION_INT:
        if (option->max - option->min < FEW) {
            *out = (int16_t)(option->min + n);
            return *out <= option->max;
        }
        *out = numbers[n < 3 ? n : 0];
        if (n == 2)
            return option->fallback != option->min &&
                   option->fallback != option->max;
        return n < 2;
    }
    return false;
}

bool test_settings(const struct game *game, int seats, int number,
                   struct settings *settings)
{
    game_defaults(game, (uint8_t)seats, settings);
    for (size_t i = 0; game->options[i].name; i++) {
        int16_t value = 0;
        int values = 0;

        while (option_value(&game->options[i], values, &value))
            values++;
        option_value(&game->options[i], number % values, &settings->values[i]);
        number /= values;
    }
    return number == 0;
}

bool test_settings_allowed(const struct game *game, int seats, int *number,
                           struct settings *settings)
{
    while (test_settings(game, seats, ++*number, settings))
        if (game_check_settings(game, settings) == RULES_OK)
            return true;
    return false;
}

const char *test_settings_text(const struct game *game,
                               const struct settings *settings)
{
    static struct text text;
    char part[128];

    text.length = 0;
    snprintf(part, sizeof part, "%s, %d seats", game->id, settings->seats);
    add_text(&text, part, strlen(part));
    for (size_t i = 0; game->options[i].name; i++) {
        const struct option *option = &game->options[i];

        if (option->kind == OPTION_CHOICE)
            snprintf(part, sizeof part, ", %s %s", option->name,
                     option->choices[settings->values[i]]);
        else
            snprintf(part, sizeof part, ", %s %d", option->name,
                     settings->values[i]);
        add_text(&text, part, strlen(part));
    }
    return text.bytes;
}
