/* JSON of events. */
#include "api/json/clock_json.h"
#include "api/json/match_json.h"
#include "api/json/members.h"

#include <stdio.h>

/* One sentence about an event that is not part of the game.  who: the player
 * of its seat. */
static void english_words(const struct match_event *event, const char *who,
                          char *out, size_t size)
{
    switch (event->kind) {
    case EVENT_JOIN:
        snprintf(out, size, "%s takes seat %d.", event->player, event->seat);
        break;
    case EVENT_LEAVE:
        snprintf(out, size, "%s leaves seat %d.", event->player, event->seat);
        break;
    case EVENT_START: snprintf(out, size, "The match starts."); break;
    case EVENT_MOVE: snprintf(out, size, "%s has chosen.", who); break;
    case EVENT_RESIGN: snprintf(out, size, "%s resigns.", who); break;
    case EVENT_FINISH: snprintf(out, size, "The match is over."); break;
    case EVENT_ABORT:
        snprintf(out, size, "The match is aborted without a result.");
        break;
    case EVENT_UNDO:
        if (event->bits.bits == 1)
            snprintf(out, size, "%s undoes a decision.", who);
        else
            snprintf(out, size, "%s undoes %u decisions.", who,
                     (unsigned)event->bits.bits);
        break;
    case EVENT_VOTE:
        snprintf(out, size, "%s votes to abort the match.", who);
        break;
    case EVENT_VOTE_WITHDRAWN:
        snprintf(out, size, "%s withdraws its vote to abort the match.", who);
        break;
    case EVENT_TIMEOUT:
        snprintf(out, size, "%s runs out of time and leaves.", who);
        break;
    case EVENT_AWAY: snprintf(out, size, "%s is on vacation.", who); break;
    case EVENT_BACK:
        snprintf(out, size, "%s is back from vacation.", who);
        break;
    }
}

static void german_words(const struct match_event *event, const char *who,
                         char *out, size_t size)
{
    switch (event->kind) {
    case EVENT_JOIN:
        snprintf(out, size, "%s nimmt Platz %d ein.", event->player,
                 event->seat);
        break;
    case EVENT_LEAVE:
        snprintf(out, size, "%s verlässt Platz %d.", event->player,
                 event->seat);
        break;
    case EVENT_START: snprintf(out, size, "Die Partie beginnt."); break;
    case EVENT_MOVE: snprintf(out, size, "%s hat gewählt.", who); break;
    case EVENT_RESIGN: snprintf(out, size, "%s gibt auf.", who); break;
    case EVENT_FINISH: snprintf(out, size, "Die Partie endet."); break;
    case EVENT_ABORT:
        snprintf(out, size, "Die Partie wird ohne Ergebnis abgebrochen.");
        break;
    case EVENT_UNDO:
        if (event->bits.bits == 1)
            snprintf(out, size, "%s nimmt eine Entscheidung zurück.", who);
        else
            snprintf(out, size, "%s nimmt %u Entscheidungen zurück.", who,
                     (unsigned)event->bits.bits);
        break;
    case EVENT_VOTE:
        snprintf(out, size, "%s stimmt für den Abbruch der Partie.", who);
        break;
    case EVENT_VOTE_WITHDRAWN:
        snprintf(out, size,
                 "%s zieht die Stimme für den Abbruch der Partie zurück.", who);
        break;
    case EVENT_TIMEOUT:
        snprintf(out, size, "%s hat keine Zeit mehr und verlässt die Partie.",
                 who);
        break;
    case EVENT_AWAY: snprintf(out, size, "%s geht in den Urlaub.", who); break;
    case EVENT_BACK:
        snprintf(out, size, "%s kommt aus dem Urlaub zurück.", who);
        break;
    }
}

static void event_text(struct sink *sink, const struct match_event *event)
{
    char words[PLAY_NAME_SIZE + 64], seat[16];
    const char *who = event->seat >= 0 ? sink->names[event->seat] : NULL;

    if (!who) {
        snprintf(seat, sizeof seat,
                 sink->language == LANGUAGE_DE ? "Platz %d" : "Seat %d",
                 event->seat);
        who = seat;
    }
    switch (sink->language) {
    case LANGUAGE_EN:
    case LANGUAGES: english_words(event, who, words, sizeof words); break;
    case LANGUAGE_DE: german_words(event, who, words, sizeof words); break;
    }
    sink_string(sink, "text", words);
}

