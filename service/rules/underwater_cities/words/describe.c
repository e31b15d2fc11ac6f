/* Moves as fields and as a sentence.
 *
 * Each function writes the fields of a verb, with all that its sentence says,
 * and returns the key of the sentence's template. */
#include "rules/sink.h"
#include "rules/underwater_cities/content/contracts.h"
#include "rules/underwater_cities/content/slots.h"
#include "rules/underwater_cities/content/tiles.h"
#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/engine/seat_cards.h"
#include "rules/underwater_cities/engine/structures.h"
#include "rules/underwater_cities/engine/visibility.h"
#include "rules/underwater_cities/words/amounts.h"
#include "rules/underwater_cities/words/card_text.h"
#include "rules/underwater_cities/words/causes.h"
#include "rules/underwater_cities/words/document.h"
#include "rules/underwater_cities/words/notation.h"
#include "rules/underwater_cities/words/phrase.h"
#include "rules/underwater_cities/words/texts.h"
#include "rules/underwater_cities/words/words.h"

/* ---- fields that several verbs have ---- */

/* "effect": what a list of effects does, without the last period. */
static void effects_part(const struct effect *list, const struct effect *end,
                         struct sink *sink)
{
    struct phrase text = {.length = 0};

    phrase_effects(&text, list, end);
    sink_string(sink, "effect", text.text);
}

static void list_part(const struct effect *list, struct sink *sink)
{
    if (list)
        effects_part(list, list + effect_list_length(list), sink);
}

static void card_part(int card, struct sink *sink)
{
    sink_number(sink, "card", card);
}

/* A slot, and what it is on this side of the board. */
static void slot_parts(const struct uwc_state *s, int number, struct sink *sink)
{
    const struct slot *slot = slot_of(s->seats, number);

    sink_slot(sink, "slot", number);
    if (slot)
        sink_string(sink, "action", slot_kind_words[slot->kind]);
}

/* The site of a piece: "5b", or the number of a city or tunnel site. */
static void site_part(bool is_building, int site, struct sink *sink)
{
    char word[16];

    if (!is_building) {
        sink_number(sink, "site", 1 + site);
        return;
    }
    building_site_write(site, word, sizeof word);
    sink_string(sink, "site", word);
}

/* A structure, and its site and piece.  Returns whether it is a tunnel. */
static bool structure_parts(const struct seat *me, int structure,
                            struct sink *sink)
{
    const bool is_tunnel = structure >= UWC_TUNNEL_BASE;
    const enum piece piece = structure_piece(me, structure);
    char word[16];

    structure_write(structure, word, sizeof word);
    sink_string(sink, "structure", word);
    site_part(!is_tunnel, structure % UWC_TUNNEL_BASE, sink);
    if (piece)
        sink_string(sink, "piece", piece_word(piece));
    return is_tunnel;
}

/* ---- verbs ---- */

static const char *place_parts(const struct uwc_state *s, struct move m,
                               struct sink *sink)
{
    const int slot = move_a(m), card = move_b(m);

    slot_parts(s, slot, sink);
    sink_card(sink, "card", card);
    sink_truth(sink, "clone", move_x(m));
    if (card)
        sink_truth(sink, "matches",
                   slot != UWC_SLOT_ALWAYS &&
                       cards[card]->colour == slot_colour(slot));
    return slot == UWC_SLOT_ALWAYS ? "move.place.always" : "move.place";
}

static const char *resolve_parts(const struct uwc_state *s, struct move m,
                                 struct sink *sink)
{
    sink_card(sink, "card", s->card);
    sink_card(sink, "drop", move_a(m));
    return s->card && cards[s->card]->type != INSTANT ? "move.card.claim"
                                                      : "move.card";
}

static const char *build_parts(const struct uwc_state *s, int seat,
                               struct move m, struct sink *sink)
{
    const struct effect *e = named_part(s, seat, move_part(m));
    const enum piece piece = (enum piece)move_b(m);

    sink_string(sink, "piece", piece_word(piece));
    site_part(piece & BUILDINGS, move_a(m), sink);
    sink_number(sink, "biomatter_for_kelp", payment_kelp(move_x(m)));
    sink_number(sink, "biomatter_for_steelplast",
                payment_steelplast(move_x(m)));
    if (e && e->price == PRICE_FREE) /* a surcharge is still paid */
        sink_truth(sink, "free", true);
    if (e && e->op == OP_BUILD_UPGRADED) {
        sink_object(sink, "upgrades");
        sink_number(sink, resource_words[SCIENCE], 1);
        sink_close(sink);
    }
    if (piece == TUNNEL)
        return "move.build.tunnel";
    return piece & CITIES ? "move.build.city" : "move.build";
}

