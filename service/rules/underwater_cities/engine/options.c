/* The options of a match: their table, and which go together. */
#include "rules/underwater_cities/engine/options.h"

#include "rules/underwater_cities/content/contracts.h"
#include "rules/underwater_cities/engine/state.h"

static const char *const draws[] = {"deferred", "immediate", NULL};

static const char *const sides[] = {"basic", "advanced", NULL};

static const char *const placements[] = {"random", "chosen", NULL};

const struct option uwc_options[UWC_OPTIONS + 1] = {
    [UWC_DRAWS] =
        {.name = "draws",
         .kind = OPTION_CHOICE,
         .choices = draws,
         .meaning =
             "When cards drawn during a turn are received: \"deferred\" at its "
             "end, so that the turn can be undone, \"immediate\" at once."},
    [UWC_BOARDS] =
        {.name = "boards",
         .kind = OPTION_CHOICE,
         .choices = sides,
         .fallback_solo = 1,
         .meaning =
             "Which side of the player boards all seats "
             "use: \"basic\", or \"advanced\" with "
             "surcharges and special sites. In solo play always \"advanced\"."},
    [UWC_USE_CONTRACTS] = {.name = "contracts",
                           .kind = OPTION_BOOL,
                           .meaning =
                               "Three government contracts are laid out; the "
                               "first player to meet the criteria of one may "
                               "claim its reward. Not in solo play."},
    [UWC_BLUE_PLACEMENT] = {.name = "blue_metropolis_placement",
                            .kind = OPTION_CHOICE,
                            .choices = placements,
                            .meaning = "Which of a seat's two blue metropolis "
                                       "tiles goes to which corner: "
                                       "\"random\", or \"chosen\" by the seat "
                                       "before the first hands."},
    [UWC_SOLO_START] = {.name = "solo_start",
                        .kind = OPTION_INT,
                        .min = 1,
                        .max = 4,
                        .fallback = 1,
                        .fallback_solo = 1,
                        .meaning =
                            "Solo play: the slot of each colour, counted "
                            "clockwise, on which the neutral tiles start."},
    [UWC_OPTIONS] = {0},
};

const char *uwc_refuses(const struct settings *settings, size_t *option)
{
    bool alone = settings->seats == 1;

    if (alone && settings->values[UWC_USE_CONTRACTS]) {
        *option = UWC_USE_CONTRACTS;
        return "Solo play has no government contracts: omit \"contracts\" or "
               "set it to false.";
    }
    if (alone && settings->values[UWC_BOARDS] == 0) {
        *option = UWC_BOARDS;
        return "Solo play requires an advanced board: omit \"boards\" or set "
               "it to \"advanced\".";
    }
    if (!alone && settings->values[UWC_SOLO_START] != 1) {
        *option = UWC_SOLO_START;
        return "\"solo_start\" is only for solo play: omit it with more seats.";
    }
    return NULL;
}

void uwc_settings(const void *state, struct settings *out)
{
    const struct uwc_state *s = state;

    *out = (struct settings){.seats = s->seats};
    out->values[UWC_DRAWS] = !s->deferred;
    out->values[UWC_BOARDS] = s->advanced;
    out->values[UWC_USE_CONTRACTS] = s->contracts;
    out->values[UWC_BLUE_PLACEMENT] = s->chosen_tiles;
    out->values[UWC_SOLO_START] = s->seats == 1 ? s->solo_start : 1;
}

bool uwc_options_allow(const struct settings *settings)
{
    size_t option;

    return settings->seats >= 1 && settings->seats <= RULES_SEATS_MAX &&
           options_allow(uwc_options, settings) &&
           !uwc_refuses(settings, &option);
}
