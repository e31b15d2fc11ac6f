/* `given ...`: arranges the position in which a case begins. */
#include "case_story.h"
#include "rules/otys/engine/setup.h"

#include <ctype.h>

static struct settings options_of(const struct story *t)
{
    static const struct {
        const char *word;
        uint8_t option, value;
    } words[] = {
        {"propel-from", OPTION_PROPELLER, FROM_KEY_LEVEL},
        {"contract-key", OPTION_CONTRACT_LEVEL, KEY_LEVEL},
        {"token-key", OPTION_TOKEN_LEVEL, KEY_LEVEL},
        {"basic", OPTION_SIDES, SIDES_BASIC},
        {"advanced", OPTION_SIDES, SIDES_ADVANCED},
        {"variant", OPTION_SPY, 1},
    };
    struct settings settings;

    game_defaults(t->game, (uint8_t)story_number(t, t->words[2]), &settings);
    for (int i = 3; i < t->count; i++) {
        size_t w = 0;

        while (w < sizeof words / sizeof *words &&
               strcmp(words[w].word, t->words[i]) != 0)
            w++;
        if (w == sizeof words / sizeof *words)
            story_fail(t, "no option: %s", t->words[i]);
        settings.values[words[w].option] = words[w].value;
    }
    return settings;
}

static void given_deal(struct story *t)
{
    const struct settings settings = options_of(t);

    if (setup_start(&t->now, &settings, (const uint8_t[32]){1}))
        story_fail(t, "no such match");
}

/* ---- piles ---- */

/* Numbers from `first` to `last`, the lowest on top. */
static uint8_t fill_pile(uint8_t *pile, int first, int last)
{
    memset(pile, 0, CONTRACTS);
    for (int n = last; n >= first; n--)
        pile[last - n] = (uint8_t)n;
    return (uint8_t)(last - first + 1);
}

/* Exchange two numbers wherever they are, so that each stays in one place. */
static void exchange(uint8_t *a, int b, uint8_t *list, int count)
{
    for (int i = 0; i < count; i++)
        if (list[i] == b)
            list[i] = *a;
}

static void put_contract(struct state *s, uint8_t *place, int contract)
{
    if (*place == contract)
        return;
    exchange(place, contract, s->open, PUBLIC_CONTRACTS);
    exchange(place, contract, s->deck, s->deck_count);
    *place = (uint8_t)contract;
}

static void put_token(struct state *s, uint8_t *place, int token)
{
    if (*place == token)
        return;
    exchange(place, token, s->display, DISPLAY);
    exchange(place, token, s->bag, s->bag_count);
    *place = (uint8_t)token;
}

/* Take a number out of a pile. */
static bool take_out(uint8_t *pile, uint8_t *count, int n)
{
    for (int i = 0; i < *count; i++)
        if (pile[i] == n) {
            --*count;
            memmove(pile + i, pile + i + 1, (size_t)(*count - i));
            pile[*count] = 0;
            return true;
        }
    return false;
}

/* ---- the start ---- */

static void begin_seat(struct seat *me)
{
    static const uint8_t column[SLOTS] = {EXPLORER, TRADER, ENGINEER, METAL,
                                          PLANT,    FUEL,   TECH,     SPY};

    memcpy(me->column, column, sizeof column);
    memset(me->cubes, 0, sizeof me->cubes);
}

/* The same whatever was dealt: case_language.md. */
static void given_seats(struct story *t)
{
    struct state *s = story_now(t);

    given_deal(t);
    s->first = s->turn = 0;
    if (s->sides == SIDES_RANDOM)
        s->advanced = 0;
    memset(s->store, 0, sizeof s->store);
    for (int i = 0; i < LEVELS; i++)
        s->sponsor[i] = (uint8_t)(i + 1);
    for (int i = 0; i < PUBLIC_CONTRACTS; i++)
        s->open[i] = (uint8_t)(i + 1);
    s->deck_count = fill_pile(s->deck, PUBLIC_CONTRACTS + 1, CONTRACTS);
    for (int i = 0; i < DISPLAY; i++)
        s->display[i] = (uint8_t)(i + 1);
    s->bag_count = fill_pile(s->bag, DISPLAY + 1, TOKENS);
    for (int seat = 0; seat < s->seats; seat++)
        begin_seat(&s->seat[seat]);
}

/* ---- of a seat ---- */

static void given_level(const struct story *t, struct seat *me)
{
    const int level = story_level(t, t->words[3]);

    for (int i = 4; i + 1 < t->count; i += 2)
        me->cubes[level]
                 [story_word(t, t->words[i + 1], colour_words, COLOURS)] =
            (uint8_t)story_number(t, t->words[i]);
}

static void given_column(const struct story *t, struct seat *me)
{
    for (int slot = 0; slot < SLOTS && slot + 3 < t->count; slot++)
        me->column[slot] =
            (uint8_t)story_word(t, t->words[slot + 3], diver_words, DIVERS);
}

static void given_reward(struct story *t, struct seat *me)
{
    struct state *s = story_now(t);
    const int token = story_number(t, t->words[4]);

    if (!take_out(s->bag, &s->bag_count, token))
        story_fail(t, "token %d is not in the bag", token);
    me->reward[story_level(t, t->words[3])] = (uint8_t)token;
}

