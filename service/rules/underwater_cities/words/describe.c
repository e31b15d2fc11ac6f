/* Moves as members and as a sentence.
 *
 * The members follow from the fields of the verb (parts.h).  A verb whose
 * sentence says more, or that has several templates, has a function here: it
 * writes what else is said, and returns the key of the template. */
#include "rules/kit/move_text.h"
#include "rules/sink.h"
#include "rules/underwater_cities/content/contracts.h"
#include "rules/underwater_cities/content/slots.h"
#include "rules/underwater_cities/content/tiles.h"
#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/engine/seat_cards.h"
#include "rules/underwater_cities/words/amounts.h"
#include "rules/underwater_cities/words/card_text.h"
#include "rules/underwater_cities/words/causes.h"
#include "rules/underwater_cities/words/content_texts.h"
#include "rules/underwater_cities/words/document.h"
#include "rules/underwater_cities/words/notation.h"
#include "rules/underwater_cities/words/parts.h"
#include "rules/underwater_cities/words/texts.h"
#include "rules/underwater_cities/words/words.h"

#include <stdio.h>
#include <string.h>

/* ---- effects ---- */

static void put_effects(const struct described *d, const struct effect *list,
                        const struct effect *end)
{
    sink_effects_text(d->sink, "effect", list, end);
}

static void put_list(const struct described *d, const struct effect *list)
{
    if (list)
        put_effects(d, list, list + effect_list_length(list));
}

static const struct effect *part_of(const struct described *d)
{
    return named_part(d->s, d->seat, move_part(d->move));
}

/* ---- sentences of verbs ---- */

static const char *sentence_place(const struct described *d)
{
    const int slot = move_a(d->move), card = move_b(d->move);

    if (card)
        sink_truth(d->sink, "matches",
                   slot != UWC_SLOT_ALWAYS &&
                       cards[card]->colour == slot_colour(slot));
    return slot == UWC_SLOT_ALWAYS ? "move.place.always" : "move.place";
}

static const char *sentence_card(const struct described *d)
{
    const int card = d->s->card;

    return card && cards[card]->type != INSTANT ? "move.card.claim"
                                                : "move.card";
}

static const char *sentence_build(const struct described *d)
{
    const struct effect *e = part_of(d);
    const enum piece piece = (enum piece)move_b(d->move);

    if (e && e->price == PRICE_FREE) /* a surcharge is still paid */
        sink_truth(d->sink, "free", true);
    if (e && e->op == OP_BUILD_UPGRADED) {
        sink_object(d->sink, "upgrades");
        sink_number(d->sink, resource_words[SCIENCE], 1);
        sink_close(d->sink);
    }
    if (piece == TUNNEL)
        return "move.build.tunnel";
    return piece & CITIES ? "move.build.city" : "move.build";
}

static const char *sentence_upgrade(const struct described *d)
{
    return move_a(d->move) >= UWC_TUNNEL_BASE ? "move.upgrade.tunnel"
                                              : "move.upgrade";
}

static const char *sentence_trial(const struct described *d)
{
    return move_a(d->move) >= UWC_TUNNEL_BASE ? "move.trial.tunnel"
                                              : "move.trial";
}

static const char *sentence_use(const struct described *d)
{
    put_list(d, cards[move_a(d->move)]->action);
    return "move.use";
}

static const char *sentence_once(const struct described *d)
{
    put_list(d, cards[move_a(d->move)]->once);
    return "move.invoke";
}

static const char *sentence_perform(const struct described *d)
{
    const struct slot *slot = slot_of(d->s->seats, move_a(d->move));

    if (slot)
        put_list(d, slot->effects);
    return "move.perform";
}

static const char *sentence_special(const struct described *d)
{
    return move_a(d->move) ? "move.special.display" : "move.special";
}

static const char *sentence_keep(const struct described *d)
{
    char text[2 * CARD_TEXT_MAX];

    if (move_a(d->move) > UWC_BLUE_TILES)
        return "move.keep";
    snprintf(text, sizeof text, "%s",
             blue_tile_text(move_a(d->move), d->sink->language));
    text[strlen(text) - 1] = '\0'; /* the last period */
    sink_string(d->sink, "effect", text);
    return "move.keep.tile";
}

static const char *sentence_do(const struct described *d)
{
    const struct effect *e = part_of(d);

    if (!e)
        return "move.do.part";
    put_effects(d, e, effect_next(e));
    return e->op == OP_EACH ? "move.do.each" : "move.do";
}

static const char *sentence_choose(const struct described *d)
{
    const struct effect *e = part_of(d), *option = NULL;

    if (e && e->op == OP_CHOOSE)
        option = named_option(e, move_a(d->move));
    if (!option)
        return "move.choose.option";
    put_effects(d, option + 1, effect_next(option));
    return "move.choose";
}

/* Options are counted over all swaps of the card. */
static const char *sentence_answer(const struct described *d)
{
    const struct effect *e = cards[move_a(d->move)]->produce;
    int n = move_b(d->move);

    for (; n && e && e->op != OP_END; e = effect_next(e)) {
        const struct effect *option;

        if (e->op != OP_SWAP)
            continue;
        option = named_option(e, n);
        if (option) {
            put_effects(d, option + 1, effect_next(option));
            break;
        }
        for (int i = 1; named_option(e, i); i++)
            n--;
    }
    return move_b(d->move) ? "move.answer" : "move.answer.no";
}

static const char *sentence_pass(const struct described *d)
{
    if (d->s->depth)
        sink_source(d->sink, "source", &d->s->stack[d->s->depth - 1]);
    return "move.pass";
}

/* The cards of a discard, or one that is not in the hand. */
static const char *sentence_discard(const struct described *d)
{
    uint8_t named[UWC_HAND_MAX] = {(uint8_t)move_a(d->move)};
    int count = 1;

    if (move_ranks(d->move))
        count =
            hand_cards(&d->s->seat[d->seat].hand, move_ranks(d->move), named);
    sink_bytes(d->sink, "cards", named, (size_t)count);
    return "move.discard";
}

static const char *sentence_claim(const struct described *d)
{
    put_list(d, contracts[move_a(d->move)].reward);
    return "move.claim";
}

/* By verb; NULL: PLAIN. */
static const char *(*const sentences[MOVE_VERBS])(const struct described *d) = {
#define SENTENCE_PLAIN     NULL
#define SENTENCE_OWN(name) sentence_##name
#define MOVE(NAME, word, a, b, x, part, sentence)                              \
    [MOVE_##NAME] = SENTENCE_##sentence,
#include "rules/underwater_cities/engine/moves.def"
#undef MOVE
};

/* ---- moves ---- */

/* Write the parts of a move.  Returns the key of its text, or NULL. */
static const char *write_parts(const struct described *d)
{
    const enum verb verb = move_verb(d->move);
    struct move_amounts amounts;
    const char *key = NULL;

    parts_of_fields(d);
    if (sentences[verb])
        key = sentences[verb](d);
    if (verb_shapes[verb].names_part && move_part(d->move))
        sink_number(d->sink, "part", move_part(d->move));
    amounts_of_move(d->s, d->seat, d->move, &amounts);
    sink_amounts(d->sink, &amounts);
    return key;
}

void uwc_describe(const void *state, int seat, struct move move,
                  struct sink *sink)
{
    const bool known = parts_are_known(state, seat, move);
    const char *word = known ? verb_shapes[move_verb(move)].word : "none";
    const char *key = NULL;
    struct members members;

    move_text_begin(&members, sink, word);
    if (known)
        key =
            write_parts(&(struct described){state, seat, move, &members.sink});
    move_text_end(&members, &uwc_texts, word, key);
}
