/* The fields of moves as words (move_fields.def). */
#ifndef UNDERWATER_CITIES_FIELDS_H
#define UNDERWATER_CITIES_FIELDS_H

#include "rules/underwater_cities/engine/moves.h"

#include <stdbool.h>

struct notation;
struct words;

/* Write the value of a field.  false: there is no such value, and what was
 * written is undefined. */
bool field_write(struct notation *n, enum move_field field, int value);
/* Read the value of a field, and take its words.  false: they are none.  A
 * value that is read may still be one that cannot be written. */
bool field_read(struct words *words, enum move_field field, int *value);

#endif
