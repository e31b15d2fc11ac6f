/* `then ...`: looks at the result of the moves. */
#include "case_story.h"
#include "rules/otys/words/words.h"

static int cubes_of(const struct seat *me, int colour)
{
    int count = 0;

    for (int level = 0; level < LEVELS; level++)
        count += me->cubes[level][colour];
    return count;
}

bool case_value(const struct story *t, const void *state, int seat,
                const char *what, int *out)
{
    const struct state *s = state;
    const struct seat *me = &s->seat[seat];
    const struct {
        const char *name;
        int value;
    } things[] = {
        {"credits", me->credits},
        {"batteries", me->batteries},
        {"metal", cubes_of(me, METAL)},
        {"plant", cubes_of(me, PLANT)},
        {"fuel", cubes_of(me, FUEL)},
        {"tech", cubes_of(me, TECH)},
        {"keys", __builtin_popcount(me->keys)},
        {"neutral", me->neutral},
        {"track", track_length(s, seat)},
        {"mechanic", me->improved[MECHANIC]},
        {"hacker", me->improved[HACKER]},
        {"hand", __builtin_popcount(me->hand)},
        {"upgraded", __builtin_popcount(me->upgraded)},
        {"left", s->leavers.place[seat]},
    };

    (void)t;
    for (size_t i = 0; i < sizeof things / sizeof *things; i++)
        if (!strcmp(things[i].name, what)) {
            *out = things[i].value;
            return true;
        }
    return false;
}

/* "then level S L N COLOUR ...": exactly these. */
static void then_level(const struct story *t)
{
    const int level = story_level(t, t->words[3]);
    const struct seat *me = &story_sees(t)->seat[story_number(t, t->words[2])];
    int want[COLOURS] = {0};

    for (int i = 4; i + 1 < t->count; i += 2)
        want[story_word(t, t->words[i + 1], colour_words, COLOURS)] =
            story_number(t, t->words[i]);
    for (int c = 0; c < COLOURS; c++)
        if (me->cubes[level][c] != want[c])
            story_fail(t, "the level has %d %s", me->cubes[level][c],
                       colour_words[c]);
}

static void then_column(const struct story *t)
{
    const struct seat *me = &story_sees(t)->seat[story_number(t, t->words[2])];

    for (int slot = 0; slot < SLOTS && slot + 3 < t->count; slot++)
        if (me->column[slot] !=
            story_word(t, t->words[slot + 3], diver_words, DIVERS))
            story_fail(t, "slot %d has %s", slot + 1,
                       diver_words[me->column[slot]]);
}

/* "then keys S K ...": exactly these own keys are on the board. */
static void then_keys(const struct story *t)
{
    const int keys = story_sees(t)->seat[story_number(t, t->words[2])].keys;
    unsigned want = 0;

    for (int i = 3; i < t->count; i++)
        want |= story_key(t, t->words[i]);
    if ((unsigned)keys != want)
        story_fail(t, "the keys on the board are %x", (unsigned)keys);
}

static void then_reward(const struct story *t)
{
    const struct seat *me = &story_sees(t)->seat[story_number(t, t->words[2])];
    const int token = me->reward[story_level(t, t->words[3])];

    if (token != story_number(t, t->words[4]))
        story_fail(t, "the token there is %d", token);
}

static void then_list(const struct story *t, const uint8_t *list, int count,
                      int word)
{
    for (int i = 0; i < count; i++)
        if (list[i] != story_number(t, t->words[word + i]))
            story_fail(t, "number %d is %d", i + 1, list[i]);
}

static void then_sponsors(const struct story *t)
{
    then_list(t, story_sees(t)->sponsor, LEVELS, 2);
}

static void then_public(const struct story *t)
{
    then_list(t, story_sees(t)->open, PUBLIC_CONTRACTS, 2);
}

static void then_tokens(const struct story *t)
{
    const int level = story_level(t, t->words[2]);

    then_list(t, story_sees(t)->display + level * TOKENS_EACH, TOKENS_EACH, 3);
}

/* "then store COLOUR ROW ...": exactly these rows have one. */
static void then_store(const struct story *t)
{
    const int colour = story_word(t, t->words[2], colour_words, COLOURS);
    unsigned want = 0;

    for (int i = 3; i < t->count; i++)
        want |= 1u << (story_number(t, t->words[i]) - 1);
    if (story_sees(t)->store[colour] != want)
        story_fail(t, "the rows are %x",
                   (unsigned)story_sees(t)->store[colour]);
}

/* "then under C ...": the last contracts of the deck, the lowest one first. */
static void then_under(const struct story *t)
{
    then_list(t, story_sees(t)->deck, t->count - 2, 2);
}

/* What the seat that is to act is asked, as its prompt says. */
static void then_asks(const struct story *t)
{
    const struct state *s = story_sees(t);
    const char *kind =
        s->phase == PHASE_OVER ? "nothing" : words_prompt_kind(s);

    if (strcmp(kind, t->words[2]) != 0)
        story_fail(t, "what is asked is %s", kind);
}

bool case_then(const struct story *t, const char *what)
{
    const struct state *s = story_sees(t);
    static const struct {
        const char *what;
        void (*look)(const struct story *t);
    } looks[] = {
        {"level", then_level},   {"column", then_column},
        {"keys", then_keys},     {"reward", then_reward},
        {"public", then_public}, {"sponsors", then_sponsors},
        {"tokens", then_tokens}, {"store", then_store},
        {"under", then_under},   {"asks", then_asks},
    };
    const struct {
        const char *what;
        int value;
    } values[] = {
        {"turn", s->turn},
        {"round", s->round},
        {"deck", s->deck_count},
        {"bag", s->bag_count},
        {"discards", set_count(&s->discards)},
        {"neutral-supply", neutral_supply(s)},
    };

    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++)
        if (!strcmp(looks[i].what, what)) {
            looks[i].look(t);
            return true;
        }
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (!strcmp(values[i].what, what)) {
            story_expect_number(t, values[i].value);
            return true;
        }
    return false;
}
