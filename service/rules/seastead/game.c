/* Seastead as a game: the table that the list of games points to.
 *
 *   content/   flotillas, dive cards, specialists, decrees, dock tiles
 *   engine/    state, moves and what they do
 *   words/     notation, sentences, the content as data
 *   view/      what a viewer sees, and the way back
 *   estimate/  values for bots
 *
 * The rules are those of docs/seastead.md. */
#include "rules/kit/recorder.h"
#include "rules/seastead/engine/decide.h"
#include "rules/seastead/engine/older.h"
#include "rules/seastead/engine/score.h"
#include "rules/seastead/engine/setup.h"
#include "rules/seastead/estimate/evaluate.h"
#include "rules/seastead/view/view.h"
#include "rules/seastead/words/words.h"

static const struct deck deck = {
    .id = "fathom-seastead",
    .version = 1,
    .origin = "Our own locations, cards and tiles within the constraints of "
              "the rule book; six names of specialists and some areas of six "
              "dock tiles are those of the rule book.",
};

/* A turn has far fewer than 40 decisions; 24 buildings can be built and 17
 * cards turned over, and the last rounds may be passed. */
enum { TURNS_MAX = 24 + DIVE_CARDS, TURN_DECISIONS_MAX = 40 };

GAME_SYMBOL const struct game seastead_game = {
    .id = "seastead",
    .title = "Seastead",
    .rules_version = RULES_VERSION,
    .oldest_version = 1,
    .old_hash = older_hash,
    .continue_version = older_continue,
    .once_allowed = state_once_allowed,
    .deck = &deck,
    .min_seats = 1,
    .max_seats = OWNERS,
    .state_size = sizeof(struct state),
    .decisions_max = TURNS_MAX * TURN_DECISIONS_MAX,
    .options = seastead_options,
    .items = seastead_items,
    .usual_decisions = {105, 150},
    .points_low = 15,
    .points_high = 60,
    .refuses = setup_refuses,
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
    .tables = state_tables,
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
    .tally = seastead_tally,
    .step = words_step,
    .phrases = words_phrases,
    .explain = words_explain,
    .components = words_components,
};