static const char *upgrade_parts(const struct seat *me, struct move m,
                                 struct sink *sink)
{
    const bool is_tunnel = structure_parts(me, move_a(m), sink);

    if (move_b(m))
        sink_string(sink, "paying", resource_words[move_b(m) - 1]);
    else
        sink_null(sink, "paying");
    return is_tunnel ? "move.upgrade.tunnel" : "move.upgrade";
}

static const char *perform_parts(const struct uwc_state *s, struct move m,
                                 struct sink *sink)
{
    const struct slot *slot = slot_of(s->seats, move_a(m));

    slot_parts(s, move_a(m), sink);
    if (slot)
        list_part(slot->effects, sink);
    return "move.perform";
}

/* The top special card has a number as long as it is face up. */
static const char *special_parts(const struct uwc_state *s, struct move m,
                                 struct sink *sink)
{
    int card = move_a(m);

    sink_string(sink, "from", card ? "display" : "top");
    if (!card && top_special_known(s))
        card = s->specials[s->special_count - 1];
    sink_card(sink, "card", card);
    return move_a(m) ? "move.special.display" : "move.special";
}

static const char *keep_parts(struct move m, struct sink *sink)
{
    char text[2 * CARD_TEXT_MAX];
    size_t length;

    if (move_a(m) > UWC_BLUE_TILES) {
        card_part(move_a(m), sink);
        return "move.keep";
    }
    sink_number(sink, "tile", move_a(m));
    length = blue_tile_text(move_a(m), text, sizeof text);
    if (length)
        text[length - 1] = '\0'; /* the last period */
    sink_string(sink, "effect", text);
    return "move.keep.tile";
}

static const char *pick_parts(int mask, struct sink *sink)
{
    sink_array(sink, "resources");
    for (int r = 0; r < RESOURCES; r++)
        if (mask >> r & 1)
            sink_string(sink, NULL, resource_words[r]);
    sink_close(sink);
    return "move.pick";
}

static const char *do_parts(const struct uwc_state *s, int seat, struct move m,
                            struct sink *sink)
{
    const struct effect *e = named_part(s, seat, move_part(m));

    if (!e)
        return "move.do.part";
    effects_part(e, effect_next(e), sink);
    return e->op == OP_EACH ? "move.do.each" : "move.do";
}

static const char *choose_parts(const struct uwc_state *s, int seat,
                                struct move m, struct sink *sink)
{
    const struct effect *e = named_part(s, seat, move_part(m)), *option = NULL;

    sink_number(sink, "option", move_a(m));
    if (e && e->op == OP_CHOOSE)
        option = named_option(e, move_a(m));
    if (!option)
        return "move.choose.option";
    effects_part(option + 1, effect_next(option), sink);
    return "move.choose";
}

/* Options are counted over all swaps of the card. */
static const char *answer_parts(struct move m, struct sink *sink)
{
    const struct effect *e = cards[move_a(m)]->produce;
    int n = move_b(m);

    card_part(move_a(m), sink);
    sink_number(sink, "option", n);
    for (; n && e && e->op != OP_END; e = effect_next(e)) {
        const struct effect *option;

        if (e->op != OP_SWAP)
            continue;
        option = named_option(e, n);
        if (option) {
            effects_part(option + 1, effect_next(option), sink);
            break;
        }
        for (int i = 1; named_option(e, i); i++)
            n--;
    }
    return move_b(m) ? "move.answer" : "move.answer.no";
}

static const char *pass_parts(const struct uwc_state *s, struct sink *sink)
{
    if (s->depth)
        sink_source(sink, "source", &s->stack[s->depth - 1]);
    return "move.pass";
}

static const char *card_parts(const char *key, int card,
                              const struct effect *list, struct sink *sink)
{
    card_part(card, sink);
    list_part(list, sink);
    return key;
}

/* The cards of a discard, or one that is not in the hand. */
static const char *discard_parts(const struct uwc_state *s, int seat,
                                 struct move m, struct sink *sink)
{
    uint8_t named[UWC_HAND_MAX] = {(uint8_t)move_a(m)};
    int count = 1;

