/* Options and set-up (rules 1.4, 1.8). */
#include "rules/seastead/engine/setup.h"

#include "rules/random.h"
#include "rules/seastead/engine/decide.h"

static const char *const sides[] = {"a", "b", "mixed", NULL};
static const char *const sets[] = {"all", "a", NULL};
static const char *const discounts[] = {"never", "without-token", NULL};

const struct option seastead_options[] = {
    [OPTION_SIDES] = {.name = "sides",
                      .kind = OPTION_CHOICE,
                      .choices = sides,
                      .meaning = "The sides of the flotillas; mixed are two or "
                                 "three sides B.  Sides B come with decrees."},
    [OPTION_SET] = {.name = "specialists",
                    .kind = OPTION_CHOICE,
                    .choices = sets,
                    .meaning = "The specialists: all, or only those of set A."},
    [OPTION_DECREE] = {.name = "first_decree",
                       .kind = OPTION_INT,
                       .min = 0,
                       .max = DECREES,
                       .meaning = "The decree in force at the start, as the "
                                  "players agreed; 0 draws one."},
    [OPTION_DISCOUNTS] = {.name = "solo_location_discount",
                          .kind = OPTION_CHOICE,
                          .choices = discounts,
                          .meaning = "Whether price tags lower building costs "
                                     "in solo play."},
    {.name = NULL},
};

const char *setup_refuses(const struct settings *settings, size_t *option)
{
    const int16_t *values = settings->values;

    *option = OPTION_SIDES;
    if (settings->seats == 1 && values[OPTION_SIDES] != SIDES_A)
        return "Solo play is on the sides A: set sides to a.";
    *option = OPTION_SET;
    if (settings->seats == 1 && values[OPTION_SET])
        return "Solo play needs all specialists.";
    *option = OPTION_DECREE;
    if (values[OPTION_DECREE] && values[OPTION_SIDES] == SIDES_A)
        return "There are no decrees on the sides A: set first_decree to 0.";
    *option = OPTION_DISCOUNTS;
    if (settings->seats > 1 && values[OPTION_DISCOUNTS])
        return "The option solo_location_discount is for one player.";
    return NULL;
}

bool setup_has_specialist(const struct state *s, int n)
{
    return is_solo(s) ? !specialists[n].is_not_for_solo
                      : !s->set_a || !specialists[n].is_b;
}

/* Independent uses of the secret. */
enum stream {
    STREAM_SHALLOW,
    STREAM_SHELF,
    STREAM_DEPTH,
    STREAM_DEMAND,
    STREAM_SPECIALISTS,
    STREAM_DECREES,
    STREAM_DOCKS,
    STREAM_SIDES,
};

static void shuffle(const uint8_t *secret, enum stream stream, uint8_t *items,
                    size_t count)
{
    struct random random;

    random_init(&random, secret, stream);
    random_shuffle(&random, items, count);
}

static void number(uint8_t *out, int first, int count)
{
    for (int i = 0; i < count; i++)
        out[i] = (uint8_t)(first + i);
}

/* One Shallow card, the Shelf, and with two players the Depth. */
static void deal_dive(struct state *s, const uint8_t *secret)
{
    uint8_t shallow[SHALLOW_CARDS], depth[DEPTH_CARDS];

    number(shallow, 1, SHALLOW_CARDS);
    shuffle(secret, STREAM_SHALLOW, shallow, SHALLOW_CARDS);
    s->dive[0] = shallow[0];
    number(s->dive + 1, SHALLOW_CARDS + 1, SHELF_CARDS);
    shuffle(secret, STREAM_SHELF, s->dive + 1, SHELF_CARDS);
    s->dive_count = 1 + SHELF_CARDS;
    s->drawn = 1;
    if (is_solo(s))
        return;
    number(depth, SHALLOW_CARDS + SHELF_CARDS + 1, DEPTH_CARDS);
    shuffle(secret, STREAM_DEPTH, depth, DEPTH_CARDS);
    memcpy(s->dive + s->dive_count, depth, DEPTH_CARDS);
    s->dive_count += DEPTH_CARDS;
}

