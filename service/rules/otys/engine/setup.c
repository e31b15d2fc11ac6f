/* Options and set-up (rules 2.4). */
#include "rules/otys/engine/setup.h"

#include "rules/otys/engine/handlers.h"

enum { CREDITS_AT_START = 3, BATTERIES_AT_START = 1 };

static const char *const propellers[] = {"to_key_level", "from_key_level",
                                         NULL};
static const char *const levels[] = {"any", "key_level", NULL};
static const char *const sides[] = {"random", "basic", "advanced", NULL};

const struct option otys_options[] = {
    [OPTION_PROPELLER] = {.name = "propeller",
                          .kind = OPTION_CHOICE,
                          .choices = propellers,
                          .meaning = "Which way a propeller moves a diver: to "
                                     "the key's level, or from it."},
    [OPTION_CONTRACT_LEVEL] = {.name = "contract_level",
                               .kind = OPTION_CHOICE,
                               .choices = levels,
                               .meaning = "On which level contracts can be "
                                          "completed: any, or the key's."},
    [OPTION_TOKEN_LEVEL] = {.name = "token_level",
                            .kind = OPTION_CHOICE,
                            .choices = levels,
                            .meaning = "Of which level the advanced sponsor "
                                       "2 uses a reward token."},
    [OPTION_SIDES] = {.name = "sponsor_sides",
                      .kind = OPTION_CHOICE,
                      .choices = sides,
                      .meaning = "The sides of the sponsors."},
    [OPTION_SPY] = {.name = "spy_variant",
                    .kind = OPTION_BOOL,
                    .meaning = "The owner of a diver that a Spy copies is paid "
                               "for it, and the diver resurfaces, too."},
    {.name = NULL},
};

/* ---- the colony board ---- */

static void deal_sponsors(struct state *s)
{
    struct random random = secret_stream_open(&s->chance);

    for (int i = 0; i < LEVELS; i++)
        s->sponsor[i] = (uint8_t)(i + 1);
    random_shuffle(&random, s->sponsor, LEVELS);
    if (s->sides == SIDES_RANDOM)
        s->advanced = (uint8_t)random_below(&random, 1u << SPONSORS);
    else if (s->sides == SIDES_ADVANCED)
        s->advanced = (1 << SPONSORS) - 1;
}

/* Two of one colour, one of two others (BO36). */
static void deal_store(struct state *s)
{
    uint8_t colours[COLOURS];

    secret_stream_deal(&s->chance, colours, 0, COLOURS);
    s->store[colours[0]] = 3;
    s->store[colours[1]] = s->store[colours[2]] = 1;
}

static void deal_piles(struct state *s)
{
    pile_fill(pile_bag(s), 1, TOKENS, &s->chance);
    for (int i = 0; i < DISPLAY; i++)
        tokens_refill(s, i);
    pile_fill(pile_deck(s), 1, CONTRACTS, &s->chance);
    contracts_refill(s);
}

/* ---- players ---- */

static void deal_seat(struct state *s, int seat)
{
    struct seat *me = &s->seat[seat];
    uint8_t colours[COLOURS];

    secret_stream_deal(&s->chance, me->column, 0, DIVERS);
    secret_stream_deal(&s->chance, colours, 0, COLOURS);
    for (int i = 0; i < COLOURS; i++)
        me->cubes[1 + i][colours[i]] = 1;
    me->keys = ALL_KEYS;
    me->credits = CREDITS_AT_START;
    me->batteries = BATTERIES_AT_START;
}

enum rules_err setup_start(void *state, const struct settings *settings,
                           const uint8_t secret[RULES_SECRET_SIZE])
{
    struct state *s = state;
    struct random random;

    memset(s, 0, sizeof *s);
    secret_stream_begin(&s->chance, secret);
    s->seats = settings->seats;
    s->propeller = (uint8_t)settings->values[OPTION_PROPELLER];
    s->contract_level = (uint8_t)settings->values[OPTION_CONTRACT_LEVEL];
    s->token_level = (uint8_t)settings->values[OPTION_TOKEN_LEVEL];
    s->sides = (uint8_t)settings->values[OPTION_SIDES];
    s->spy_variant = (uint8_t)settings->values[OPTION_SPY];
    s->round = 1;
    random = secret_stream_open(&s->chance);
    s->first = s->turn = (uint8_t)random_below(&random, s->seats);
    deal_sponsors(s);
    deal_store(s);
    deal_piles(s);
    for (int seat = 0; seat < s->seats; seat++)
        deal_seat(s, seat);
    return RULES_OK;
}

void setup_settings(const void *state, struct settings *out)
{
    const struct state *s = state;

    *out = (struct settings){.seats = s->seats};
    out->values[OPTION_PROPELLER] = s->propeller;
    out->values[OPTION_CONTRACT_LEVEL] = s->contract_level;
    out->values[OPTION_TOKEN_LEVEL] = s->token_level;
    out->values[OPTION_SIDES] = s->sides;
    out->values[OPTION_SPY] = s->spy_variant;
}
