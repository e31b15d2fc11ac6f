/* What a view says of the government contracts (rulings 20, 82). */
#include "rules/sink.h"
#include "rules/underwater_cities/content/contracts.h"
#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/engine/conditions.h"
#include "rules/underwater_cities/view/view_parts.h"
#include "rules/underwater_cities/words/content_texts.h"

/* The contract drawn for a place, claimed or not, and who claimed it: -1 for
 * nobody.  They lie in ascending order; so the claimed ones fill the gaps. */
static int drawn_at(const struct uwc_state *s, int place, int *claimed_by)
{
    unsigned drawn = 0;
    int contract;

    for (int i = 0; i < UWC_CONTRACTS_OPEN; i++)
        drawn |= 1u << s->contract[i];
    for (int i = 0; i < s->seats; i++)
        drawn |= (unsigned)s->seat[i].contracts << 1;
    for (drawn &= ~1u; place > 0; place--)
        drawn &= drawn - 1;
    contract = drawn ? __builtin_ctz(drawn) : 0;
    *claimed_by = -1;
    for (int i = 0; contract && i < s->seats; i++)
        if (s->seat[i].contracts >> (contract - 1) & 1)
            *claimed_by = i;
    return contract;
}

void view_criteria(int contract, struct sink *sink)
{
    const struct criterion *c = contracts[contract].criteria;

    sink_array(sink, "criteria");
    for (int i = 0; i < CONTRACT_CRITERIA_MAX && c[i].count; i++) {
        sink_object(sink, NULL);
        sink_string(sink, "what", countable_words[c[i].what]);
        sink_number(sink, "needed", c[i].count);
        sink_close(sink);
    }
    sink_close(sink);
}

/* The seats that meet all of it now. */
static void write_met_by(const struct uwc_state *s, int contract,
                         struct sink *sink)
{
    sink_array(sink, "met_by");
    for (int seat = 0; seat < s->seats; seat++)
        if (!s->seat[seat].left && contract_met(s, seat, contract))
            sink_number(sink, NULL, seat);
    sink_close(sink);
}

void view_contracts(const struct uwc_state *s, struct sink *sink)
{
    sink_array(sink, "contracts");
    for (int i = 0; s->contracts && i < UWC_CONTRACTS_OPEN; i++) {
        int claimed_by, contract = drawn_at(s, i, &claimed_by);

        if (!contract)
            continue;
        sink_object(sink, NULL);
        sink_number(sink, "contract", contract);
        if (!sink->is_compact)
            sink_string(sink, "name", contracts[contract].title);
        if (claimed_by < 0)
            sink_null(sink, "claimed_by");
        else
            sink_number(sink, "claimed_by", claimed_by);
        if (!sink->is_compact)
            view_criteria(contract, sink);
        write_met_by(s, contract, sink);
        if (!sink->is_compact)
            sink_string(sink, "text", contract_text(contract, sink->language));
        sink_close(sink);
    }
    sink_close(sink);
}
