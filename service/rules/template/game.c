/* The template as a game: its options, its scores, and the table that the
 * list of games points to. */
#include "rules/template/template.h"

#include "rules/kit/recorder.h"

static const char *const winners[] = {"high", "low", NULL};

static const struct option options[] = {
    [TEMPLATE_HAND] = {.name = "hand",
                       .kind = OPTION_INT,
                       .min = 3,
                       .max = 6,
                       .fallback = 4,
                       .fallback_solo = 4,
                       .meaning = "Cards that each seat is dealt."},
    [TEMPLATE_WINNER] = {.name = "winner",
                         .kind = OPTION_CHOICE,
                         .choices = winners,
                         .meaning = "Which card wins a round."},
    [TEMPLATE_SUDDEN] = {.name = "sudden",
                         .kind = OPTION_BOOL,
                         .meaning = "Twenty points end the match at once."},
    {.name = NULL},
};

static const struct deck deck = {
    .id = "numbers",
    .version = 1,
    .origin = "Made for this template: cards that show numbers.",
};

static void score(const void *state, struct scores *scores)
{
    const struct template_state *s = state;

    *scores = (struct scores){.seats = s->seats, .items = 2};
    scores->item[0].name = "points";
    scores->item[1].name = "cards";
    for (int seat = 0; seat < s->seats; seat++) {
        int cards = __builtin_popcount(s->hand[seat]);

        scores->item[0].points[seat] = (int16_t)s->points[seat];
        scores->item[1].points[seat] = (int16_t)cards;
        scores->total[seat] = (int16_t)(s->points[seat] + cards);
    }
    leavers_rank(&s->leavers, scores, NULL, s);
}

/* Points so far, and what the cards in hand may bring. */
static int32_t evaluate(const void *state, int seat)
{
    const struct template_state *s = state;
    int32_t value = 100 * s->points[seat];

    for (int card = 1; card <= TEMPLATE_CARDS; card++)
        if (s->hand[seat] >> card & 1)
            value += 100 + 10 * (s->low_wins ? TEMPLATE_CARDS - card : card);
    return value;
}

GAME_SYMBOL const struct game template_game = {
    .id = "template",
    .title = "Template",
    .rules_version = 3,
    .oldest_version = 3,
    .deck = &deck,
    .is_hidden = true,
    .min_seats = 2,
    .max_seats = RULES_SEATS_MAX,
    .state_size = sizeof(struct template_state),
    /* After each round the hands together have at least one card less; the
     * costliest way to lose one takes three decisions: two seats choose, and
     * the winner draws. */
    .decisions_max = 3 * TEMPLATE_CARDS,
    .usual_decisions = {0, 12, 16, 20},
    .points_low = 1,
    .points_high = 40,
    .options = options,
    .items = template_items,
    .start = template_start,
    .settings = template_settings,
    .to_act = template_to_act,
    .moves = template_moves,
    .choice = template_choice,
    .apply = template_apply,
    .play = template_play,
    .pass_forced = template_pass_forced,
    .settle = template_settle,
    .leave = template_leave,
    .left = template_left,
    .irreversible = template_irreversible,
    .view = template_view,
    .read = template_read,
    .determinize = template_determinize,
    .score = score,
    .evaluate = evaluate,
    .resample = template_resample,
    .format = template_format,
    .parse = template_parse,
    .describe = template_describe,
    .is_open = template_is_open,
    .prompt = template_prompt,
    .record = recorder_set,
    .tally = template_tally,
    .step = template_write_step,
    .phrases = template_phrases,
    .explain = template_explain,
    .components = template_components,
    .played = template_played,
};
