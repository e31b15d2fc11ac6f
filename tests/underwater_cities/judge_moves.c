/* Every move that can be written in a state, from the table of kinds of move.
 */
#include "judge.h"
#include "rules/underwater_cities/engine/apply.h"
#include "rules/underwater_cities/engine/frame_lists.h"
#include "rules/underwater_cities/engine/moves.h"

static const struct {
    enum move_field a, b, x;
    bool has_part;
} kinds[MOVE_VERBS] = {
#define MOVE(NAME, word, a, b, x, part, sentence)                              \
    [MOVE_##NAME] = {FIELD_##a, FIELD_##b, FIELD_##x, part},
#include "rules/underwater_cities/engine/moves.def"
#undef MOVE
};

/* The values that a field can have. */
struct values {
    size_t count;
    uint8_t value[256];
};

static void add_range(struct values *v, int from, int to)
{
    for (int i = from; i <= to; i++)
        v->value[v->count++] = (uint8_t)i;
}

static void add_cards(struct values *v, const struct uwc_state *s, int seat,
                      bool hand, bool claims)
{
    const struct seat *me = &s->seat[seat];

    for (int card = 1; hand && card < CARD_COUNT; card++)
        if (set_has(&me->hand, card))
            add_range(v, card, card);
    for (int i = 0; claims && i < me->claim_count; i++)
        add_range(v, me->claims[i], me->claims[i]);
    if (claims && s->depth) /* the card of a last use */
        add_range(v, s->stack[s->depth - 1].id, s->stack[s->depth - 1].id);
}

static void add_payments(struct values *v, const struct seat *me)
{
    const int most = me->stock[BIOMATTER];

    for (int kelp = 0; kelp <= 7; kelp++)
        for (int steelplast = 0; steelplast <= 7; steelplast++)
            if (kelp + steelplast <= most)
                add_range(v, payment_make(kelp, steelplast),
                          payment_make(kelp, steelplast));
}

static void find_values(struct values *v, const struct uwc_state *s, int seat,
                        enum move_field field)
{
    v->count = 0;
    switch (field) {
    case FIELD_NONE: add_range(v, 0, 0); break;
    case FIELD_SLOT: add_range(v, 0, UWC_SLOTS - 1); break;
    case FIELD_HAND_CARD:
        add_range(v, 0, 0);
        add_cards(v, s, seat, true, false);
        break;
    case FIELD_CARD: add_cards(v, s, seat, true, true); break;
    case FIELD_CARDS: break; /* discards precede what is judged */
    case FIELD_DROP:
        add_range(v, 0, 0);
        add_cards(v, s, seat, false, true);
        break;
    case FIELD_PLACE: add_range(v, 0, 63); break;
    case FIELD_STRUCTURE:
        add_range(v, 0, UWC_TUNNEL_BASE + UWC_TUNNEL_SITES - 1);
        break;
    case FIELD_PAYING: add_range(v, 0, RESOURCES); break;
    case FIELD_CITY: add_range(v, 0, UWC_CITY_SITES - 1); break;
    case FIELD_STEPS:
    case FIELD_OPTION: add_range(v, 1, 15); break;
    case FIELD_ANSWER: add_range(v, 0, 15); break;
    case FIELD_CONTRACT: add_range(v, 1, UWC_CONTRACTS); break;
    case FIELD_UPPER_RIGHT:
    case FIELD_LOWER_LEFT: add_range(v, 1, UWC_BLUE_TILES); break;
    case FIELD_SPECIAL:
        add_range(v, 0, 0);
        add_range(v, SPECIAL3_FIRST, CARD_LAST);
        break;
    case FIELD_REVEALED: add_range(v, 1, CARD_LAST); break;
    case FIELD_RESOURCES: add_range(v, 1, (1 << RESOURCES) - 1); break;
    case FIELD_RESOURCE: add_range(v, 0, RESOURCES - 1); break;
    case FIELD_CLONE: add_range(v, 0, 1); break;
    case FIELD_PAYMENT: add_payments(v, &s->seat[seat]); break;
    }
}

static enum refusal_reason try_raw(const struct uwc_state *s, int seat,
                                   struct move m)
{
    struct uwc_state copy = *s;

    return apply_move(&copy, seat, m);
}

static void add_move(struct move m, struct move_list *out)
{
    for (size_t i = 0; i < out->count; i++)
        if (out->move[i].bits == m.bits)
            return;
    assert(out->count < RULES_MOVES_MAX);
    out->move[out->count++] = m;
}

/* All moves of a kind, for one part. */
static void add_kind(const struct uwc_state *s, int seat, enum verb verb,
                     int part, struct move_list *out)
{
    struct values a, b, x;

    find_values(&a, s, seat, kinds[verb].a);
    find_values(&b, s, seat, kinds[verb].b);
    find_values(&x, s, seat, kinds[verb].x);
    if (kinds[verb].a == FIELD_PLACE) { /* also holds the piece, in b */
        b.count = 0;
        for (int piece = FARM; piece <= SYMBIOTIC; piece <<= 1)
            add_range(&b, piece, piece);
    }
    for (size_t i = 0; i < a.count; i++)
        for (size_t k = 0; k < b.count; k++)
            for (size_t n = 0; n < x.count; n++) {
                const struct move m =
                    move_make(verb, part, a.value[i], b.value[k], x.value[n]);
                const enum refusal_reason why = try_raw(s, seat, m);

                if (!why)
                    add_move(m, out);
                else if (kinds[verb].x == FIELD_PAYMENT && why != REFUSED_COST)
                    break; /* no other payment helps */
            }
}

void judge_list_raw(const struct uwc_state *s, int seat, struct move_list *out)
{
    struct uwc_state raw = *s;

    raw.exhaustive = 1;
    raw.steps = 0;
    raw.steps_limit = UINT32_MAX;
    out->count = 0;
    for (int verb = 0; verb < MOVE_VERBS; verb++) {
        const int parts = !kinds[verb].has_part ? 1 : s->depth ? 16 : 0;

        for (int part = 0; part < parts; part++) {
            const struct move any = move_make((enum verb)verb, part, 0, 0, 0);

            if (!kinds[verb].has_part ||
                try_raw(&raw, seat, any) != REFUSED_NO_PART)
                add_kind(&raw, seat, (enum verb)verb, part, out);
        }
    }
}
