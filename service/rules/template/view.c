/* What a viewer can see of a match of the template, and resampled states with
 * the same view. */
#include "rules/template/template.h"

#include "rules/kit/pool.h"
#include "rules/sink.h"

const char *const template_phase_names[TEMPLATE_PHASES] = {
    [TEMPLATE_CHOOSING] = "choosing",
    [TEMPLATE_TAKING] = "taking",
    [TEMPLATE_OVER] = "over",
};

/* Whether a viewer may see the cards of a seat.  Views and resampling both use
 * it. */
static bool sees(int viewer, int seat)
{
    return viewer == RULES_OMNISCIENT || viewer == seat;
}

/* The chosen card stays hidden; an event reports it to the others when the
 * cards of the round are turned up. */
bool template_is_open(const void *state, int seat, struct move move)
{
    (void)state, (void)seat;
    return template_verb_of(move) != TEMPLATE_CHOOSE;
}

static void view_cards(struct sink *sink, const char *key, uint32_t cards)
{
    sink_array(sink, key);
    for (int card = 1; card <= TEMPLATE_CARDS; card++)
        if (cards >> card & 1)
            sink_number(sink, NULL, card);
    sink_close(sink);
}

static void view_player(const struct template_state *s, int seat, int viewer,
                        struct sink *sink)
{
    bool face_up = s->phase == TEMPLATE_TAKING || sees(viewer, seat);

    sink_object(sink, NULL);
    sink_number(sink, "points", s->points[seat]);
    sink_number(sink, "cards", __builtin_popcount(s->hand[seat]));
    sink_truth(sink, "left", s->leavers.place[seat] != 0);
    if (s->leavers.place[seat])
        sink_number(sink, "left_as", s->leavers.place[seat]);
    sink_truth(sink, "has_chosen", s->chosen[seat] != 0);
    if (face_up && s->chosen[seat])
        sink_number(sink, "chosen", s->chosen[seat]);
    if (sees(viewer, seat))
        view_cards(sink, "hand", s->hand[seat]);
    sink_close(sink);
}

/* The parts of the trade in progress that are still to be performed. */
static void view_trade(const struct template_state *s, struct sink *sink)
{
    sink_array(sink, "trade");
    for (uint32_t verb = TEMPLATE_TAKE; verb < TEMPLATE_VERBS; verb++)
        if (template_part(s, verb))
            sink_string(sink, NULL, template_verb_words[verb]);
    sink_close(sink);
}

/* What read() needs beyond what can be seen. */
static void view_hidden(const struct template_state *s, struct sink *sink)
{
    sink_object(sink, "hidden");
    sink_array(sink, "deck");
    for (int i = 0; i < s->deck_count; i++)
        sink_number(sink, NULL, s->deck[i]);
    sink_close(sink);
    secret_stream_view(&s->chance, sink);
    sink_close(sink);
}

void template_view(const void *state, int viewer, struct sink *sink)
{
    const struct template_state *s = state;

    if (!sink->is_compact) {
        sink_string(sink, "winner", s->low_wins ? "low" : "high");
        sink_truth(sink, "sudden", s->sudden);
        sink_number(sink, "dealt", s->dealt);
    }
    sink_string(sink, "phase", template_phase_names[s->phase]);
    if (s->phase == TEMPLATE_TAKING)
        sink_number(sink, "taking", s->winner);
    if (s->depth == TEMPLATE_FRAMES)
        view_trade(s, sink);
    sink_number(sink, "deck", s->deck_count);
    view_cards(sink, "discards", s->discards);
    sink_array(sink, "players");
    for (int seat = 0; seat < s->seats; seat++)
        view_player(s, seat, viewer, sink);
    sink_close(sink);
    if (viewer == RULES_OMNISCIENT)
        view_hidden(s, sink);
}

static uint32_t deal(struct pool *pool, size_t count)
{
    struct card_set dealt = {{0}};

    pool_deal_set(pool, &dealt, count);
    return (uint32_t)dealt.word[0];
}

/* Another hand of this size; while seats choose, any of its cards may be the
 * chosen one. */
static void resample_hand(struct template_state *s, int seat, struct pool *pool,
                          struct random *random)
{
    const uint8_t *const cards = pool->item + pool->dealt;
    const int size = __builtin_popcount(s->hand[seat]);

    s->hand[seat] = deal(pool, (size_t)size);
    if (s->phase == TEMPLATE_CHOOSING && s->chosen[seat])
        s->chosen[seat] = cards[random_below(random, (uint32_t)size)];
}

/* Resample the cards that the viewer cannot see, and the secret, from which the
 * next shuffles would follow. */
void template_resample(void *state, int viewer, struct random *random)
{
    struct template_state *s = state;
    struct card_set unseen = {{0}};
    struct pool pool = {.count = 0};

    if (viewer == RULES_OMNISCIENT)
        return;
    set_add_list(&unseen, s->deck, s->deck_count);
    for (int seat = 0; seat < s->seats; seat++)
        if (!sees(viewer, seat))
            set_add_set(&unseen, &(struct card_set){{s->hand[seat]}});
    pool_take_set(&pool, &unseen);
    pool_shuffle(&pool, random);
    for (int seat = 0; seat < s->seats; seat++)
        if (!sees(viewer, seat))
            resample_hand(s, seat, &pool, random);
    pool_deal_list(&pool, s->deck, pool_left(&pool));
    secret_stream_resample(&s->chance, random);
}
