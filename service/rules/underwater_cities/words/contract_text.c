/* The government contracts in words, made from what they ask and give. */
#include "rules/underwater_cities/words/contract_text.h"

#include "rules/underwater_cities/content/contracts.h"
#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/words/text.h"

static void put_criteria(struct text *t, int contract)
{
    const struct criterion *c = contracts[contract].criteria;

    for (int i = 0; i < CONTRACT_CRITERIA_MAX && c[i].count; i++) {
        bool last = i + 1 == CONTRACT_CRITERIA_MAX || !c[i + 1].count;

        text_put(t, i == 0 ? "" : last ? " and " : ", ");
        text_number(t, c[i].count);
        text_put(t, " ");
        text_put(t, countable_noun((enum countable)c[i].what, c[i].count));
    }
}

/* A structure that is built for free still costs the surcharge of its site (20,
 * 55). */
static bool builds_for_free(const struct effect *list)
{
    for (; list->op != OP_END; list++)
        if (list->op == OP_BUILD && list->price == PRICE_FREE)
            return true;
    return false;
}

size_t contract_text(int contract, char *out, size_t cap)
{
    const struct effect *reward = contracts[contract].reward;
    struct text t;

    text_begin(&t, out, cap);
    text_put(&t, "With ");
    put_criteria(&t, contract);
    text_put(&t, " you may claim: ");
    text_clause(&t, reward, reward + effect_list_length(reward));
    text_put(&t, ".");
    if (builds_for_free(reward))
        text_put(&t, " A surcharge of the site is still paid.");
    return t.length;
}
