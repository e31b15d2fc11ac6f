/* The seat's next Production in a view: its fixed yield, the choices in it, and
 * the food its cities need.  All of it follows from what is open; choices that
 * other seats are making now are ignored.  A seat that left has no Production
 * to come (ruling 90), and no seat has one after the last round. */
#include "rules/sink.h"
#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/engine/production.h"
#include "rules/underwater_cities/view/view_parts.h"
#include "rules/underwater_cities/words/card_text.h"

void view_resources(struct sink *sink, const int16_t stock[RESOURCES])
{
    for (int r = 0; r < RESOURCES; r++)
        sink_number(sink, resource_words[r], stock[r]);
}

/* Production cards that ask, as they could be used after the gains; as bits
 * over the seat's claims. */
static uint32_t choices_of(struct uwc_state *s, int seat)
{
    memset(s->seat[seat].answer, 0, sizeof s->seat[seat].answer);
    return production_choices(s, seat);
}

static void write_choices(const struct seat *me, uint32_t choices,
                          struct sink *sink)
{
    sink_array(sink, "choices");
    for (int i = 0; i < me->claim_count; i++) {
        const struct effect *list = cards[me->claims[i]]->produce;
        char text[CARD_TEXT_MAX];

        if (!(choices >> i & 1))
            continue;
        effects_text(list, list + effect_list_length(list), sink->language,
                     text, sizeof text);
        sink_object(sink, NULL);
        sink_number(sink, "card", me->claims[i]);
        sink_string(sink, "name", cards[me->claims[i]]->name);
        sink_string(sink, "text", text);
        sink_close(sink);
    }
    sink_close(sink);
}

/* What feeding takes, and how many cities it leaves hungry. */
struct meal {
    int kelp, biomatter, points, unfed;
};

/* Feed the cities of the seat.  Changes *s. */
static struct meal meal_of(struct uwc_state *s, int seat)
{
    struct seat *me = &s->seat[seat];
    const struct seat before = *me;
    struct meal meal;

    production_feed(s, seat);
    meal.kelp = before.stock[KELP] - me->stock[KELP];
    meal.biomatter = before.stock[BIOMATTER] - me->stock[BIOMATTER];
    meal.points = before.points - me->points;
    meal.unfed = feeding_need(me) - meal.kelp - meal.biomatter;
    return meal;
}

static void write_meal(const struct meal *meal, const char *key,
                       struct sink *sink)
{
    sink_object(sink, key);
    sink_number(sink, "kelp", meal->kelp);
    sink_number(sink, "biomatter", meal->biomatter);
    sink_number(sink, "points", meal->points);
    sink_number(sink, "unfed", meal->unfed);
    sink_close(sink);
}

/* The seat's stock after the gains, unless these have come already. */
static void add_gains(const struct uwc_state *s, const struct produced *gains,
                      struct seat *me)
{
    if (s->phase == PHASE_PRODUCTION)
        return;
    for (int r = 0; r < RESOURCES; r++)
        me->stock[r] = (int16_t)(me->stock[r] + gains->stock[r]);
    me->points = (int16_t)(me->points + gains->points);
    me->produced_biomatter = (uint8_t)gains->stock[BIOMATTER];
}

static void write_forecast(const struct uwc_state *s, int seat,
                           struct sink *sink)
{
    const struct seat *me = &s->seat[seat];
    bool comes = s->phase != PHASE_OVER && !me->left;
    struct produced gains = {0};
    struct meal now = {0}, after = {0};
    uint32_t choices = 0;

    if (comes) {
        struct uwc_state copy = *s, then = *s;

        production_of(s, seat, &gains);
        add_gains(s, &gains, &then.seat[seat]);
        choices = choices_of(&then, seat);
        now = meal_of(&copy, seat);
        after = meal_of(&then, seat);
    }
    view_resources(sink, gains.stock);
    sink_number(sink, "points", gains.points);
    sink_number(sink, "cards", gains.cards);
    write_choices(me, choices, sink);
    sink_number(sink, "feeding", comes ? feeding_need(me) : 0);
    write_meal(&now, "fed_from_stock", sink);
    write_meal(&after, "fed_after_gains", sink);
}

void view_production(const struct uwc_state *s, int seat, struct sink *sink)
{
    sink_object(sink, "production");
    if (!sink->is_compact)
        write_forecast(s, seat, sink);
    sink_number(sink, "produced_biomatter", s->seat[seat].produced_biomatter);
    sink_close(sink);
}
