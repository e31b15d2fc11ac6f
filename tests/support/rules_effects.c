/* The effects of components as data, compared with their texts. */
#include "rules_effects.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Whether a text has this number, as digits. */
static bool has_number(const char *text, int number)
{
    for (const char *c = text; *c; c++)
        if (isdigit((unsigned char)*c)) {
            char *end;

            if (strtol(c, &end, 10) == number)
                return true;
            c = end - 1;
        }
    return false;
}

/* Once and twice are words. */
static bool says_times(const char *text, int times)
{
    return times == 1 || (times == 2 && strstr(text, "twice")) ||
           has_number(text, times);
}

/* The halves of a card are "your half" and "both halves"; where 0 or 2 holds in
 * place of 1, only the 2 is said. */
static bool is_said(const struct node *effect, const char *key, int number)
{
    return number > 0 && !(strcmp(key, "n") == 0 &&
                           strcmp(node_word(effect, "do"), "gather") == 0);
}

int effects_expect_numbers(const struct node *component)
{
    static const char *const keys[] = {"n", "credits", "batteries", "points"};
    const struct node *effects = node_member(component, "effects");
    const char *text = node_word(component, "text");
    int count = 0;

    cr_expect_gt(effects->number, 0, "no effect: \"%s\"", text);
    for (int i = 0; i < effects->number; i++) {
        const struct node *effect = node_at(effects, i);

        for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
            const int number =
                node_has(effect, keys[k]) ? node_number(effect, keys[k]) : 0;

            if (!is_said(effect, keys[k], number))
                continue;
            cr_expect(has_number(text, number), "%s %d of %s: \"%s\"", keys[k],
                      number, node_word(effect, "do"), text);
            count++;
        }
        if (node_has(effect, "times"))
            cr_expect(says_times(text, node_number(effect, "times")),
                      "times of %s: \"%s\"", node_word(effect, "do"), text);
    }
    return count;
}
