/* The fields of moves as members of a document. */
#include "rules/underwater_cities/words/parts.h"

#include "rules/sink.h"
#include "rules/underwater_cities/content/slots.h"
#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/engine/frame_lists.h"
#include "rules/underwater_cities/engine/seat_cards.h"
#include "rules/underwater_cities/engine/structures.h"
#include "rules/underwater_cities/engine/visibility.h"
#include "rules/underwater_cities/words/document.h"
#include "rules/underwater_cities/words/notation.h"
#include "rules/underwater_cities/words/place_words.h"

static void parts_none(const struct described *d, int value)
{
    (void)d, (void)value;
}

/* A slot, and what it is on this side of the board. */
static void parts_slot(const struct described *d, int number)
{
    const struct slot *slot = slot_of(d->s->seats, number);

    sink_slot(d->sink, "slot", number);
    if (slot)
        sink_string(d->sink, "action", slot_kind_words[slot->kind]);
}

static void parts_hand_card(const struct described *d, int card)
{
    sink_card(d->sink, "card", card);
}

static void parts_card(const struct described *d, int card)
{
    sink_number(d->sink, "card", card);
}

/* The card that is resolved, and the one that is dropped for it. */
static void parts_drop(const struct described *d, int card)
{
    sink_card(d->sink, "card", d->s->card);
    sink_card(d->sink, "drop", card);
}

/* The site of a piece: "5b", or the number of a city or tunnel site. */
static void put_site(const struct described *d, bool is_building, int site)
{
    char word[16];

    if (is_building)
        building_site_write(site, word, sizeof word);
    else
        numbered_site_write(site, word);
    sink_string(d->sink, "site", word);
}

static void parts_city(const struct described *d, int city)
{
    put_site(d, false, city);
}

static void parts_place(const struct described *d, int place)
{
    const unsigned piece = (unsigned)place >> 8;

    sink_string(d->sink, "piece", piece_word(piece));
    put_site(d, piece & BUILDINGS, place & 255);
}

/* A structure, and its site and piece. */
static void parts_structure(const struct described *d, int structure)
{
    const bool is_tunnel = structure >= UWC_TUNNEL_BASE;
    const enum piece piece = structure_piece(&d->s->seat[d->seat], structure);
    char word[16];

    structure_write(structure, word, sizeof word);
    sink_string(d->sink, "structure", word);
    put_site(d, !is_tunnel, structure % UWC_TUNNEL_BASE);
    if (piece)
        sink_string(d->sink, "piece", piece_word(piece));
}

static void parts_paying(const struct described *d, int value)
{
    if (value)
        sink_string(d->sink, "paying", resource_words[value - 1]);
    else
        sink_null(d->sink, "paying");
}

/* The top special card has a number as long as it is face up. */
static void parts_special(const struct described *d, int card)
{
    const struct uwc_state *s = d->s;

    sink_string(d->sink, "from", card ? "display" : "top");
    if (!card && top_special_known(s))
        card = s->specials[s->special_count - 1];
    sink_card(d->sink, "card", card);
}

static void parts_revealed(const struct described *d, int value)
{
    sink_number(d->sink, value > UWC_BLUE_TILES ? "card" : "tile", value);
}

static void parts_resources(const struct described *d, int mask)
{
    sink_array(d->sink, "resources");
    for (int r = 0; r < RESOURCES; r++)
        if (mask >> r & 1)
            sink_string(d->sink, NULL, resource_words[r]);
    sink_close(d->sink);
}

static void parts_resource(const struct described *d, int resource)
{
    sink_string(d->sink, "give", resource_words[resource]);
}

static void parts_clone(const struct described *d, int clone)
{
    sink_truth(d->sink, "clone", clone);
}

static void parts_payment(const struct described *d, int payment)
{
    sink_number(d->sink, "biomatter_for_kelp", payment_kelp(payment));
    sink_number(d->sink, "biomatter_for_steelplast",
                payment_steelplast(payment));
}

/* By field: a function, or a member with the number. */
static const struct {
    void (*parts)(const struct described *d, int value);
    const char *member;
} fields[] = {
#define FIELD_NUMBER(NAME, member, least, most) [FIELD_##NAME] = {NULL, member},
#define FIELD_TEXT(NAME, name)                  [FIELD_##NAME] = {parts_##name, NULL},
#include "rules/underwater_cities/engine/move_fields.def"
#undef FIELD_TEXT
#undef FIELD_NUMBER
};

static void write_field(const struct described *d, enum move_field field,
                        int value)
{
    if (fields[field].parts)
        fields[field].parts(d, value);
    else if (fields[field].member)
        sink_number(d->sink, fields[field].member, value);
}

void parts_of_fields(const struct described *d)
{
    const struct verb_shape *shape = &verb_shapes[move_verb(d->move)];

    write_field(d, (enum move_field)shape->a, move_value_a(d->move));
    write_field(d, (enum move_field)shape->b, move_b(d->move));
    write_field(d, (enum move_field)shape->x, move_x(d->move));
}

bool parts_are_known(const struct uwc_state *s, int seat, struct move move)
{
    return move_is_canonical(move) && seat >= 0 && seat < s->seats &&
           move_ranks(move) >> set_count(&s->seat[seat].hand) == 0;
}

const struct effect *named_part(const struct uwc_state *s, int seat, int part)
{
    const struct frame *top = s->depth ? &s->stack[s->depth - 1] : NULL;

    if (!top || s->phase != PHASE_TURN || seat != uwc_active(s) ||
        top->source == FRAME_SPECIALS || top->source == FRAME_TILES)
        return NULL;
    return uwc_part(s, part);
}

const struct effect *named_option(const struct effect *block, int n)
{
    for (const struct effect *o = block + 1; o < block + 1 + block->len;
         o = effect_next(o))
        if (--n == 0)
            return o;
    return NULL;
}
