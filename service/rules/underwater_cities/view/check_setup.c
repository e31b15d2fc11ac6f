/* Whether the options of a position may go together, and what they bring with
 * them can be as it is: contracts, neutral tiles, a start without cards. */
#include "rules/underwater_cities/content/contracts.h"
#include "rules/underwater_cities/engine/options.h"
#include "rules/underwater_cities/engine/solo.h"
#include "rules/underwater_cities/view/check.h"

bool check_options(const struct uwc_state *s)
{
    struct settings settings;

    uwc_settings(s, &settings);
    if (!uwc_options_allow(&settings))
        return false;
    return s->seats == 1
               ? s->solo_start && s->stepped <= 1
               : !s->solo_start && !s->stepped && s->fourth == UWC_NO_SLOT;
}

/* Three contracts were drawn, in ascending order; each is open or has one
 * owner. */
bool check_contracts(const struct uwc_state *s)
{
    unsigned drawn = 0;

    for (int i = 0; i < UWC_CONTRACTS_OPEN; i++) {
        if (s->contract[i] > UWC_CONTRACTS ||
            (s->contract[i] && drawn >> s->contract[i] & 1))
            return false;
        drawn |= s->contract[i] ? 1u << s->contract[i] : 0;
    }
    for (int i = 0; i < s->seats; i++) {
        if (drawn & (unsigned)s->seat[i].contracts << 1)
            return false;
        drawn |= (unsigned)s->seat[i].contracts << 1;
    }
    if (__builtin_popcount(drawn) != (s->contracts ? UWC_CONTRACTS_OPEN : 0))
        return false;
    for (int i = 0; drawn; i++, drawn &= drawn - 1)
        if (s->contract[i] && s->contract[i] != __builtin_ctz(drawn))
            return false;
    return true;
}

/* The neutral tiles of this round lie where the rules lay them (ruling 29);
 * from a round's end on those of the next.  When the match is over they may
 * lie as they lay. */
bool check_neutral_tiles(const struct uwc_state *s)
{
    struct uwc_state laid = {.solo_start = s->solo_start};
    int round = s->round + (s->phase == PHASE_PRODUCTION);

    if (s->seats > 1 || s->phase == PHASE_OVER)
        return true;
    if (round <= UWC_ROUNDS)
        solo_lay_tiles(&laid, round);
    if (s->fourth != UWC_NO_SLOT) {
        if (round == 1 || round > UWC_ROUNDS || s->fourth >= UWC_SLOT_ALWAYS ||
            laid.slots[s->fourth])
            return false;
        laid.slots[s->fourth] = UWC_NEUTRAL;
    }
    for (int i = 0; i < UWC_SLOTS; i++)
        if ((s->slots[i] & UWC_NEUTRAL) != laid.slots[i] ||
            s->slots[i] > UWC_NEUTRAL)
            return false;
    return true;
}

bool check_undealt(const struct uwc_state *s)
{
    bool none = !s->deck_count && !set_count(&s->discards);

    for (int i = 0; i < s->seats; i++)
        none = none && !set_count(&s->seat[i].hand);
    return none && s->chosen_tiles && s->round == 1 &&
           (s->phase == PHASE_TILES || s->phase == PHASE_OVER);
}
