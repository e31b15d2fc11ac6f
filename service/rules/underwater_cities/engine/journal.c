/* Writing the steps of the journal. */
#include "rules/underwater_cities/engine/journal.h"

#include "rules/underwater_cities/engine/board.h"

struct journal_place place_of_piece(int seat, enum piece piece, int site)
{
    return place_at(piece == TUNNEL  ? PLACE_TUNNEL
                    : piece & CITIES ? PLACE_CITY
                                     : PLACE_SITE,
                    seat, site);
}

void journal_write(enum journal_type type, int seat, int what, int n,
                   seat_set seen_by)
{
    recorder_add((struct journal_step){.type = (uint8_t)type,
                                       .seat = (int8_t)seat,
                                       .seen_by = seen_by,
                                       .what = (int16_t)what,
                                       .n = (int16_t)n});
}

void journal_write_move(enum journal_type type, int seat, int what,
                        struct journal_place from, struct journal_place to,
                        seat_set seen_by)
{
    recorder_add((struct journal_step){.type = (uint8_t)type,
                                       .seat = (int8_t)seat,
                                       .seen_by = seen_by,
                                       .from = from,
                                       .to = to,
                                       .what = (int16_t)what});
}

void journal_list(const struct uwc_state *s, enum journal_type type, int seat,
                  int n, const uint8_t *list, size_t length, seat_set seen_by)
{
    if (recorder_is_on(s))
        recorder_add_list((struct journal_step){.type = (uint8_t)type,
                                                .seat = (int8_t)seat,
                                                .seen_by = seen_by,
                                                .n = (int16_t)n},
                          list, length);
}

void journal_connections(const struct uwc_state *s, int seat,
                         const struct seat *before)
{
    const struct seat *now = &s->seat[seat];
    unsigned fresh;

    if (!recorder_is_on(s))
        return;
    fresh = board_productive_tunnels(now) & ~board_productive_tunnels(before) &
            0xffffu;
    for (; fresh; fresh &= fresh - 1)
        journal_move(s, JOURNAL_PRODUCTIVE, seat, TUNNEL, place_of(PLACE_NONE),
                     place_at(PLACE_TUNNEL, seat, __builtin_ctz(fresh)));
    fresh = board_connected(now) & ~board_connected(before) & 0xffffu;
    for (; fresh; fresh &= fresh - 1)
        journal_move(s, JOURNAL_CONNECT, seat, CITY, place_of(PLACE_NONE),
                     place_at(PLACE_CITY, seat, __builtin_ctz(fresh)));
    fresh = board_metropolises(now) & ~board_metropolises(before);
    for (; fresh; fresh &= fresh - 1)
        journal_move(s, JOURNAL_CONNECT, seat, 0, place_of(PLACE_NONE),
                     place_at(PLACE_METROPOLIS, seat, __builtin_ctz(fresh)));
}
