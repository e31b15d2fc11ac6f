/* The list of commands. */
#include "cli/cli.h"

const struct flag no_flags[] = {{NULL, NULL, NULL, NULL}};

/* clang-format off */
const struct command commands[] = {
    {"play", "GAME", "play a match in this terminal, alone or against bots",
     "Seats that --bots does not fill are yours.  At your turn give the number\n"
     "of a move or its notation; \"?\" lists the other words.",
     play_flags, play_run},
    {"simulate", "GAME", "let bots play many matches and report the totals",
     "The bots change seats from match to match.  The same seed gives the same\n"
     "matches, whatever the number of jobs.",
     simulate_flags, simulate_run},
    {"balance", "GAME", "one bot against itself: are seats and cards worth the same?",
     "The report is Markdown.  An option that does not go with the number of\n"
     "seats keeps its default there.",
     balance_flags, balance_run},
    {"replay", "RECORD", "verify a record file and show where it leads",
     NULL, replay_flags, replay_run},
    {"position", "FILE", "show a position, its legal moves, and where moves lead",
     "FILE (- is standard input) is JSON: what GET /v1/matches/M/position gives,\n"
     "or what --position of play, simulate and replay writes.",
     position_flags, position_run},
    {"demo", "", "four accounts play a whole match over HTTP",
     "Needs a running service.  Every player sees only what the service shows\n"
     "to its seat; from that its bot imagines a position, chooses, and sends\n"
     "the move.  Afterwards the record is fetched and replayed.",
     demo_flags, demo_run},
    {"ratings", "rebuild", "compute ratings and statistics again from the matches",
     "Everything that was written when matches were settled is computed again\n"
     "in the same order and compared, bit for bit; what differs is replaced.\n"
     "The service may run meanwhile: it settles nothing until this is done.",
     ratings_flags, ratings_run},
    {"games", "", "list the games and the options of their matches", NULL,
     no_flags, games_run},
    {"bots", "", "list the bots", NULL, no_flags, bots_run},
    {NULL, NULL, NULL, NULL, NULL, NULL},
};
/* clang-format on */
