/* Otys as a game: the table that the list of games points to.
 *
 *   content/   levels, store, tracks, contracts, reward tokens
 *   engine/    state, moves and what they do
 *   words/     notation, sentences, the content as data
 *   view/      what a viewer sees, and the way back
 *   estimate/  values for bots
 *
 * The rules are those of docs/otys.md. */
#include "rules/kit/recorder.h"
#include "rules/otys/engine/decide.h"
#include "rules/otys/engine/score.h"
#include "rules/otys/engine/setup.h"
#include "rules/otys/estimate/evaluate.h"
#include "rules/otys/view/view.h"
#include "rules/otys/words/words.h"
#include "rules/record.h"

GAME_SYMBOL extern const struct game otys_game;

static const struct deck deck = {
    .id = "fathom-otys",
    .version = 1,
    .origin = "Our own contracts, mix of reward tokens, levels, prices and "
              "tracks within the constraints of the rule book; the effects of "
              "divers, sponsors and reward tokens are those of the rule book.",
};

/* A turn has at most 20 decisions, besides the contracts that are completed. */
enum { TURN_DECISIONS_MAX = 20 };

/* Ruleset 1 did not note that contracts were declined. */
static uint64_t old_hash(const void *state, uint16_t version)
{
    struct state older = *(const struct state *)state;

    (void)version;
    older.declined = 0;
    return record_state_hash(&otys_game, &older);
}

GAME_SYMBOL const struct game otys_game = {
    .id = "otys",
    .title = "Otys",
    .rules_version = 2,
    .oldest_version = 1,
    .old_hash = old_hash,
    .once_allowed = state_once_allowed,
    .once_passed = state_once_passed,
    .deck = &deck,
    .min_seats = 2,
    .max_seats = SEATS,
    .state_size = sizeof(struct state),
    /* Rounds are limited (D2). */
    .decisions_max = ROUNDS_MAX * SEATS * TURN_DECISIONS_MAX + CONTRACTS,
    .options = otys_options,
    .items = otys_items,
    .usual_decisions = {0, 190, 235, 320},
    .points_low = 5,
    .points_high = 25,
    .start = setup_start,
    .settings = setup_settings,
    .to_act = state_to_act,
    .moves = state_moves,
    .apply = state_apply,
    .play = state_play,
    .pass_forced = state_pass_forced,
    .settle = state_settle,
    .leave = state_leave,
    .left = state_left,
    .irreversible = state_irreversible,
    .view = state_view,
    .read = state_read,
    .determinize = state_determinize,
    .score = state_score,
    .evaluate = estimate_evaluate,
    .resample = state_resample,
    .format = words_format,
    .parse = words_parse,
    .describe = words_describe,
    .is_open = state_is_open,
    .prompt = words_prompt,
    .played = words_played,
    .record = recorder_set,
    .tally = otys_tally,
    .step = words_step,
    .phrases = words_phrases,
    .explain = words_explain,
    .components = words_components,
};
