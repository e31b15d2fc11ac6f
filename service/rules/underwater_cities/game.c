/* Underwater Cities (Vladimír Suchý, Delicious Games 2018) behind the rules
 * interface. */
#include "game.h"

#include "decide.h"
#include "evaluate.h"
#include "notation.h"
#include "score.h"
#include "view.h"

extern const struct game underwater_cities;

static const char *const draws[] = {"deferred", "immediate", NULL};

static const char *const sides[] = {"basic", "advanced", NULL};

static const struct option options[] = {
    [UWC_DRAWS] = {"draws", OPTION_CHOICE, draws, 0, 1, 0,
                   "When cards drawn during a turn come: \"deferred\" at its "
                   "end, \"immediate\" at once."},
    [UWC_BOARDS] = {"boards", OPTION_CHOICE, sides, 0, 1, 0,
                    "Which side of the player boards all seats use: "
                    "\"basic\", or \"advanced\" with surcharges and special "
                    "sites."},
    [UWC_OPTIONS] = {0},
};

static const struct deck deck = {
    .id = "fathom-1",
    .version = 1,
    .origin = "Cards shown in the rule books with their effects in our own "
              "words; all other cards are this project's own.",
};

const struct game underwater_cities = {
    .id = "underwater-cities",
    .title = "Underwater Cities",
    .rules_version = 1,
    .deck = &deck,
    .min_seats = 2,
    .max_seats = 4,
    .state_size = sizeof(struct uwc_state),
    .decisions_max = 6000,
    .options = options,
    .start = uwc_start,
    .to_act = uwc_to_act,
    .moves = uwc_moves,
    .apply = uwc_apply,
    .leave = uwc_leave,
    .view = uwc_view,
    .read = uwc_read,
    .imagine = uwc_imagine,
    .score = uwc_score,
    .evaluate = uwc_evaluate,
    .redeal = uwc_redeal,
    .format = uwc_format,
    .parse = uwc_parse,
    .describe = uwc_describe,
    .is_open = uwc_is_open,
    .prompt = uwc_prompt,
    .changes = uwc_changes,
    .explain = uwc_explain,
    .components = uwc_components,
};
