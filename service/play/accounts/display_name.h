/* Display names: how a player is called in the player's own script, beside the
 * name of the account.
 *
 * A display name has 1 to 24 characters, at most 72 bytes, in normal form C:
 *
 *   - letters with their marks, and digits; between them single spaces,
 * hyphens, apostrophes, periods and middle dots; at least one letter;
 *   - of one script.  Han may be together with Hiragana and Katakana, with
 *     Bopomofo, or with Hangul.  Nothing is together with Latin;
 *   - no compatibility forms (such as full-width letters), no emoji, no
 *     characters that are invisible or control the layout, and at most three
 *     marks in a row;
 *   - nothing that looks like a reserved name (reserved_name.h), also in Greek
 *     or Cyrillic letters that look like Latin ones.
 *
 * Several players may have the same display name; their names differ. */
#ifndef PLAY_DISPLAY_NAME_H
#define PLAY_DISPLAY_NAME_H

#include "play/play.h"

#include <stddef.h>

enum { DISPLAY_LONGEST = 24 }; /* in characters */

/* Why a text is not a display name. */
enum display_fault {
    DISPLAY_OK,
    DISPLAY_LENGTH,    /* too long, or empty */
    DISPLAY_CHARACTER, /* one that no display name has */
    DISPLAY_PLACE,     /* a space, punctuation or mark where there must be a
                          letter before it or behind it */
    DISPLAY_NO_LETTER,
    DISPLAY_SCRIPTS,  /* several scripts */
    DISPLAY_RESERVED, /* looks like a reserved name */
};

/* Read a display name, valid UTF-8, into out, in normal form C. */
enum display_fault display_name_read(const char *text,
                                     char out[PLAY_DISPLAY_SIZE]);

#endif
