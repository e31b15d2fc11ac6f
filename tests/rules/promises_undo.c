/* Promises about taking back: a seat's last moves are struck as if they had
 * not been, whatever others chose meanwhile stays, and what is sealed cannot
 * be taken back at all. */
#include "promises.h"

#include <string.h>

void begin_span(struct watch *w)
{
    replay_begin(&w->replay, w->match.game, w->match.state);
    w->undo_window = 0;
    w->before[0] = copy_state(w);
}

static bool same_state(const struct watch *w, const void *a, const void *b)
{
    return memcmp(a, b, w->match.game->state_size) == 0;
}

/* How many moves of the span are the seat's. */
static size_t moves_of(const struct watch *w, int seat)
{
    size_t count = 0;

    for (size_t i = 0; i < w->undo_window; i++)
        count += w->taken[i].seat == seat;
    return count;
}

/* An undo never reaches back past a decision that became another seat's, nor
 * past the end of the match. */
static bool check_unsealed(struct watch *w, int seat)
{
    const struct game *game = w->match.game;
    seat_set before = game->to_act(w->before[w->undo_window - 1].bytes);
    seat_set after = game->to_act(w->match.state);

    return after == 1 << seat || (after && __builtin_popcount(before) > 1) ||
           broken(w, "what can be taken back leaves the turn where it was",
                  "seat %d: set %x was to act, then %x", seat, before, after);
}

/* A seat left.  When it might as well have left before the span, for what was
 * decided in it comes to the same and nothing is shown, the span goes on from
 * there. */
static unsigned follow_leave(struct watch *w, struct entry entry)
{
    static struct state_copy before[REPLAY_SPAN_MAX + 1];
    const struct game *game = w->match.game;

    before[0] = w->before[0];
    game->leave(before[0].bytes, entry.seat, entry.move.bits != 0);
    if (game->irreversible(w->before[w->undo_window].bytes, w->match.state))
        return IRREVERSIBLE_FINAL;
    for (size_t i = 0; i < w->undo_window; i++) {
        before[i + 1] = before[i];
        if (game->apply(before[i + 1].bytes, w->taken[i].seat,
                        w->taken[i].move))
            return IRREVERSIBLE_FINAL;
    }
    if (!same_state(w, before[w->undo_window].bytes, w->match.state))
        return IRREVERSIBLE_FINAL;
    memcpy(w->before, before, (w->undo_window + 1) * sizeof *before);
    return 0;
}

static unsigned follow_move(struct watch *w, struct entry entry)
{
    unsigned why = w->match.game->irreversible(w->before[w->undo_window].bytes,
                                               w->match.state);

    w->taken[w->undo_window++] = entry;
    return w->undo_window == REPLAY_SPAN_MAX && !why ? IRREVERSIBLE_FINAL : why;
}

bool check_followed(struct watch *w)
{
    struct entry entry = w->match.entries[w->match.record.count - 1];
    unsigned why;

    if (replay_step(&w->replay, &entry) ||
        !same_state(w, w->replay.state, w->match.state))
        return broken(w, "a replay follows the match", "it does not");
    why = entry.kind == ENTRY_LEAVE ? follow_leave(w, entry)
                                    : follow_move(w, entry);
    if (!why && entry.kind == ENTRY_MOVE && !check_unsealed(w, entry.seat))
        return false;
    if (why)
        w->undo_window = 0;
    w->before[w->undo_window] = copy_state(w);
    if (why && w->replay.seal != why)
        return broken(w, "a replay knows what sealed its span",
                      "%u instead of %u", w->replay.seal, why);
    for (int seat = 0; seat < w->match.settings.seats; seat++)
        if (replay_undoable(&w->replay, seat) != moves_of(w, seat))
            return broken(w, "a seat may take back its moves of the span",
                          "seat %d: %zu instead of %zu", seat,
                          replay_undoable(&w->replay, seat), moves_of(w, seat));
    return true;
}

static struct entry undo(int seat, size_t n)
{
    return (struct entry){
        .kind = ENTRY_UNDO, .seat = (uint8_t)seat, .move = {(uint32_t)n}};
}

/* Invalid numbers of moves to undo: too many, or none. */
static bool check_refused(struct watch *w, int seat, size_t n)
{
    static struct replay before;
    struct entry entry = undo(seat, n);

    before = w->replay;
    if (replay_step(&w->replay, &entry) != RULES_ILLEGAL_MOVE)
        return broken(w, "nobody takes back more than is open",
                      "seat %d takes back %zu of %zu", seat, n,
                      moves_of(w, seat));
    return memcmp(&before, &w->replay, sizeof before) == 0 ||
           broken(w, "a refused undo changes nothing", "seat %d, %zu", seat, n);
}

/* The state in which the seat made only the first of its moves.  The choices of
 * the other seats come first, because their order does not matter. */
