/* `given ...`: arranges the position in which a case begins. */
#include "case_story.h"
#include "rules/seastead/engine/setup.h"
#include "rules/seastead/engine/stack.h"

#include <ctype.h>
#include <stdlib.h>

static struct settings options_of(const struct story *t)
{
    static const char *const sides[] = {"a", "b", "mixed"};
    struct settings settings;

    game_defaults(t->game, (uint8_t)story_number(t, t->words[2]), &settings);
    for (int i = 3; i < t->count; i++) {
        const char *word = t->words[i];

        if (!strcmp(word, "sides"))
            settings.values[OPTION_SIDES] =
                (int16_t)story_word(t, t->words[++i], sides, 3);
        else if (!strcmp(word, "decree"))
            settings.values[OPTION_DECREE] =
                (int16_t)story_number(t, t->words[++i]);
        else if (!strcmp(word, "set-a"))
            settings.values[OPTION_SET] = 1;
        else if (!strcmp(word, "discounts"))
            settings.values[OPTION_DISCOUNTS] = 1;
        else
            story_fail(t, "no option: %s", word);
    }
    return settings;
}

static void given_deal(struct story *t)
{
    const struct settings settings = options_of(t);

    if (setup_start(&t->now, &settings, (const uint8_t[32]){1}))
        story_fail(t, "no such match");
}

/* A pile from its numbers, the lowest on top. */
static void order_pile(uint8_t *pile, int count)
{
    for (int i = 1; i < count; i++)
        for (int k = i; k > 0 && pile[k - 1] < pile[k]; k--) {
            const uint8_t n = pile[k];

            pile[k] = pile[k - 1];
            pile[k - 1] = n;
        }
}

/* The display from the top of the pile that it was dealt from. */
static void order_display(uint8_t *display, uint8_t *pile, uint8_t *count)
{
    for (int i = 0; i < DISPLAY; i++)
        pile[(*count)++] = display[i];
    order_pile(pile, *count);
    for (int i = 0; i < DISPLAY; i++) {
        display[i] = pile[--*count];
        pile[*count] = 0;
    }
}

/* The same whatever was dealt: case_language.md. */
static void given_seats(struct story *t)
{
    struct state *s = story_now(t);

    given_deal(t);
    s->first = s->turn = s->facing = s->depth = 0;
    memset(s->stack, 0, sizeof s->stack);
    for (int i = 0; i < OWNERS; i++)
        memset(s->seat[i].stock, 0, sizeof s->seat[i].stock);
    for (int f = 0; f < FLOTILLAS; f++)
        s->demand[f] = (uint8_t)f;
    s->locked = FLOTILLAS - 1;
    for (int i = 0; i < s->dive_count; i++)
        s->dive[i] = (uint8_t)(i ? SHALLOW_CARDS + i : 1);
    order_display(s->dock_display, s->dock_pile, &s->dock_count);
    order_display(s->specialist_display, s->specialist_pile,
                  &s->specialist_count);
    order_pile(s->decree_pile, s->decree_count);
}

/* ---- of a seat ---- */

static void take_out(struct state *s, int n)
{
    for (int i = 0; i < DISPLAY; i++)
        if (s->specialist_display[i] == n)
            s->specialist_display[i] = 0;
    for (int i = 0; i < s->specialist_count; i++)
        if (s->specialist_pile[i] == n) {
            s->specialist_count--;
            memmove(s->specialist_pile + i, s->specialist_pile + i + 1,
                    (size_t)(s->specialist_count - i));
            s->specialist_pile[s->specialist_count] = 0;
        }
}

static void given_specialists(struct story *t, struct seat *me)
{
    for (int i = 3; i < t->count; i++) {
        const int n = story_specialist(t, t->words[i]);
        const uint16_t bit = (uint16_t)(1u << (n - 1));

        take_out(story_now(t), n);
        me->specialists |= bit;
        if (!strchr(t->words[i], '*'))
            me->face_up |= bit;
    }
}

static void given_storage(struct story *t, struct seat *me)
{
    memset(me->stock, 0, sizeof me->stock);
    for (int i = 3; i + 1 < t->count; i += 2)
        me->stock[story_word(t, t->words[i + 1], resource_words, RESOURCES)] =
            (uint8_t)story_number(t, t->words[i]);
}

static void given_ships(struct story *t, int seat)
{
    struct state *s = story_now(t);

    for (int i = 3; i < t->count; i++) {
        s->ship[story_location(t, t->words[i])] = (uint8_t)(seat + 1);
        if (s->seat[seat].ships)
            s->seat[seat].ships--;
    }
}

