/* A move as data and as a sentence. */
#include "rules/kit/move_text.h"
#include "rules/seastead/engine/handlers.h"
#include "rules/seastead/words/words.h"

#include <stdio.h>

static const char *const field_names[] = {
    [FIELD_NONE] = NULL,           [FIELD_PIECE] = "piece",
    [FIELD_LOCATION] = "location", [FIELD_HELP] = "with",
    [FIELD_HALF] = "half",         [FIELD_AMOUNTS] = "amounts",
    [FIELD_COUNT] = "count",       [FIELD_RESOURCE] = "resource",
    [FIELD_DOCK] = "dock",         [FIELD_SPECIALIST] = "specialist",
    [FIELD_DECREE] = "decree",     [FIELD_FLOTILLA] = "flotilla",
    [FIELD_LOCK] = "lock",
};

static void write_field(struct sink *sink, enum move_field field,
                        const char *name, int value)
{
    switch (field) {
    case FIELD_NONE:
    case FIELD_AMOUNTS: break;
    case FIELD_PIECE: sink_string(sink, name, piece_words[value]); break;
    case FIELD_LOCATION:
        sink_string(sink, name, location_word(value).text);
        break;
    case FIELD_HELP:
        if (value)
            sink_number(sink, name, value);
        break;
    case FIELD_RESOURCE: sink_string(sink, name, resource_words[value]); break;
    case FIELD_SPECIALIST:
    case FIELD_COUNT:
    case FIELD_DOCK:
    case FIELD_DECREE: sink_number(sink, name, value); break;
    case FIELD_HALF:
    case FIELD_FLOTILLA:
    case FIELD_LOCK: sink_number(sink, name, value + 1); break;
    }
}

static void write_amounts(struct move m, struct sink *sink)
{
    sink_object(sink, "amounts");
    for (int r = 0; r < RESOURCES; r++)
        if (move_amount(m, r))
            sink_number(sink, resource_words[r], move_amount(m, r));
    sink_close(sink);
}

void words_half(struct sink *sink, const struct half *h)
{
    sink_string(sink, "kind", half_words[h->kind]);
    sink_object(sink, "gives");
    for (int r = 0; r < RESOURCES; r++)
        if (h->amount[r])
            sink_number(sink, resource_words[r], h->amount[r]);
    if (h->wild)
        sink_number(sink, "any", h->wild);
    sink_close(sink);
}

void words_areas_at(struct sink *sink, const struct dock *d, int location)
{
    sink_array(sink, "areas");
    for (int a = 0; a < AREAS; a++) {
        if (!d->area[a].points)
            continue;
        sink_object(sink, NULL);
        sink_string(sink, "piece", piece_words[d->area[a].piece]);
        sink_string(sink, "location",
                    location_word(area_location(location, a)).text);
        sink_number(sink, "points", d->area[a].points);
        sink_close(sink);
    }
    sink_close(sink);
}

/* What a tile is worth, and where its areas would be: the port's location is
 * known while the tile is chosen. */
static void write_dock(const struct state *s, int dock, struct sink *sink)
{
    const struct frame *f = &s->stack[s->depth ? s->depth - 1 : 0];

    sink_string(sink, "resource", resource_words[docks[dock].resource]);
    if (!s->depth || f->kind != FRAME_DOCK)
        return;
    sink_string(sink, "location", location_word(f->a).text);
    words_areas_at(sink, &docks[dock], f->a);
}

/* The tokens that a tile gives, and the resources that it counts. */
static void write_collect(const struct state *s, int seat, int dock,
                          struct sink *sink)
{
    const int resource = docks[dock].resource;
    const int stock = s->seat[seat == 1].stock[resource];

    sink_number(sink, "count", bonus_tokens(stock));
    sink_object(sink, "amounts");
    if (stock)
        sink_number(sink, resource_words[resource], stock);
    sink_close(sink);
}

/* Members for the text that the state gives. */
static void write_more(const struct state *s, int seat, struct move m,
                       struct sink *sink)
{
    switch (move_verb(m)) {
    case MOVE_FACE: words_half(sink, &dive_card(s)->half[move_a(m)]); break;
    case MOVE_DOCK: write_dock(s, move_a(m), sink); break;
    case MOVE_COLLECT: write_collect(s, seat, move_a(m), sink); break;
    case MOVE_GATHER:
        sink_number(sink, "halves",
                    1 + (s->depth && s->stack[s->depth - 1].n > 0));
        break;
    default: break;
    }
}

/* The second of two fields of a kind is the destination. */
static void write_fields(struct move m, struct sink *sink)
{
    const uint8_t *field = move_kinds[move_verb(m)].field;
    const int value[3] = {move_a(m), move_b(m), move_c(m)};

    for (int i = 0; i < 3; i++)
        write_field(sink, (enum move_field)field[i],
                    i == 1 && field[1] == field[0] ? "to"
                                                   : field_names[field[i]],
                    value[i]);
}

void words_describe(const void *state, int seat, struct move move,
                    struct sink *sink)
{
    const struct move_kind *kind;
    struct members members;

    if (!move_is_well_formed(move))
        return;
    kind = &move_kinds[move_verb(move)];
    move_text_begin(&members, sink, kind->word);
    if (kind->field[1] == FIELD_AMOUNTS)
        write_amounts(move, &members.sink);
    else
        write_fields(move, &members.sink);
    write_more(state, seat, move, &members.sink);
    move_text_end(&members, &words_texts, kind->word, NULL);
}

/* Statistics count the specialists that are taken. */
bool words_played(const void *state, int seat, struct move move,
                  char out[RULES_CARD_SIZE])
{
    (void)state, (void)seat;
    if (move_verb(move) != MOVE_HIRE)
        return false;
    snprintf(out, RULES_CARD_SIZE, "%d", move_a(move));
    return true;
}
