/* The list of commands. */
#include "cli/cli.h"

const struct flag no_flags[] = {{NULL, NULL, NULL, NULL}};

/* clang-format off */
const struct command commands[] = {
    {"play", "GAME", "play a match in this terminal, alone or against bots",
     "You play the seats that --bots does not fill.  On your turn, enter the\n"
     "number of a move or its notation; \"?\" lists the other commands.",
     play_flags, play_run},
    {"simulate", "GAME", "play many matches between bots and report the totals",
     "The bots change seats from match to match.  The same seed gives the same\n"
     "matches for any number of jobs.",
     simulate_flags, simulate_run},
    {"balance", "GAME", "measure the balance of seats and cards: one bot against itself",
     "The report is Markdown.  An option that is not allowed with a number of\n"
     "seats keeps its default there.",
     balance_flags, balance_run},
    {"replay", "RECORD", "verify a record file and show the resulting position",
     NULL, replay_flags, replay_run},
    {"position", "FILE", "show a position, its legal moves, and the result of moves",
     "FILE (- for standard input) is JSON as returned by\n"
     "GET /v1/matches/M/position or written by --position of play, simulate\n"
     "and replay.",
     position_flags, position_run},
    {"demo", "", "play a complete match over HTTP with four accounts",
     "Requires a running service.  Each player sees only the view of its seat;\n"
     "its bot samples a position that fits the view, chooses a move and sends\n"
     "it.  At the end the record is downloaded and replayed.",
     demo_flags, demo_run},
    {"ratings", "rebuild", "recompute ratings and statistics from the matches",
     "Recomputes all ratings and statistics in the original order, compares\n"
     "them bit for bit with the stored rows and replaces those that differ.\n"
     "The service may keep running; it rates no matches until this is done.",
     ratings_flags, ratings_run},
    {"games", "", "list the games and the options of their matches", NULL,
     no_flags, games_run},
    {"bots", "", "list the bots", NULL, no_flags, bots_run},
    {NULL, NULL, NULL, NULL, NULL, NULL},
};
/* clang-format on */