static void given_buildings(struct story *t, int seat)
{
    const int piece = story_word(t, t->words[2], piece_words, PIECES);
    struct state *s = story_now(t);

    for (int i = 3; i < t->count; i++) {
        s->building[story_location(t, t->words[i])] =
            (uint8_t)(1 + seat * PIECES + piece);
        s->seat[seat].built[piece]++;
    }
}

static void given_of_seat(struct story *t, int seat)
{
    struct seat *me = &story_now(t)->seat[seat];
    const char *what = t->words[2];

    if (!strcmp(what, "storage"))
        given_storage(t, me);
    else if (!strcmp(what, "cleanup"))
        me->cleanup = (uint8_t)story_number(t, t->words[3]);
    else if (!strcmp(what, "specialists"))
        given_specialists(t, me);
    else if (!strcmp(what, "ship"))
        given_ships(t, seat);
    else
        given_buildings(t, seat);
}

/* ---- of the table ---- */

/* The face-up dive card, and its half that faces seat 0; the other cards stay
 * in order. */
static void given_card(struct story *t)
{
    const int card = story_number(t, t->words[2]);
    struct state *s = story_now(t);

    for (int i = s->drawn; i < s->dive_count; i++)
        if (s->dive[i] == card) {
            memmove(s->dive + s->drawn + 1, s->dive + s->drawn,
                    (size_t)(i - s->drawn));
            s->dive[s->drawn++] = (uint8_t)card;
            break;
        }
    s->facing = (uint8_t)(story_number(t, t->words[3]) - 1);
}

/* Cards were drawn until this one is the next. */
static void given_next(struct story *t)
{
    const int card = story_number(t, t->words[2]);
    struct state *s = story_now(t);

    while (s->drawn < s->dive_count && s->dive[s->drawn] != card)
        s->drawn++;
    if (s->drawn > SHELF_CARDS && s->seats > 1)
        s->ending = 2;
}

/* A display; the place of what is not given is empty. */
static void given_display(struct story *t)
{
    struct state *s = story_now(t);

    memset(s->specialist_display, 0, sizeof s->specialist_display);
    for (int i = 2; i < t->count; i++) {
        const int n = story_specialist(t, t->words[i]);

        take_out(s, n);
        s->specialist_display[i - 2] = (uint8_t)n;
    }
}

static void given_demand(struct story *t)
{
    for (int f = 0; f < FLOTILLAS; f++)
        story_now(t)->demand[f] =
            (uint8_t)story_word(t, t->words[2 + f], resource_words, RESOURCES);
}

static void given_dock(struct story *t)
{
    struct state *s = story_now(t);
    const int tile = story_number(t, t->words[2]);

    for (int i = 0; i < DISPLAY; i++)
        if (s->dock_display[i] == tile)
            s->dock_display[i] = 0;
    s->dock[story_location(t, t->words[3])] = (uint8_t)tile;
}

/* The decrees of the pile, top first. */
static void given_decrees(struct story *t)
{
    struct state *s = story_now(t);

    memset(s->decree_pile, 0, sizeof s->decree_pile);
    s->decree_count = (uint8_t)(t->count - 2);
    for (int i = 0; i < s->decree_count; i++)
        s->decree_pile[s->decree_count - 1 - i] =
            (uint8_t)story_number(t, t->words[2 + i]);
}

static void given_empty(struct story *t)
{
    struct state *s = story_now(t);

    if (!strcmp(t->words[2], "docks")) {
        memset(s->dock_display, 0, sizeof s->dock_display);
        s->dock_count = 0;
    } else {
        memset(s->specialist_display, 0, sizeof s->specialist_display);
        s->specialist_count = 0;
    }
}

static void given_token(struct story *t)
{
    story_now(t)->token[story_location(t, t->words[3])] =
        (uint8_t)(1 + story_word(t, t->words[2], resource_words, RESOURCES));
}

/* Solo play before its first decision. */
static void given_start(struct story *t)
{
    push_count(story_now(t), FRAME_FACE, 0, 1);
}

void case_given(struct story *t)
{
    static const struct {
        const char *what;
        void (*arrange)(struct story *t);
    } ways[] = {
        {"deal", given_deal},       {"seats", given_seats},
        {"card", given_card},       {"next", given_next},
        {"display", given_display}, {"demand", given_demand},
        {"dock", given_dock},       {"decrees", given_decrees},
        {"empty", given_empty},     {"token", given_token},
        {"start", given_start},
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
    if (!strcmp(what, "locked"))
        s->locked = (uint8_t)(story_number(t, t->words[2]) - 1);
    else if (!strcmp(what, "turn"))
        s->turn = (uint8_t)story_number(t, t->words[2]);
    else if (!strcmp(what, "ending"))
        s->ending = (uint8_t)story_number(t, t->words[2]);
    else
        story_fail(t, "unknown: given %s", what);
}
