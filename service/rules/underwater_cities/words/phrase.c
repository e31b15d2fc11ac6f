/* Pieces of sentences about a match. */
#include "rules/underwater_cities/words/phrase.h"

#include "rules/sink.h"
#include "rules/underwater_cities/content/contracts.h"
#include "rules/underwater_cities/content/slots.h"
#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/engine/board.h"
#include "rules/underwater_cities/engine/frame_lists.h"
#include "rules/underwater_cities/words/notation.h"
#include "rules/underwater_cities/words/text.h"
#include "rules/underwater_cities/words/texts.h"

#include <stdarg.h>
#include <stdio.h>

void phrase_add(struct phrase *p, const char *format, ...)
{
    size_t room = sizeof p->text - p->length;
    va_list list;
    int n;

    va_start(list, format);
    n = vsnprintf(p->text + p->length, room, format, list);
    va_end(list);
    if (n > 0)
        p->length += (size_t)n < room ? (size_t)n : room - 1;
}

/* Append a template in English. */
static void phrase_fill(struct phrase *p, const char *key,
                        const struct members *members)
{
    char words[PHRASE_TEXT_MAX];

    phrases_fill_part(&uwc_texts, members, key, LANGUAGE_EN, words);
    phrase_add(p, "%s", words);
}

void phrase_amounts(struct phrase *p, const int *amounts, int kinds)
{
    struct members members;

    text_members(&members, LANGUAGE_EN);
    sink_object(&members.sink, "gains");
    for (int r = 0; r < kinds; r++)
        if (amounts[r] > 0)
            sink_number(&members.sink, resource_words[r], amounts[r]);
    sink_close(&members.sink);
    phrase_fill(p, "gains", &members);
}

void phrase_count(struct phrase *p, enum countable countable, int n)
{
    struct members members;

    text_members(&members, LANGUAGE_EN);
    sink_number(&members.sink, "n", n);
    sink_string(&members.sink, "count", countable_words[countable]);
    phrase_fill(p, "criterion", &members);
}

void phrase_piece(struct phrase *p, unsigned piece)
{
    struct members members;

    text_members(&members, LANGUAGE_EN);
    sink_string(&members.sink, "piece", piece_word(piece));
    phrase_fill(p, "piece", &members);
}

void phrase_card(struct phrase *p, int card)
{
    if (card < 1 || card > ASSISTANT)
        phrase_add(p, "no card");
    else if (card == ASSISTANT)
        phrase_add(p, "the %s", cards[card]->name);
    else
        phrase_add(p, "%s (%d)", cards[card]->name, card);
}

void phrase_contract(struct phrase *p, int contract)
{
    struct members members;

    text_members(&members, LANGUAGE_EN);
    sink_number(&members.sink, "n", contract);
    phrase_fill(p, "contract", &members);
}

void phrase_slot(struct phrase *p, int seats, int slot)
{
    const struct slot *there = slot_of(seats, slot);
    struct members members;
    char word[12];

    text_members(&members, LANGUAGE_EN);
    slot_write(slot, word, sizeof word);
    sink_string(&members.sink, "slot", word);
    if (there)
        sink_string(&members.sink, "action", slot_kind_words[there->kind]);
    phrase_fill(p, "slot-action", &members);
}

/* "city 5, site b", "the expansion site of city 5". */
static void phrase_building_site(struct phrase *p, int site)
{
    int city = 1 + site / UWC_SITES_PER_CITY, at = site % UWC_SITES_PER_CITY;

    if (at == UWC_EXPANSION)
        phrase_add(p, "the expansion site of city %d", city);
    else
        phrase_add(p, "city %d, site %c", city, 'a' + at);
}

/* "tunnel site 7 (between city sites 4 and 7)". */
static void phrase_tunnel_site(struct phrase *p, int tunnel)
{
    const struct members none = {.count = 0};
    char key[24];

    snprintf(key, sizeof key, "tunnel.%d", 1 + tunnel);
    phrase_fill(p, key, &none);
}

void phrase_structure(struct phrase *p, const struct seat *seat, int structure)
{
    unsigned piece = 0;

    if (structure >= UWC_TUNNEL_BASE) {
        phrase_add(p, "the tunnel on ");
        phrase_tunnel_site(p, structure - UWC_TUNNEL_BASE);
        return;
    }
    for (int i = 0; i < 3; i++)
        if (seat->building[i] >> structure & 1)
            piece = (unsigned)FARM << i;
    phrase_add(p, "the ");
    phrase_piece(p, piece);
    phrase_add(p, " at ");
    phrase_building_site(p, structure);
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
