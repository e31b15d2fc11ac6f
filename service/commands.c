/* The table of commands. */
#include "commands.h"

#include <string.h>

#define DATABASE "database log-level"
#define NODE     DATABASE " database-pooler database-connections"
#define OPERATOR "by why"

/* clang-format off */
const struct command fathomd_commands[] = {
    {"serve", "", "run the service until a signal stops it (default)",
     NULL, NULL, serve_command, 0},
    {"migrate", "", "migrate the database schema",
     DATABASE, "--migrate-only", migrate_command, 0},
    {"health", "", "exit 0 if the running service is healthy",
     "listen admin-listen log-level", "--healthcheck", health_command, 0},
    {"ready", "", "exit 0 if the running service is ready for clients (needs --admin-listen)",
     "admin-listen log-level", "--readycheck", ready_command, 0},
    {"archive", "", "archive all matches that ended more than --archive-days ago",
     NODE " archive-days", "--archive-now", archive_command, 0},
    {"unarchive", "", "move all archived matches back to the live tables",
     NODE, "--unarchive", unarchive_command, 0},
    {"check-ratings", "", "recompute all ratings and statistics from the matches and compare them bit for bit with the stored ones; exit 1 if any differ",
     DATABASE, NULL, check_ratings_command, 0},
    {"rebuild-ratings", "", "recompute all ratings and statistics from the matches and replace the stored ones that differ; running nodes rate no matches meanwhile",
     DATABASE, NULL, rebuild_ratings_command, 0},
    {"pairs", "", "print which accounts met most often in rated matches of this season, and how those ended",
     DATABASE, NULL, pairs_command, 0},
    {"grant-admin", "NAME", "grant administrator rights, effective from the next sign-in",
     NODE " " OPERATOR, "--grant-admin", operate_command, OPERATOR_GRANT_ADMIN},
    {"revoke-admin", "NAME", "remove administrator rights and revoke admin tokens",
     NODE " " OPERATOR, "--revoke-admin", operate_command, OPERATOR_REVOKE_ADMIN},
    {"ban", "NAME", "ban the account: it cannot sign in; its sessions and tokens are revoked and its challenges cancelled",
     NODE " " OPERATOR, "--ban", operate_command, OPERATOR_BAN},
    {"unban", "NAME", "lift the ban",
     NODE " " OPERATOR, "--unban", operate_command, OPERATOR_UNBAN},
    {"end-sessions", "NAME", "revoke all sessions and tokens of the account",
     NODE " " OPERATOR, "--end-sessions", operate_command, OPERATOR_END_SESSIONS},
    {"reset-password", "NAME", "set a new random password, print it, and revoke all sessions and tokens",
     NODE " " OPERATOR " password-memory-kib password-passes password-threads",
     "--reset-password", operate_command, OPERATOR_RESET_PASSWORD},
    {"abort-match", "MATCH", "abort an open or running match, without a result",
     NODE " " OPERATOR, "--abort-match", operate_command, OPERATOR_ABORT_MATCH},
    {"annul", "MATCH", "take a rated match that is over out of the ladder, and recompute all ratings and statistics without it; running nodes rate no matches meanwhile",
     DATABASE " " OPERATOR, NULL, annul_command, OPERATOR_ANNUL_MATCH},
    {NULL, NULL, NULL, NULL, NULL, NULL, 0},
};
/* clang-format on */

/* Is the name in a list of names with spaces between them? */
static bool is_listed(const char *list, const char *name)
{
    const size_t length = strlen(name);

    for (list += strspn(list, " "); *list; list += strspn(list, " ")) {
        const size_t n = strcspn(list, " ");

        if (n == length && memcmp(list, name, n) == 0)
            return true;
        list += n;
    }
    return false;
}

bool command_takes(const struct command *command, const char *setting)
{
    return command->settings ? is_listed(command->settings, setting)
                             : !is_listed(OPERATOR, setting);
}