    if (move_ranks(m))
        count = hand_cards(&s->seat[seat].hand, move_ranks(m), named);
    sink_bytes(sink, "cards", named, (size_t)count);
    return "move.discard";
}

static const char *arrange_parts(struct move m, struct sink *sink)
{
    sink_number(sink, "upper_right", move_a(m));
    sink_number(sink, "lower_left", move_b(m));
    return "move.arrange";
}

static const char *number_part(const char *key, const char *name, int n,
                               struct sink *sink)
{
    sink_number(sink, name, n);
    return key;
}

static const char *trial_parts(const struct seat *me, struct move m,
                               struct sink *sink)
{
    return structure_parts(me, move_a(m), sink) ? "move.trial.tunnel"
                                                : "move.trial";
}

static const char *exchange_parts(struct move m, struct sink *sink)
{
    sink_string(sink, "give", resource_words[move_a(m)]);
    return "move.exchange";
}

static const char *claim_parts(int contract, struct sink *sink)
{
    sink_number(sink, "contract", contract);
    list_part(contracts[contract].reward, sink);
    return "move.claim";
}

static const char *write_parts(const struct uwc_state *s, int seat,
                               struct move m, struct sink *sink)
{
    const struct seat *me = &s->seat[seat];
    const int a = move_a(m);

    switch (move_verb(m)) {
    case MOVE_PLACE: return place_parts(s, m, sink);
    case MOVE_SLOT: return "move.slot";
    case MOVE_CARD: return resolve_parts(s, m, sink);
    case MOVE_BUILD: return build_parts(s, seat, m, sink);
    case MOVE_UPGRADE: return upgrade_parts(me, m, sink);
    case MOVE_CONVERT: return number_part("move.convert", "site", 1 + a, sink);
    case MOVE_ADVANCE: return number_part("move.advance", "steps", a, sink);
    case MOVE_USE: return card_parts("move.use", a, cards[a]->action, sink);
    case MOVE_READY: return card_parts("move.ready", a, NULL, sink);
    case MOVE_PERFORM: return perform_parts(s, m, sink);
    case MOVE_SPECIAL: return special_parts(s, m, sink);
    case MOVE_THREE: return "move.special-three";
    case MOVE_TURN_UP: return "move.turn-up";
    case MOVE_TILES: return "move.tiles";
    case MOVE_KEEP: return keep_parts(m, sink);
    case MOVE_TRIAL: return trial_parts(me, m, sink);
    case MOVE_PICK: return pick_parts(a, sink);
    case MOVE_EXCHANGE: return exchange_parts(m, sink);
    case MOVE_DO: return do_parts(s, seat, m, sink);
    case MOVE_CHOOSE: return choose_parts(s, seat, m, sink);
    case MOVE_ONCE: return card_parts("move.invoke", a, cards[a]->once, sink);
    case MOVE_DISCARD: return discard_parts(s, seat, m, sink);
    case MOVE_ANSWER: return answer_parts(m, sink);
    case MOVE_PASS: return pass_parts(s, sink);
    case MOVE_END: return "move.end";
    case MOVE_CLAIM: return claim_parts(a, sink);
    case MOVE_ARRANGE: return arrange_parts(m, sink);
    case MOVE_VERBS: break;
    }
    return "move.none";
}

void uwc_describe(const void *state, int seat, struct move move,
                  struct sink *sink)
{
    const struct uwc_state *s = state;
    const bool known = move_is_canonical(move) && seat >= 0 &&
                       seat < s->seats &&
                       move_ranks(move) >> set_count(&s->seat[seat].hand) == 0;
    const char *key = "move.none";
    struct members parts;

    sink_object(sink, "parts");
    members_begin(&parts, sink);
    sink_string(&parts.sink, "verb",
                known ? verb_word(move_verb(move)) : "none");
    if (known) {
        struct move_amounts amounts;

        key = write_parts(s, seat, move, &parts.sink);
        if (verb_names_part(move_verb(move)) && move_part(move))
            sink_number(&parts.sink, "part", move_part(move));
        amounts_of_move(s, seat, move, &amounts);
        sink_amounts(&parts.sink, &amounts);
    }
    sink_close(sink);
    phrases_write(&uwc_texts, &parts, key);
}