static void deal_piles(struct state *s, const uint8_t *secret)
{
    for (int n = 1; n <= SPECIALISTS; n++)
        if (setup_has_specialist(s, n))
            s->specialist_pile[s->specialist_count++] = (uint8_t)n;
    shuffle(secret, STREAM_SPECIALISTS, s->specialist_pile,
            s->specialist_count);
    number(s->dock_pile, 1, DOCKS);
    s->dock_count = DOCKS;
    shuffle(secret, STREAM_DOCKS, s->dock_pile, DOCKS);
    run_refill(s, &(struct frame){.kind = FRAME_REFILL_DOCKS});
    run_refill(s, &(struct frame){.kind = FRAME_REFILL_SPECIALISTS});
}

static void deal_decrees(struct state *s, const uint8_t *secret)
{
    for (int n = 1; n <= DECREES; n++)
        if (n != s->first_decree)
            s->decree_pile[s->decree_count++] = (uint8_t)n;
    shuffle(secret, STREAM_DECREES, s->decree_pile, s->decree_count);
    s->decree = s->first_decree;
    if (s->decree)
        return;
    s->decree = s->decree_pile[--s->decree_count];
    s->decree_pile[s->decree_count] = 0;
}

/* Mixed: any two or three of the flotillas. */
static uint8_t choose_sides(const struct state *s, const uint8_t *secret)
{
    struct random random;
    uint32_t sides_b;

    if (s->sides != SIDES_MIXED)
        return s->sides == SIDES_B ? (1 << FLOTILLAS) - 1 : 0;
    random_init(&random, secret, STREAM_SIDES);
    do
        sides_b = random_below(&random, (1 << FLOTILLAS) - 1);
    while (__builtin_popcount(sides_b) < 2);
    return (uint8_t)sides_b;
}

static void begin(struct state *s)
{
    const struct dive_card *card = dive_card(s);

    for (int f = 0; f < FLOTILLAS; f++)
        if (s->demand[f] == card->locked)
            s->locked = (uint8_t)f;
    if (is_solo(s)) {
        push_count(s, FRAME_FACE, 0, 1);
        return;
    }
    s->first = s->turn = card->arrow;
    s->facing = card->arrow;
    effects_give_half(s, s->first, 0);
    effects_give_half(s, 1 - s->first, 1);
}

enum rules_err setup_start(void *state, const struct settings *settings,
                           const uint8_t secret[RULES_SECRET_SIZE])
{
    struct state *s = state;
    size_t option;

    if (setup_refuses(settings, &option))
        return RULES_BAD_SETTINGS;
    memset(s, 0, sizeof *s);
    s->version = RULES_VERSION;
    s->seats = settings->seats;
    s->sides = (uint8_t)settings->values[OPTION_SIDES];
    s->set_a = (uint8_t)settings->values[OPTION_SET];
    s->first_decree = (uint8_t)settings->values[OPTION_DECREE];
    s->discounts = (uint8_t)settings->values[OPTION_DISCOUNTS];
    s->b_sides = choose_sides(s, secret);
    number(s->demand, 0, FLOTILLAS);
    shuffle(secret, STREAM_DEMAND, s->demand, FLOTILLAS);
    for (int seat = 0; seat < s->seats; seat++)
        s->seat[seat].ships = SHIPS_EACH;
    deal_dive(s, secret);
    deal_piles(s, secret);
    if (has_decrees(s))
        deal_decrees(s, secret);
    begin(s);
    advance(s);
    return RULES_OK;
}

void setup_settings(const void *state, struct settings *out)
{
    const struct state *s = state;

    *out = (struct settings){.seats = s->seats};
    out->values[OPTION_SIDES] = s->sides;
    out->values[OPTION_SET] = s->set_a;
    out->values[OPTION_DECREE] = s->first_decree;
    out->values[OPTION_DISCOUNTS] = s->discounts;
}
