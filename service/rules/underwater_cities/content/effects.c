/* The verbs of the effect language as tables, and walking a list. */
#include "rules/underwater_cities/content/effects.h"

const char *const op_words[OPS] = {
#define VERB(NAME, word, traits) [OP_##NAME] = word,
#include "rules/underwater_cities/content/effects.def"
#undef VERB
};

const uint8_t op_traits[OPS] = {
#define VERB(NAME, word, traits) [OP_##NAME] = traits,
#include "rules/underwater_cities/content/effects.def"
#undef VERB
};

uint8_t effect_list_length(const struct effect *list)
{
    uint8_t length = 0;

    while (list[length].op != OP_END)
        length = (uint8_t)(length + 1 + list[length].len);
    return length;
}