static void given_hand(struct story *t, struct seat *me)
{
    struct state *s = story_now(t);

    for (int i = 3; i < t->count; i++) {
        const int contract = story_number(t, t->words[i]);

        if (!take_out(s->deck, &s->deck_count, contract))
            story_fail(t, "contract %d is not in the deck", contract);
        me->hand |= UINT32_C(1) << (contract - 1);
    }
}

static void given_used(const struct story *t, struct seat *me)
{
    for (int i = 3; i < t->count; i++)
        if (!strcmp(t->words[i], "neutral"))
            me->used_neutral++;
        else
            me->keys &= (uint8_t)~story_key(t, t->words[i]);
}

static void given_upgraded(const struct story *t, struct seat *me)
{
    for (int i = 3; i < t->count; i++)
        me->upgraded |=
            (uint8_t)(1u << story_word(t, t->words[i], diver_words, DIVERS));
}

static void given_of_seat(struct story *t, int seat)
{
    struct seat *me = &story_now(t)->seat[seat];
    const char *what = t->words[2];
    const int n =
        isdigit((unsigned char)*t->words[3]) ? story_number(t, t->words[3]) : 0;

    if (!strcmp(what, "level"))
        given_level(t, me);
    else if (!strcmp(what, "column"))
        given_column(t, me);
    else if (!strcmp(what, "reward"))
        given_reward(t, me);
    else if (!strcmp(what, "hand"))
        given_hand(t, me);
    else if (!strcmp(what, "used"))
        given_used(t, me);
    else if (!strcmp(what, "upgraded"))
        given_upgraded(t, me);
    else if (!strcmp(what, "credits"))
        me->credits = (uint16_t)n;
    else if (!strcmp(what, "batteries"))
        me->batteries = (uint16_t)n;
    else if (!strcmp(what, "points"))
        me->points[POINTS_CONTRACTS] = (uint16_t)n;
    else if (!strcmp(what, "neutral"))
        me->neutral = (uint8_t)n;
    else
        me->improved[story_word(t, what, technician_words, TECHNICIANS)] =
            (uint8_t)n;
}

/* ---- of the table ---- */

static void given_sponsor(struct story *t)
{
    struct state *s = story_now(t);
    const int level = story_level(t, t->words[2]);
    const int n = story_number(t, t->words[3]);

    exchange(&s->sponsor[level], n, s->sponsor, LEVELS);
    s->sponsor[level] = (uint8_t)n;
    if (t->count > 4)
        s->advanced |= (uint8_t)(1u << (n - 1));
}

static void given_store(struct story *t)
{
    const int colour = story_word(t, t->words[2], colour_words, COLOURS);

    for (int i = 3; i < t->count; i++)
        story_now(t)->store[colour] |=
            (uint8_t)(1u << (story_number(t, t->words[i]) - 1));
}

static void given_tokens(struct story *t)
{
    struct state *s = story_now(t);
    const int level = story_level(t, t->words[2]);

    for (int i = 0; i < TOKENS_EACH; i++)
        put_token(s, &s->display[level * TOKENS_EACH + i],
                  story_number(t, t->words[3 + i]));
}

static void given_public(struct story *t)
{
    for (int i = 0; i < PUBLIC_CONTRACTS; i++)
        put_contract(story_now(t), &story_now(t)->open[i],
                     story_number(t, t->words[2 + i]));
}

/* The whole deck, top first; all other contracts of it were completed. */
static void given_deck(struct story *t)
{
    struct state *s = story_now(t);

    memset(s->deck, 0, sizeof s->deck);
    s->deck_count = (uint8_t)(t->count - 2);
    for (int i = 0; i < s->deck_count; i++)
        s->deck[s->deck_count - 1 - i] =
            (uint8_t)story_number(t, t->words[2 + i]);
}

/* The bag is empty: its tokens were discarded. */
static void given_empty_bag(struct story *t)
{
    struct state *s = story_now(t);

    while (s->bag_count)
        set_add(&s->discards, pile_draw(pile_bag(s)));
}

void case_given(struct story *t)
{
    static const struct {
        const char *what;
        void (*arrange)(struct story *t);
    } ways[] = {
        {"deal", given_deal},       {"seats", given_seats},
        {"sponsor", given_sponsor}, {"store", given_store},
        {"tokens", given_tokens},   {"public", given_public},
        {"deck", given_deck},       {"empty-bag", given_empty_bag},
    };
    struct state *s = story_now(t);
    const char *what = t->words[1];

    if (isdigit((unsigned char)*what)) {
        given_of_seat(t, story_number(t, what));
        return;
    }
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (!strcmp(ways[i].what, what)) {
            ways[i].arrange(t);
            return;
        }
    if (!strcmp(what, "turn"))
        s->turn = (uint8_t)story_number(t, t->words[2]);
    else if (!strcmp(what, "first"))
        s->first = (uint8_t)story_number(t, t->words[2]);
    else if (!strcmp(what, "round"))
        s->round = (uint8_t)story_number(t, t->words[2]);
    else
        story_fail(t, "unknown: given %s", what);
}
