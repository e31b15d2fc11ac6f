/* The turns of the commands of a match. */
#include "play/match/turns.h"

#include "play/match/cache.h"
#include "play/match/command.h"
#include "play/node/id.h"

#include <pthread.h>

enum {
    WAITING_MAX = 256,         /* commands that may wait for one match */
    WAITING_PER_ACCOUNT = 128, /* of these, commands of one account */
};

struct command *turn_pass(struct cached_match *entry)
{
    struct command *next;

    pthread_mutex_lock(&entry->lock);
    next = entry->waiting_first;
    if (next) {
        entry->waiting_first = next->next;
        next->next = NULL;
        entry->waiting--;
    }
    entry->round = next ? next->round : 0;
    entry->acting = next;
    pthread_mutex_unlock(&entry->lock);
    return next;
}

/* Under entry->lock: put the command behind the others of its round.  false:
 * it may not wait. */
static bool wait_for_turn(struct cached_match *entry, struct command *command)
{
    struct command **link = &entry->waiting_first;
    unsigned own = 0;

    command->round = entry->round + 1;
    for (const struct command *other = *link; other; other = other->next)
        if (id_equals(&other->actor.account, &command->actor.account)) {
            command->round = other->round + 1;
            own++;
        }
    if (own == WAITING_PER_ACCOUNT || entry->waiting == WAITING_MAX)
        return false;
    while (*link && (*link)->round <= command->round)
        link = &(*link)->next;
    command->next = *link;
    *link = command;
    entry->waiting++;
    return true;
}

bool turn_take(struct cached_match *entry, struct command *command, bool *full)
{
    bool has_turn = false;

    *full = false;
    pthread_mutex_lock(&entry->lock);
    if (!entry->acting) {
        entry->acting = command;
        has_turn = true;
    } else {
        *full = !wait_for_turn(entry, command);
    }
    pthread_mutex_unlock(&entry->lock);
    return has_turn;
}
