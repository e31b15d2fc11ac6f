/* The list of bots. */
#include "bots/bot.h"

#include <string.h>

/* clang-format off */
const struct bot bots[] = {
    {"random", "Plays any legal move, each as likely as the others.",
     random_choose, NULL, false},
    {"greedy", "Looks ahead to the end of its turn and takes what is worth "
               "most then.", greedy_choose, NULL, false},
    {"search", "Plays the coming turns out in many worlds that its seat cannot "
               "tell apart.", search_choose, search_within, true},
    {NULL, NULL, NULL, NULL, false},
};
/* clang-format on */

const struct bot *bot_find(const char *name)
{
    for (const struct bot *bot = bots; bot->name; bot++)
        if (!strcmp(bot->name, name))
            return bot;
    return NULL;
}
