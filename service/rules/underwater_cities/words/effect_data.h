/* What cards, slots, tiles and contracts do, as data: so that a client can draw
 * them with symbols, filter and translate them. */
#ifndef UNDERWATER_CITIES_EFFECT_DATA_H
#define UNDERWATER_CITIES_EFFECT_DATA_H

#include "rules/underwater_cities/content/effects.h"

struct sink;

/* A member with the effects of a list: an array of objects.  "do" is the verb
 * (effects.def), the other members are its operands, and "effects" are those
 * inside a block.  Empty for NULL. */
void effects_write(struct sink *sink, const char *key,
                   const struct effect *list);

/* The operands of an effect as members. */
void operands_write(struct sink *sink, const struct effect *e);

/* The member "effects" of a card: an array of objects, each with the moment at
 * which its effects come ("when") and the effects. */
void card_effects_write(struct sink *sink, int card);

/* A price as a member: what it takes, by resource. */
void price_write(struct sink *sink, const char *key, uint16_t price);

#endif
