/* Whether the options of a position may go together, and what they bring with
 * them can be as it is: contracts, neutral tiles, a start without cards. */
#include "rules/underwater_cities/content/contracts.h"
#include "rules/underwater_cities/engine/options.h"
#include "rules/underwater_cities/engine/solo.h"
#include "rules/underwater_cities/view/check.h"
#include "rules/underwater_cities/words/place_words.h"

bool check_options(const struct uwc_state *s, struct position_fault *f)
{
    struct settings settings;
    const char *why;
    size_t option;

    uwc_settings(s, &settings);
    why = uwc_refuses(&settings, &option);
    if (why)
        return fault_reason(
            fault_place(f, "options/%s", uwc_options[option].name), "%s", why);
    if (!options_allow(uwc_options, &settings) ||
        (s->seats > 1 && s->solo_start))
        return fault_reason(fault_place(f, "options"),
                            "An option is out of range.");
    if (s->stepped > (s->seats == 1) ||
        (s->seats > 1 && s->fourth != UWC_NO_SLOT))
        return fault_reason(fault_place(f, "solo"),
                            "Only a match of one seat has this.");
    return true;
}

/* ---- contracts ---- */

/* Collect the contracts of the match: each is laid out or has one owner. */
static bool collect_contracts(const struct uwc_state *s, unsigned *drawn,
                              struct position_fault *f)
{
    for (int i = 0; i < UWC_CONTRACTS_OPEN; i++) {
        fault_place(f, "contracts/contract=%d", s->contract[i]);
        if (s->contract[i] > UWC_CONTRACTS)
            return fault_reason(f, "The contracts are 1 to %d.", UWC_CONTRACTS);
        if (s->contract[i] && *drawn >> s->contract[i] & 1)
            return fault_reason(f, "Contract %d is laid out twice.",
                                s->contract[i]);
        *drawn |= s->contract[i] ? 1u << s->contract[i] : 0;
    }
    for (int i = 0; i < s->seats; i++) {
        const unsigned mine = (unsigned)s->seat[i].contracts << 1;

        if (*drawn & mine)
            return fault_reason(
                fault_place(f, "contracts/contract=%d",
                            __builtin_ctz(*drawn & mine)),
                "Contract %d is claimed by one seat or still laid out.",
                __builtin_ctz(*drawn & mine));
        *drawn |= mine;
    }
    return true;
}

bool check_contracts(const struct uwc_state *s, struct position_fault *f)
{
    unsigned drawn = 0;

    if (!collect_contracts(s, &drawn, f))
        return false;
    if (__builtin_popcount(drawn) != (s->contracts ? UWC_CONTRACTS_OPEN : 0))
        return fault_reason(fault_place(f, "contracts"),
                            "A match with the option \"contracts\" has %d "
                            "contracts, any other has none.",
                            UWC_CONTRACTS_OPEN);
    for (int i = 0; drawn; i++, drawn &= drawn - 1)
        if (s->contract[i] && s->contract[i] != __builtin_ctz(drawn))
            return fault_reason(fault_place(f, "contracts/%d/contract", i),
                                "Contracts are listed by ascending number.");
    return true;
}

/* ---- neutral tiles ---- */

/* The fourth tile of a round is on a slot that is free of the others. */
static bool check_fourth(const struct uwc_state *s,
                         const struct uwc_state *laid, int round,
                         struct position_fault *f)
{
    fault_place(f, "solo/fourth_tile");
    if (round == 1 || round > UWC_ROUNDS)
        return fault_reason(f,
                            "The fourth neutral tile is laid at the end of a "
                            "round, for the next one.");
    if (s->fourth >= UWC_SLOT_ALWAYS || laid->slots[s->fourth])
        return fault_reason(f, "The fourth neutral tile is on a coloured slot "
                               "without another neutral tile.");
    return true;
}

/* The neutral tiles of this round lie where the rules lay them (ruling 29);
 * from a round's end on those of the next.  When the match is over they may
 * lie as they lay. */
bool check_neutral_tiles(const struct uwc_state *s, struct position_fault *f)
{
    struct uwc_state laid = {.solo_start = s->solo_start};
    int round = s->round + (s->phase == PHASE_PRODUCTION);

    if (s->seats > 1 || s->phase == PHASE_OVER)
        return true;
    if (round <= UWC_ROUNDS)
        solo_lay_tiles(&laid, round);
    if (s->fourth != UWC_NO_SLOT) {
        if (!check_fourth(s, &laid, round, f))
            return false;
        laid.slots[s->fourth] = UWC_NEUTRAL;
    }
    for (int i = 0; i < UWC_SLOTS; i++) {
        char word[12];

        slot_write(i, word, sizeof word);
        if ((s->slots[i] & UWC_NEUTRAL) != laid.slots[i])
            return fault_reason(
                fault_place(f, "slots/slot=%s/neutral", word),
                "With \"solo_start\": %d this slot has %s neutral tile in "
                "round %d.",
                s->solo_start, laid.slots[i] ? "a" : "no", round);
        if (s->slots[i] > UWC_NEUTRAL)
            return fault_reason(fault_place(f, "slots/slot=%s/tiles", word),
                                "A slot with a neutral tile has no other.");
    }
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
