/* Slots, sites and structures as words. */
#include "rules/underwater_cities/words/place_words.h"

#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/engine/state.h"

#include <stdio.h>
#include <string.h>

/* A word and one more letter, like snprintf but quicker: a view has a hundred
 * of them. */
static size_t write_word(const char *word, char letter, char *out, size_t cap)
{
    size_t length = strlen(word);
    size_t fits = length < cap ? length : cap - 1;

    memcpy(out, word, fits);
    if (letter && length++ < cap - 1)
        out[fits++] = letter;
    out[fits] = '\0';
    return length;
}

size_t slot_write(int slot, char *out, size_t cap)
{
    if (slot == UWC_SLOT_ALWAYS)
        return write_word("always", '\0', out, cap);
    return write_word(colour_words[1 + slot / 5], (char)('1' + slot % 5), out,
                      cap);
}

size_t building_site_write(int site, char *out, size_t cap)
{
    int within = site % UWC_SITES_PER_CITY;
    const char city[] = {(char)('1' + site / UWC_SITES_PER_CITY), '\0'};

    _Static_assert(UWC_CITY_SITES <= 9, "the number of a city is one digit");

    return write_word(
        city, (char)(within == UWC_EXPANSION ? 'x' : 'a' + within), out, cap);
}

void numbered_site_write(int site, char out[NUMBERED_SITE_SIZE])
{
    const int number = 1 + site;

    _Static_assert(UWC_TUNNEL_SITES < 100, "a number has two digits");

    if (number > 9)
        *out++ = (char)('0' + number / 10 % 10);
    *out++ = (char)('0' + number % 10);
    *out = '\0';
}

size_t structure_write(int structure, char *out, size_t cap)
{
    if (structure < UWC_TUNNEL_BASE)
        return building_site_write(structure, out, cap);
    return (size_t)snprintf(out, cap, "tunnel %d",
                            1 + structure - UWC_TUNNEL_BASE);
}
