/* Slots, sites and structures as words, of notation and of documents.
 *
 * Each function writes a text with its NUL, cut to cap bytes, and returns its
 * whole length, like snprintf. */
#ifndef UNDERWATER_CITIES_PLACE_WORDS_H
#define UNDERWATER_CITIES_PLACE_WORDS_H

#include <stddef.h>

/* "red3", "always". */
size_t slot_write(int slot, char *out, size_t cap);
/* "5a", "5x". */
size_t building_site_write(int site, char *out, size_t cap);
/* "7": a city or tunnel site, from 0. */
enum { NUMBERED_SITE_SIZE = 4 };
void numbered_site_write(int site, char out[NUMBERED_SITE_SIZE]);
/* "5a", "tunnel 7". */
size_t structure_write(int structure, char *out, size_t cap);

#endif
