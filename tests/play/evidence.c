/* Which matches are short. */
#include "play/ladder/evidence.h"

#include "play/match/event.h"
#include "rules/game.h"

#include <criterion/criterion.h>
#include <string.h>

/* Events in words: a and b decide, A and B take back all that they decided
 * since the last digit, R is a resignation of b. */
static bool is_short(const struct game *game, const char *story)
{
    struct match_event events[64];
    uint32_t since = 0;
    size_t count = 0;

    memset(events, 0, sizeof events);
    events[count++] =
        (struct match_event){.seq = 1, .kind = EVENT_START, .seat = -1};
    for (; *story; story++) {
        struct match_event *event = &events[count];

        if (*story == '0') {
            since = (uint32_t)count;
            continue;
        }
        event->seq = (uint32_t)++count;
        event->seat = *story == 'a' || *story == 'A' ? 0 : 1;
        event->kind = *story == 'R'                    ? EVENT_RESIGN
                      : *story == 'A' || *story == 'B' ? EVENT_UNDO
                                                       : EVENT_MOVE;
        event->to_seq = since;
    }
    return match_is_short(game, 2, events, count);
}

Test(evidence, a_match_is_short_until_a_tenth_of_it_was_played)
{
    static const struct {
        const char *story;
        bool is_short;
    } cases[] = {
        {"R", true},
        {"abR", true},
        {"abaaaR", true},
        {"aaaaaaaabR", true}, /* the opening is as long as it takes */
        {"abaaaaR", false},
        {"ababababR", false},
        {"abaa0aaAR", true}, /* taken back */
        {"abaa0aaAaaR", false},
        {"abaa0aaBR", false}, /* another seat's decisions stay */
        {"aaaaaR", true},     /* b never decided */
    };
    struct game game = {.usual_decisions = {0, 40}};

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        cr_expect_eq(is_short(&game, cases[i].story), cases[i].is_short, "%s",
                     cases[i].story);
}
