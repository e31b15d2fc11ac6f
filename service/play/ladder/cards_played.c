/* The cards that were played in a match, by replaying its record. */
#include "play/ladder/cards_played.h"

#include "play/ladder/settle.h"
#include "play/match/event.h"
#include "play/match/options.h"
#include "play/match/row.h"
#include "play/replay/match_replay.h"
#include "play/store.h"
#include "play/store/error.h"
#include "play/store/matches.h"
#include "rules/game.h"

#include <stdlib.h>
#include <string.h>

/* A card that a move played, until the move is taken back. */
struct played {
    uint32_t seq;
    struct ladder_card card;
};

struct card_log {
    struct match_replay match_replay;
    struct store_match row;
    struct played *played;
    size_t count, cap;
};

/* Fill in what the store does not: game and settings.  false: this build
 * cannot replay the match, or does not have its cards. */
static bool complete(struct store_match *row)
{
    const struct game *game = game_find(row->game_id);

    row->match.game = game;
    return game && game->played && !row_is_foreign(row) &&
           options_read(game, row->options, &row->match.settings);
}

static bool note(struct card_log *card_log, const struct match_event *event)
{
    const struct game *game = card_log->match_replay.game;
    struct played it = {.seq = event->seq, .card.seat = (uint8_t)event->seat};

    if (!game->played(card_log->match_replay.before, event->seat, event->bits,
                      it.card.id))
        return true;
    if (card_log->count == card_log->cap) {
        size_t cap = card_log->cap > 0 ? card_log->cap * 2 : 64;
        struct played *all = realloc(card_log->played, cap * sizeof *all);

        if (!all)
            return false;
        card_log->played = all;
        card_log->cap = cap;
    }
    card_log->played[card_log->count++] = it;
    return true;
}

/* Remove the cards that the seat played after this seq, which were taken
 * back. */
static void remove_undone(struct card_log *card_log,
                          const struct match_event *event)
{
    size_t n = 0;

    for (size_t i = 0; i < card_log->count; i++)
        if (card_log->played[i].card.seat != event->seat ||
            card_log->played[i].seq <= event->to_seq)
            card_log->played[n++] = card_log->played[i];
    card_log->count = n;
}

/* Replay the match and note its cards.  false: out of memory.  If a record
 * does not replay to its end (never seen), the cards up to there count. */
static bool replay_log(struct card_log *card_log)
{
    struct match_replay *match_replay = &card_log->match_replay;

    while (match_replay->next < match_replay->count) {
        const struct match_event *event =
            &match_replay->events[match_replay->next];

        if (!match_replay_step(match_replay))
            break;
        if (event->kind == EVENT_UNDO)
            remove_undone(card_log, event);
        if (event->kind == EVENT_MOVE && !note(card_log, event))
            return false;
    }
    return true;
}

/* Give the match each card of a seat once, however often it was played. */
static bool give_cards(const struct card_log *card_log,
                       struct ladder_match *out)
{
    struct ladder_card *cards = calloc(card_log->count + 1, sizeof *cards);
    size_t count = 0;

    if (!cards)
        return false;
    for (size_t i = 0; i < card_log->count; i++) {
        const struct ladder_card *card = &card_log->played[i].card;
        size_t k = 0;

        while (k < count && memcmp(&cards[k], card, sizeof *card) != 0)
            k++;
        if (k == count)
            cards[count++] = *card;
    }
    ladder_match_clear(out);
    out->cards = cards;
    out->card_count = count;
    out->has_cards = true;
    return true;
}

/* Replay the events, which are taken. */
static bool replay(struct card_log *card_log, struct match_event *events,
                   size_t count, struct ladder_match *match)
{
    bool is_done;

    match_replay_begin(&card_log->row, events, count, &card_log->match_replay);
    is_done = replay_log(card_log) && give_cards(card_log, match);
    match_replay_close(&card_log->match_replay);
    return is_done;
}

/* When matches are settled again, cards that were unknown stay unknown. */
static bool needs_cards(const struct ladder_match *match)
{
    return match->has_result && (match->number == 0 || match->has_cards);
}

enum store_err ladder_read_cards(struct store *store,
                                 struct store_settlement *ladder,
                                 struct ladder_match *match)
{
    struct card_log *card_log;
    struct match_event *events;
    enum store_err err;
    size_t count;

    if (!needs_cards(match))
        return STORE_OK;
    card_log = calloc(1, sizeof *card_log);
    if (!card_log)
        return STORE_UNAVAILABLE;
    err = store->ladder->find_record(ladder, &match->match, &card_log->row,
                                     &events, &count);
    if (!err) {
        match->is_foreign = !complete(&card_log->row);
        if (match->is_foreign)
            free(events);
        else if (!replay(card_log, events, count, match))
            err = STORE_UNAVAILABLE;
    }
    free(card_log->played);
    free(card_log);
    return err;
}
