/* What a view says of the seat's next Production: what it gives by itself, what
 * may be chosen then, and what its cities eat.  All of it follows from what
 * lies open; choices that others are making now are not looked at. */
#include "document.h"
#include "production.h"
#include "sink.h"
#include "view_parts.h"
#include "words.h"

void view_resources(struct sink *sink, const int16_t stock[RESOURCES])
{
    for (int r = 0; r < RESOURCES; r++)
        sink_number(sink, resource_words[r], stock[r]);
}

/* Production cards that ask, as they could be used after these gains. */
static void write_choices(struct uwc_state *s, int seat, struct sink *sink)
{
    struct seat *me = &s->seat[seat];
    uint32_t choices;

    memset(me->answer, 0, sizeof me->answer);
    choices = production_choices(s, seat);
    sink_array(sink, "choices");
    for (int i = 0; i < me->claim_count; i++) {
        const struct effect *list = cards[me->claims[i]]->produce;
        char text[CARD_TEXT_MAX];

        if (!(choices >> i & 1))
            continue;
        effects_text(list, list + effect_list_length(list), text, sizeof text);
        sink_object(sink, NULL);
        sink_number(sink, "card", me->claims[i]);
        sink_text(sink, "name", cards[me->claims[i]]->name);
        sink_text(sink, "text", text);
        sink_close(sink);
    }
    sink_close(sink);
}

/* What feeding would take out of the stock; *s is spoilt. */
static void write_meal(struct uwc_state *s, int seat, const char *key,
                       struct sink *sink)
{
    struct seat *me = &s->seat[seat];
    const struct seat before = *me;
    int kelp, biomatter;

    production_feed(s, seat);
    kelp = before.stock[KELP] - me->stock[KELP];
    biomatter = before.stock[BIOMATTER] - me->stock[BIOMATTER];
    sink_object(sink, key);
    sink_number(sink, "kelp", kelp);
    sink_number(sink, "biomatter", biomatter);
    sink_number(sink, "points", before.points - me->points);
    sink_number(sink, "unfed", feeding_need(me) - kelp - biomatter);
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

void view_production(const struct uwc_state *s, int seat, struct sink *sink)
{
    struct uwc_state now = *s, then = *s;
    struct produced gains;

    production_of(s, seat, &gains);
    add_gains(s, &gains, &then.seat[seat]);
    sink_object(sink, "production");
    view_resources(sink, gains.stock);
    sink_number(sink, "points", gains.points);
    sink_number(sink, "cards", gains.cards);
    write_choices(&then, seat, sink);
    sink_number(sink, "feeding", feeding_need(&s->seat[seat]));
    write_meal(&now, seat, "fed_from_stock", sink);
    write_meal(&then, seat, "fed_after_gains", sink);
    sink_number(sink, "produced_biomatter", s->seat[seat].produced_biomatter);
    sink_close(sink);
}