static bool expected_state(struct watch *w, int seat, size_t kept,
                           struct state_copy *state)
{
    const struct game *game = w->match.game;

    *state = w->before[0];
    for (int pass = 0; pass < 2; pass++) {
        size_t mine = 0;

        for (size_t i = 0; i < w->undo_window; i++) {
            const struct entry *entry = &w->taken[i];
            bool is_mine = entry->seat == seat;

            mine += is_mine;
            if (is_mine != pass || (is_mine && mine > kept))
                continue;
            if (game->apply(state->bytes, entry->seat, entry->move))
                return broken(w, "choices made at once go in any order",
                              "after seat %d took back, move %zu of the span "
                              "does not apply",
                              seat, i);
        }
    }
    return true;
}

/* One by one is the same as all at once; and when everybody has taken back
 * all, it is as it was before. */
static bool check_chain(struct watch *w, int seat, size_t n,
                        const struct state_copy *expected)
{
    static struct replay chain;
    struct entry one = undo(seat, 1);

    chain = w->replay;
    for (size_t i = 0; i < n; i++)
        if (replay_step(&chain, &one))
            return broken(w, "moves are taken back one by one",
                          "seat %d: %zu of %zu", seat, i, n);
    if (!same_state(w, chain.state, expected->bytes))
        return broken(w, "moves are taken back one by one",
                      "seat %d: %zu lead elsewhere", seat, n);
    for (int other = 0; other < w->match.settings.seats; other++) {
        struct entry all = undo(other, replay_undoable(&chain, other));

        if (all.move.bits > 0 && replay_step(&chain, &all))
            return broken(w, "all that is open can be taken back", "seat %d",
                          other);
    }
    return same_state(w, chain.state, w->before[0].bytes) ||
           broken(w, "all that is open can be taken back",
                  "it is not as it was before");
}

/* The others may choose as before. */
static bool check_others(struct watch *w, int seat, const void *before)
{
    static struct listing a, b;
    const struct game *game = w->match.game;

    for (int other = 0; other < w->match.settings.seats; other++) {
        if (other == seat)
            continue;
        a.count = game->moves(before, other, a.moves, RULES_MOVES_MAX);
        b.count = game->moves(w->match.state, other, b.moves, RULES_MOVES_MAX);
        if (a.count != b.count ||
            memcmp(a.moves, b.moves, a.count * sizeof *a.moves) != 0)
            return broken(w, "taking back leaves the others their choices",
                          "seat %d took back, seat %d had %zu moves and has "
                          "%zu",
                          seat, other, a.count, b.count);
    }
    return true;
}

/* Strike the seat's last moves from the span, and follow what is left. */
static bool shorten(struct watch *w, int seat, size_t kept)
{
    const struct game *game = w->match.game;
    size_t count = 0, mine = 0;

    for (size_t i = 0; i < w->undo_window; i++) {
        mine += w->taken[i].seat == seat;
        if (w->taken[i].seat == seat && mine > kept)
            continue;
        w->taken[count] = w->taken[i];
        w->before[count + 1] = w->before[count];
        if (game->apply(w->before[count + 1].bytes, w->taken[count].seat,
                        w->taken[count].move))
            return broken(w, "what stays can be played again",
                          "seat %d took back, move %zu does not apply", seat,
                          i);
        count++;
    }
    w->undo_window = count;
    return true;
}

static bool take_back(struct watch *w, int seat, size_t n)
{
    struct entry entry = undo(seat, n);
    struct state_copy expected, before = copy_state(w);
    size_t mine = moves_of(w, seat), undo_window = w->undo_window;

    if (!expected_state(w, seat, mine - n, &expected) ||
        !check_chain(w, seat, n, &expected))
        return false;
    if (mine == undo_window &&
        !same_state(w, expected.bytes, w->before[undo_window - n].bytes))
        return broken(w, "taking back leads to where it was",
                      "seat %d, %zu moves", seat, n);
    if (replay_step(&w->replay, &entry) ||
        !same_state(w, w->replay.state, expected.bytes))
        return broken(w, "taking back strikes the seat's last moves",
                      "seat %d, %zu of %zu", seat, n, mine);
    record_append(&w->match.record, entry);
    memcpy(w->match.state, w->replay.state, w->match.game->state_size);
    return shorten(w, seat, mine - n) && check_others(w, seat, before.bytes);
}

/* A seat takes back some moves, if it can. */
bool check_undo(struct watch *w)
{
    int seat = (int)random_below(&w->random, w->match.settings.seats);
    size_t mine = moves_of(w, seat);

    if (!check_refused(w, seat, 0) || !check_refused(w, seat, mine + 1))
        return false;
    return mine == 0 ||
           take_back(w, seat, 1 + random_below(&w->random, (uint32_t)mine));
}
