/* Underwater Cities (Vladimír Suchý, Delicious Games 2018) behind the rules
 * interface. */
#include "rules/game.h"

#include "rules/underwater_cities/engine/decide.h"
#include "rules/underwater_cities/engine/score.h"
#include "rules/underwater_cities/estimate/evaluate.h"
#include "rules/underwater_cities/view/view.h"
#include "rules/underwater_cities/words/notation.h"

extern const struct game underwater_cities;

static const char *const draws[] = {"deferred", "immediate", NULL};

static const char *const sides[] = {"basic", "advanced", NULL};

static const char *const placements[] = {"random", "chosen", NULL};

static const struct option options[] = {
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

static const struct deck deck = {
    .id = "fathom-1",
    .version = 1,
    .origin = "Cards shown in the rule books, with their effects reworded; all "
              "other cards are original to this project.",
};

const struct game underwater_cities = {
    .id = "underwater-cities",
    .title = "Underwater Cities",
    .rules_version = 2,
    .deck = &deck,
    .min_seats = 1,
    .max_seats = 4,
    .state_size = sizeof(struct uwc_state),
    .decisions_max = 6000,
    .options = options,
    .refuses = uwc_refuses,
    .start = uwc_start,
    .settings = uwc_settings,
    .to_act = uwc_to_act,
    .moves = uwc_moves,
    .effort = uwc_effort,
    .apply = uwc_apply,
    .play = uwc_play,
    .pass_forced = uwc_pass_forced,
    .settle = uwc_settle,
    .leave = uwc_leave,
    .irreversible = uwc_irreversible,
    .view = uwc_view,
    .read = uwc_read,
    .determinize = uwc_determinize,
    .score = uwc_score,
    .evaluate = uwc_evaluate,
    .resample = uwc_resample,
    .format = uwc_format,
    .parse = uwc_parse,
    .describe = uwc_describe,
    .is_open = uwc_is_open,
    .prompt = uwc_prompt,
    .changes = uwc_changes,
    .explain = uwc_explain,
    .components = uwc_components,
    .played = uwc_played,
};
