/* Pieces of sentences about a match. */
#include "rules/underwater_cities/words/phrase.h"

#include "rules/underwater_cities/content/contracts.h"
#include "rules/underwater_cities/content/slots.h"
#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/engine/board.h"
#include "rules/underwater_cities/engine/frame_lists.h"
#include "rules/underwater_cities/words/card_text.h"
#include "rules/underwater_cities/words/notation.h"

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

void phrase_amounts(struct phrase *p, const int amounts[RESOURCES])
{
    int kinds = 0, said = 0;

    for (int r = 0; r < RESOURCES; r++)
        kinds += amounts[r] > 0;
    if (!kinds)
        phrase_add(p, "nothing");
    for (int r = 0; r < RESOURCES; r++) {
        if (amounts[r] <= 0)
            continue;
        if (said)
            phrase_add(p, said == kinds - 1 ? " and " : ", ");
        phrase_add(p, "%d %s", amounts[r],
                   resource_noun((enum resource)r, amounts[r]));
        said++;
    }
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
    phrase_add(p, "the contract %s (%d)", contracts[contract].title, contract);
}

void phrase_slot(struct phrase *p, int seats, int slot)
{
    const struct slot *there = slot_of(seats, slot);
    char word[12];

    slot_write(slot, word, sizeof word);
    if (slot == UWC_SLOT_ALWAYS)
        phrase_add(p, "the always-available slot");
    else if (there)
        phrase_add(p, "%s (%s)", slot_kind_phrases[there->kind], word);
    else
        phrase_add(p, "slot %s", word);
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

/* "tunnel site 7 (between 4 and 7)". */
static void phrase_tunnel_site(struct phrase *p, int tunnel)
{
    static const char *const where[] = {
        [METROPOLIS_BROWN] = "upper left",
        [METROPOLIS_RIGHT] = "upper right",
        [METROPOLIS_LEFT] = "lower left",
    };
    int a = 1 + tunnel_ends[tunnel][0], b = tunnel_ends[tunnel][1];

    if (b < UWC_CITY_SITES)
        phrase_add(p, "tunnel site %d (between city sites %d and %d)",
                   1 + tunnel, a, 1 + b);
    else
        phrase_add(p,
                   "tunnel site %d (between city site %d and the metropolis "
                   "at the %s)",
                   1 + tunnel, a, where[tunnel_metropolis(tunnel)]);
}

void phrase_structure(struct phrase *p, const struct seat *seat, int structure)
{
    const char *noun = "structure";

    if (structure >= UWC_TUNNEL_BASE) {
        phrase_add(p, "the tunnel on ");
        phrase_tunnel_site(p, structure - UWC_TUNNEL_BASE);
        return;
    }
    for (int i = 0; i < 3; i++)
        if (seat->building[i] >> structure & 1)
            noun = piece_noun((unsigned)FARM << i);
    phrase_add(p, "the %s at ", noun);
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
