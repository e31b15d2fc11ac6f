/* The table of functions that is the game Underwater Cities. */
#include "rules/underwater_cities/game.h"

#include "rules/kit/recorder.h"
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/engine/moves.h"
#include "rules/underwater_cities/engine/options.h"
#include "rules/underwater_cities/engine/score.h"
#include "rules/underwater_cities/estimate/evaluate.h"
#include "rules/underwater_cities/view/view.h"
#include "rules/underwater_cities/words/words.h"

#include <stdio.h>

static const struct deck deck = {
    .id = "fathom-1",
    .version = 1,
    .origin = "Cards shown in the rule books, with their effects reworded; all "
              "other cards are original to this project.",
};

/* A card is played when its effect is resolved or it is claimed, not when it
 * only went with an action tile (ruling 35). */
static bool played(const void *state, int seat, struct move m,
                   char out[RULES_CARD_SIZE])
{
    const struct uwc_state *s = state;

    (void)seat; /* it is the active one's turn */
    if (move_verb(m) != MOVE_CARD || s->card == CARD_NONE)
        return false;
    snprintf(out, RULES_CARD_SIZE, "%d", s->card);
    return true;
}

GAME_SYMBOL const struct game underwater_cities = {
    .id = "underwater-cities",
    .title = "Underwater Cities",
    .rules_version = 3,
    .oldest_version = 2,
    .once_allowed = uwc_once_allowed,
    .deck = &deck,
    .min_seats = 1,
    .max_seats = RULES_SEATS_MAX,
    .state_size = sizeof(struct uwc_state),
    .decisions_max = 6000,
    .usual_decisions = {180, 380, 560, 770},
    .points_low = 60,
    .points_high = 140,
    .options = uwc_options,
    .items = uwc_items,
    .refuses = uwc_refuses,
    .start = uwc_start,
    .settings = uwc_settings,
    .to_act = uwc_to_act,
    .moves = uwc_moves,
    .budget_used = uwc_budget_used,
    .apply = uwc_apply,
    .play = uwc_play,
    .pass_forced = uwc_pass_forced,
    .settle = uwc_settle,
    .leave = uwc_leave,
    .left = uwc_left,
    .irreversible = uwc_irreversible,
    .view = uwc_view,
    .read = uwc_read,
    .determinize = uwc_determinize,
    .score = uwc_score,
    .evaluate = uwc_evaluate,
    .resample = uwc_resample,
    .format = uwc_format,
    .parse = uwc_parse,
    .choice = uwc_choice,
    .alike = uwc_alike,
    .describe = uwc_describe,
    .is_open = uwc_is_open,
    .prompt = uwc_prompt,
    .record = recorder_set,
    .tally = uwc_tally,
    .step = uwc_step,
    .phrases = uwc_phrases,
    .explain = uwc_explain,
    .components = uwc_components,
    .played = played,
};