/* "move", "parts", "text": the move in words, or withheld.  Returns the seats
 * that alone may know it; 0: everybody, or nobody. */
static seat_set json_move_words(struct sink *sink,
                                const struct event_context *context,
                                const struct match_event *event)
{
    const struct game *game = context->match->game;
    const bool is_open =
        context->before &&
        (context->match->status == MATCH_FINISHED ||
         game->is_open(context->before, event->seat, event->bits));

    if (is_open || (context->before && event->seat == context->viewer)) {
        sink_string(sink, "move", event->move);
        game->describe(context->before, event->seat, event->bits, sink);
    } else {
        sink_null(sink, "move");
        sink_null(sink, "parts");
        event_text(sink, event);
    }
    return is_open || !context->before ? 0 : (seat_set)(1U << event->seat);
}

void json_more_steps(struct sink *sink, const struct game *game,
                     const struct journal *journal, int viewer)
{
    for (size_t i = 0; i < journal->count; i++) {
        sink_object(sink, NULL);
        game_step(game, journal, i, viewer, sink);
        sink_close(sink);
    }
}

/* The steps of an event that are being written. */
struct event_steps {
    struct sink *sink;
    const struct event_context *context;
    seat_set insiders; /* the seats that may know any step that is hidden */
};

static void take_journal(void *context, const struct journal *journal)
{
    struct event_steps *steps = context;

    for (size_t i = 0; i < journal->count; i++)
        if (journal->step[i].seen_by != JOURNAL_PUBLIC)
            steps->insiders |= journal->step[i].seen_by;
    json_more_steps(steps->sink, steps->context->match->game, journal,
                    steps->context->viewer);
}

static seat_set json_event_steps(struct sink *sink,
                                 const struct event_context *context,
                                 const struct match_event *event)
{
    struct event_steps steps = {sink, context, 0};

    sink_array(sink, "steps");
    event_journals(context->match->game, event, context->before, context->after,
                   &context->undo, take_journal, &steps);
    sink_close(sink);
    return steps.insiders;
}

/* The seats that are to act after the event. */
static seat_set to_act_after(const struct event_context *context,
                             const struct match_event *event)
{
    return context->after && event->kind != EVENT_ABORT
               ? context->match->game->to_act(context->after)
               : 0;
}

static void json_outcome(struct sink *sink, const struct event_context *context,
                         const struct match_event *event)
{
    const struct match *match = context->match;

    json_seats(sink, "to_act", to_act_after(context, event));
    if (event->kind == EVENT_FINISH)
        json_result(sink, match);
    if (context->now_us && event->seq == match->seq &&
        clock_is_set(&match->clock))
        json_clock(sink, match, context->now_us);
}

static seat_set json_members(struct sink *sink,
                             const struct event_context *context,
                             const struct match_event *event)
{
    seat_set insiders = 0;

    sink_string(sink, "game", context->match->game->id);
    sink_number(sink, "seq", event->seq);
    if (event->seat >= 0)
        sink_number(sink, "seat", event->seat);
    else
        sink_null(sink, "seat");
    sink_string(sink, "type", event_kind_word(event->kind));
    sink_timestamp(sink, "at", event->at_us);
    if (event->kind == EVENT_JOIN || event->kind == EVENT_LEAVE)
        sink_string(sink, "player", event->player);
    if (event->kind == EVENT_UNDO)
        sink_number(sink, "to_seq", event->to_seq);
    if (event_is_vote(event->kind))
        sink_truth(sink, "abort", event->kind == EVENT_VOTE);
    if (event->kind == EVENT_AWAY || event->kind == EVENT_BACK)
        sink_truth(sink, "away", event->kind == EVENT_AWAY);
    if (event->kind == EVENT_MOVE)
        insiders = json_move_words(sink, context, event);
    else
        event_text(sink, event);
    insiders |= json_event_steps(sink, context, event);
    json_outcome(sink, context, event);
    return insiders;
}

seat_set json_event(struct sink *sink, const struct event_context *context,
                    const struct match_event *event)
{
    const struct match_names names = match_names(context->match);
    seat_set insiders;

    sink_object(sink, NULL);
    sink->names = names.of;
    insiders = json_members(sink, context, event);
    sink->names = NULL;
    sink_close(sink);
    return insiders;
}
