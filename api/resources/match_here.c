/* Reading a match on whatever thread a request is. */
#include "api/resources/match_here.h"

enum play_err read_position(const struct request *request, int seat,
                            uint32_t min_seq, struct match_position *out)
{
    struct play *play = request->play;
    const struct player *player = request->player;
    const char *id = request->path[0];

    if (match_read_at_once(play, player, id, seat, min_seq, out))
        return PLAY_OK;
    return request->stage == STAGE_AT_ONCE
               ? PLAY_SLOW
               : match_read(play, player, id, seat, min_seq, out);
}

enum play_err catch_up(const struct request *request, uint32_t min_seq)
{
    struct match_sight sight;

    if (request->stage != STAGE_AT_ONCE)
        return match_catch_up(request->play, request->path[0], min_seq);
    return match_glance(request->play, request->player, request->path[0],
                        MATCH_OWN_SEAT, &sight) &&
                   sight.seq >= min_seq
               ? PLAY_OK
               : PLAY_SLOW;
}
