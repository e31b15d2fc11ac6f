/* The configuration: one table, from which everything else here follows. */
#include "config.h"

#include "api/http/client_ip.h"
#include "api/http/cors.h"
#include "api/http/listen.h"
#include "api/http/rate_limit.h"
#include "base/text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind {
    ADDRESS,        /* host:port */
    ADDRESS_OR_OFF, /* host:port or "off" */
    TEXT,
    ORIGINS, /* a list, see cors.h */
    NUMBER,  /* min to max */
    RATE,    /* quota/seconds, or 0 */
    WORD,    /* one of words, kept as its index */
};

struct setting {
    const char *name;
    enum kind kind;
    const char *fallback;
    size_t offset; /* in struct config */
    long min, max;
    const char *words;   /* WORD: "no yes" */
    const char *meaning; /* NULL: for tests; --help leaves it out */
};

#define AT(member) offsetof(struct config, member)

/* clang-format off */
static const struct setting settings[] = {
    {"listen", ADDRESS, "127.0.0.1:8080", AT(listen), 0, 0, 0,
     "address for clients: host:port, [IPv6]:port or :port; port 0 picks a free port"},
    {"admin-listen", ADDRESS_OR_OFF, "off", AT(admin_listen), 0, 0, 0,
     "address for health checks and metrics: host:port, or off"},
    {"database", TEXT, "", AT(database), 0, 0, 0,
     "PostgreSQL: a libpq connection string; defaults come from PGHOST and the other libpq variables"},
    {"database-pooler", TEXT, "", AT(database_pooler), 0, 0, 0,
     "the same database through a pooler in transaction mode, such as PgBouncer: most connections use it; connections that write moves, listen or migrate still use --database"},
    {"database-connections", NUMBER, "8", AT(database_connections), 1, 200, 0,
     "connections to PostgreSQL for reading; two more are used to write and to listen"},
    {"migrate", WORD, "yes", AT(migrate), 0, 0, "no yes",
     "migrate the database schema at start; no: wait until it has been migrated (--migrate-only)"},
    {"log-level", WORD, "info", AT(log_level), 0, 0, "error warn info debug",
     "lowest level that is logged to stderr, as one JSON object per line"},
    {"http-threads", NUMBER, "2", AT(http_threads), 2, 64, 0,
     "threads that read and write HTTP connections"},
    {"workers", NUMBER, "8", AT(workers), 1, 256, 0,
     "threads that process requests and wait for the database; one client can use at most half of them"},
    {"slow-workers", NUMBER, "2", AT(slow_workers), 1, 64, 0,
     "lower-priority threads for long requests: replays, exports, records, sandboxes; one client can use one of them at a time"},
    {"connections", NUMBER, "4096", AT(connections), 16, 100000, 0,
     "maximum number of client connections"},
    {"connections-per-address", NUMBER, "512", AT(connections_per_address), 0, 100000, 0,
     "maximum number of connections from one address, so that one client cannot use them all; 0: no separate limit. Not enforced with --trusted-proxies, because all connections then come from the proxy"},
    {"trusted-proxies", NUMBER, "0", AT(trusted_proxies), 0, PEER_PROXIES_MAX, 0,
     "number of trusted reverse proxies in front of this node; the client address is that many entries from the right of X-Forwarded-For (0: use the TCP peer address)"},
    {"cors-origins", ORIGINS, "", AT(cors_origins), 0, 0, 0,
     "origins whose pages may read responses (CORS), for example \"https://a.example http://localhost:3000\", or *"},
    {"rate-address", RATE, "15000/10", AT(rate_address), 0, 0, 0,
     "budget for all requests from one address, units/seconds: a request costs 1, plus 1 for each 0.1 ms of processor time; 0: no limit, here and below"},
    {"rate-token", RATE, "10000/10", AT(rate_token), 0, 0, 0,
     "budget for all requests with the tokens of one account"},
    {"rate-match", RATE, "5000/10", AT(rate_match), 0, 0, 0,
     "budget for moves, undos, previews and similar requests of one account in one match"},
    {"rate-sign-in", RATE, "60/60", AT(rate_sign_in), 0, 0, 0,
     "requests with a password, from one address or with one token"},
    {"rate-registration", RATE, "20/240", AT(rate_registration), 0, 0, 0,
     "accounts created from one address: by default 20 at once, then 5 per minute"},
    {"rate-export", RATE, "5/86400", AT(rate_export), 0, 0, 0,
     "exports (GET /v1/me/export) by one account"},
    {"streams", NUMBER, "2000", AT(streams), 1, 100000, 0,
     "maximum number of open event streams; at most half of --connections"},
    {"long-polls", NUMBER, "1000", AT(long_polls), 1, 100000, 0,
     "maximum number of requests waiting for events (long polls), in addition to the streams; at most a quarter of --connections"},
    {"request-seconds", NUMBER, "15", AT(request_seconds), 1, 600, 0,
     "seconds a client may take to send a request or to read a response"},
    {"replay-ms", NUMBER, "100", AT(replay_ms), 1, 60000, 0,
     "processor time, in ms, for verifying a submitted record"},
    {"history-ms", NUMBER, "250", AT(replay_cpu_ms), 1, 60000, 0,
     "processor time, in ms, that a request may use to replay a match"},
    {"heartbeat-seconds", NUMBER, "15", AT(heartbeat_seconds), 1, 300, 0,
     "interval at which an event stream sends a comment and its token is checked again"},
    {"stream-seconds", NUMBER, "600", AT(stream_seconds), 1, 86400, 0,
     "lifetime of an event stream, plus or minus a tenth; the client then reconnects"},
    {"lame-duck-seconds", NUMBER, "0", AT(lame_duck_seconds), 0, 600, 0,
     "time the service keeps serving after a stop signal while /readyz returns 503, so that proxies send new clients elsewhere; a second signal ends it"},
    {"drain-seconds", NUMBER, "10", AT(drain_seconds), 0, 600, 0,
     "maximum time a shutdown waits for clients to read their responses"},
    {"matches-cached", NUMBER, "10000", AT(matches_cached), 16, 10000000, 0,
     "maximum number of matches cached in memory"},
    {"views-mebibytes", NUMBER, "64", AT(reply_cache_mebibytes), 0, 100000, 0,
     "memory for cached responses about matches, in MiB; 0: no cache"},
    {"password-memory-kib", NUMBER, "19456", AT(password_memory_kib), 8, 4194304, 0,
     "memory for hashing one password (argon2id), in KiB; use less than 19456 only in tests"},
    {"password-passes", NUMBER, "2", AT(password_passes), 1, 100, 0,
     "number of passes over that memory; use 1 only in tests"},
    {"password-threads", NUMBER, "0", AT(password_threads), 0, 64, 0,
     "threads that hash passwords for requests without a token; 0: half the processors, 1 to 8. One more thread serves requests with a token"},
    {"session-days", NUMBER, "30", AT(session_days), 1, 365, 0,
     "lifetime of a session token, in days"},
    {"season-days", NUMBER, "91", AT(season_days), 1, 3660, 0,
     "length of a season of ranked play; a change applies from the next season on"},
    {"ladder-matches", NUMBER, "10", AT(ladder_matches), 1, 1000, 0,
     "rated matches in a season that a player needs to be on the leaderboard; a change applies from the next season on"},
    {"grace-seconds", NUMBER, "60", AT(grace_seconds), 0, 3600, 0,
     "time after a start or an outage during which no player loses a seat by timeout"},
    {"archive-days", NUMBER, "90", AT(archive_days), 0, 36500, 0,
     "days after which finished matches are moved to the archive, with no visible change for clients; 0: never"},
    {"bots", WORD, "yes", AT(bots), 0, 0, "no yes",
     "whether this node plays the moves of the built-in bots"},
    {"live-matches", NUMBER, "200", AT(live_matches), 0, 1000000, 0,
     "unfinished matches created by one account; 0: no limit, here and below"},
    {"open-matches", NUMBER, "20", AT(open_matches), 0, 1000000, 0,
     "of these, matches waiting for players"},
    {"sandbox-matches", NUMBER, "50", AT(sandbox_matches), 0, 1000000, 0,
     "of these, matches that start from a given position (sandboxes)"},
    {"bot-matches", NUMBER, "8", AT(bot_matches), 0, 1000000, 0,
     "of these, matches with a built-in bot"},
    {"bot-only-matches", NUMBER, "2", AT(bot_only_matches), 0, 1000000, 0,
     "of these, matches without a player"},
    {"challenges-per-day", NUMBER, "100", AT(challenges_per_day), 0, 1000000, 0,
     "challenges made by one account in 24 hours"},
    {"open-days", NUMBER, "7", AT(open_days), 0, 36500, 0,
     "days of inactivity after which a match waiting for players is aborted; 0: never, here and below"},
    {"sandbox-days", NUMBER, "30", AT(sandbox_days), 0, 36500, 0,
     "the same for a running sandbox"},
    {"idle-days", NUMBER, "90", AT(idle_days), 0, 36500, 0,
     "the same for any other running match without a clock"},
    {"hidden-games", WORD, "no", AT(hidden_games), 0, 0, "no yes", NULL},
    {"by", TEXT, "", AT(by), 0, 0, 0,
     "name of the operator who runs a command on an account or a match, stored with the action"},
    {"why", TEXT, "", AT(why), 0, 0, 0,
     "reason for the command, stored with the action"},
};
/* clang-format on */

enum { SETTINGS = sizeof settings / sizeof *settings };

/* Settings of earlier versions.  They are reported as errors, because ignoring
 * them would leave an operator to believe that they hold. */
static const struct {
    const char *name, *instead;
} gone[] = {
    {"password-cost", "passwords are now hashed with argon2id; set "
                      "--password-memory-kib and --password-passes"},
};

enum { GONE = sizeof gone / sizeof *gone };

static const struct {
    const char *flag;
    enum config_command command;
    const char *meaning;
} commands[] = {
    {"--migrate-only", CONFIG_MIGRATE, "migrate the database schema and exit"},
    {"--healthcheck", CONFIG_HEALTH,
     "exit 0 if the running service is healthy"},
    {"--readycheck", CONFIG_READY,
     "exit 0 if the running service is ready for clients (needs "
     "--admin-listen)"},
    {"--archive-now", CONFIG_ARCHIVE,
     "archive all matches that ended more than --archive-days ago, and exit"},
    {"--unarchive", CONFIG_UNARCHIVE,
     "move all archived matches back to the live tables, and exit"},
    {"--help", CONFIG_HELP, "print this help"},
    {"--version", CONFIG_VERSION, "print the version"},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

/* Commands of operators: each acts on one account or match. */
static const struct {
    const char *flag;
    enum operator_what what;
    const char *subject, *meaning;
} operations[] = {
    {"--grant-admin", OPERATOR_GRANT_ADMIN, "NAME",
     "grant administrator rights, effective from the next sign-in"},
    {"--revoke-admin", OPERATOR_REVOKE_ADMIN, "NAME",
     "remove administrator rights and revoke admin tokens"},
    {"--ban", OPERATOR_BAN, "NAME",
     "ban the account: it cannot sign in; its sessions and tokens are revoked "
     "and its challenges cancelled"},
    {"--unban", OPERATOR_UNBAN, "NAME", "lift the ban"},
    {"--end-sessions", OPERATOR_END_SESSIONS, "NAME",
     "revoke all sessions and tokens of the account"},
    {"--reset-password", OPERATOR_RESET_PASSWORD, "NAME",
     "set a new random password, print it, and revoke all sessions and tokens"},
    {"--abort-match", OPERATOR_ABORT_MATCH, "MATCH",
     "abort an open or running match, without a result"},
};

enum { OPERATIONS = sizeof operations / sizeof *operations };

/* "request-seconds" to "FATHOM_REQUEST_SECONDS". */
static void environment_name(const char *name, char *out, size_t size)
{
    size_t at = (size_t)snprintf(out, size, "FATHOM_");

    for (; *name && at + 1 < size; name++)
        out[at++] = *name == '-' ? '_' : (char)toupper((unsigned char)*name);
    out[at] = '\0';
}

/* ---- one value ---- */

static bool is_address(const char *text)
{
    char host[256], port[6];

    return listen_parse(text, host, sizeof host, port);
}

static bool read_number(const struct setting *setting, const char *text,
                        long *out)
{
    char *end;
    long value = strtol(text, &end, 10);

    if (end == text || *end != '\0' || value < setting->min ||
        value > setting->max)
        return false;
    *out = value;
    return true;
}

static bool read_word(const char *words, const char *text, long *out)
{
    size_t length = strlen(text);

    *out = 0;
    for (const char *word = words; *word; (*out)++) {
        size_t n = strcspn(word, " ");

        if (n == length && strncmp(word, text, n) == 0)
            return true;
        word += n + strspn(word + n, " ");
    }
    return false;
}

/* "20000/10" or "0". */
static bool read_rate(const char *text, struct config_rate *out)
{
    char *end;

    *out = (struct config_rate){.quota = strtol(text, &end, 10)};
    if (end == text || *text == '-')
        return false;
    if (out->quota == 0)
        return *end == '\0';
    if (*end != '/')
        return false;
    text = end + 1;
    out->window_s = strtol(text, &end, 10);
    return end != text && *end == '\0' && out->quota <= LIMIT_QUOTA_MAX &&
           out->window_s >= 1 && out->window_s <= LIMIT_WINDOW_MAX_S;
}

static bool set_value(struct config *config, const struct setting *setting,
                      const char *text)
{
    char *at = (char *)config + setting->offset;
    bool is_good = true;
    struct config_rate rate;
    long number = 0;

    switch (setting->kind) {
    case ADDRESS: is_good = is_address(text) || listen_is_passed(text); break;
    case ADDRESS_OR_OFF:
        is_good = strcmp(text, "off") == 0 || is_address(text);
        break;
    case TEXT: break;
    case ORIGINS: is_good = cors_list_is_valid(text); break;
    case NUMBER: is_good = read_number(setting, text, &number); break;
    case RATE: is_good = read_rate(text, &rate); break;
    case WORD: is_good = read_word(setting->words, text, &number); break;
    }
    if (setting->kind == RATE)
        memcpy(at, &rate, sizeof rate);
    else if (setting->kind == NUMBER || setting->kind == WORD)
        memcpy(at, &number, sizeof number);
    else
        memcpy(at, &text, sizeof text);
    return is_good;
}

static bool refuse(const struct setting *setting, const char *from,
                   const char *text, char *why, size_t size)
{
    switch (setting->kind) {
    case ADDRESS:
        snprintf(why, size,
                 "%s is \"%s\": it must be host:port with a port of 0 to "
                 "65535, as in 127.0.0.1:8080.",
                 from, text);
        break;
    case ADDRESS_OR_OFF:
        snprintf(why, size,
                 "%s is \"%s\": it must be off or host:port, as in "
                 "127.0.0.1:9090.",
                 from, text);
        break;
    case TEXT: snprintf(why, size, "%s is not text.", from); break;
    case ORIGINS:
        snprintf(why, size,
                 "%s is \"%s\": it must be a list of origins as browsers "
                 "send them, such as https://a.example, or *.",
                 from, text);
        break;
    case RATE:
        snprintf(why, size,
                 "%s is \"%s\": it must be quota/seconds, as in 100/10, "
                 "up to %d/%d, or 0.",
                 from, text, LIMIT_QUOTA_MAX, LIMIT_WINDOW_MAX_S);
        break;
    case NUMBER:
        snprintf(why, size,
                 "%s is \"%s\": it must be a whole number from %ld to %ld.",
                 from, text, setting->min, setting->max);
        break;
    case WORD:
        snprintf(why, size, "%s is \"%s\": it must be one of: %s.", from, text,
                 setting->words);
        break;
    }
    return false;
}

/* ---- all of them ---- */

/* What a file holds, without the end of its last line; held by the config.
 * NULL: why says. */
static const char *read_file(struct config *config, const char *name,
                             const char *path, char *why, size_t size)
{
    enum { VALUE_MAX = 4096 };
    char *text = calloc(1, VALUE_MAX + 1);
    FILE *file = text ? fopen(path, "re") : NULL;
    size_t length = file ? fread(text, 1, VALUE_MAX, file) : 0;
    bool is_read = file && !ferror(file) && length < VALUE_MAX;

    if (file)
        fclose(file);
    if (!is_read) {
        snprintf(why, size, "%s: \"%s\" cannot be read%s.", name, path,
                 length == VALUE_MAX ? ", it is too long" : "");
        free(text);
        return NULL;
    }
    while (length > 0 && (text[length - 1] == '\n' || text[length - 1] == '\r'))
        text[--length] = '\0';
    config->held[config->held_count++] = text;
    return text;
}

/* One setting from FATHOM_NAME, or from the file that FATHOM_NAME_FILE names.
 */
static bool read_variable(struct config *config, const struct setting *setting,
                          const char *(*environment)(const char *name),
                          char *why, size_t size)
{
    char name[64], file_name[72];

    environment_name(setting->name, name, sizeof name);
    snprintf(file_name, sizeof file_name, "%s_FILE", name);
    const char *text = environment(name);
    const char *path = environment(file_name);

    if (text && path) {
        snprintf(why, size, "%s and %s are both set: unset one.", name,
                 file_name);
        return false;
    }
    if (path) {
        text = read_file(config, file_name, path, why, size);
        if (!text)
            return false;
    }
    return !text || set_value(config, setting, text) ||
           refuse(setting, path ? file_name : name, text, why, size);
}

static bool refuse_gone(const char *from, size_t which, char *why, size_t size)
{
    snprintf(why, size, "The setting %s no longer exists: %s.", from,
             gone[which].instead);
    return false;
}

static bool read_environment(struct config *config,
                             const char *(*environment)(const char *name),
                             char *why, size_t size)
{
    _Static_assert((int)SETTINGS <= (int)CONFIG_FILES_MAX,
                   "each may come from a file");
    for (size_t i = 0; i < SETTINGS; i++)
        set_value(config, &settings[i], settings[i].fallback);
    for (size_t i = 0; i < SETTINGS; i++)
        if (!read_variable(config, &settings[i], environment, why, size))
            return false;
    for (size_t i = 0; i < GONE; i++) {
        char name[64];

        environment_name(gone[i].name, name, sizeof name);
        if (environment(name))
            return refuse_gone(name, i, why, size);
    }
    return true;
}

void config_free(struct config *config)
{
    while (config->held_count > 0)
        free(config->held[--config->held_count]);
}

static bool read_command(struct config *config, const char *flag)
{
    for (size_t i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i].flag, flag) == 0) {
            config->command = commands[i].command;
            return true;
        }
    return false;
}

/* *i moves on to what it acts on. */
static bool read_operation(struct config *config, int argc, char **argv, int *i)
{
    for (size_t n = 0; n < OPERATIONS; n++)
        if (strcmp(operations[n].flag, argv[*i]) == 0) {
            config->command = CONFIG_OPERATE;
            config->operation = operations[n].what;
            config->subject = *i + 1 < argc ? argv[++*i] : NULL;
            return true;
        }
    return false;
}

/* Does the flag, "--name" or "--name=value", set this? */
static bool flag_is(const char *flag, const char *name)
{
    size_t length = strlen(name);

    return strncmp(flag, "--", 2) == 0 && strcspn(flag + 2, "=") == length &&
           strncmp(flag + 2, name, length) == 0;
}

static const struct setting *find_setting(const char *flag)
{
    for (size_t i = 0; i < SETTINGS; i++)
        if (flag_is(flag, settings[i].name))
            return &settings[i];
    return NULL;
}

/* --name value or --name=value; *i moves on to what was read. */
static bool read_flag(struct config *config, int argc, char **argv, int *i,
                      char *why, size_t size)
{
    const char *flag = argv[*i];
    const struct setting *setting = find_setting(flag);

    for (size_t n = 0; n < GONE; n++)
        if (flag_is(flag, gone[n].name))
            return refuse_gone(flag, n, why, size);
    if (!setting) {
        snprintf(why, size, "%s is not a flag of fathomd; see fathomd --help.",
                 flag);
        return false;
    }
    const char *text = strchr(flag, '=');

    text = text ? text + 1 : *i + 1 < argc ? argv[++*i] : NULL;
    if (!text) {
        snprintf(why, size, "%s needs a value.", flag);
        return false;
    }
    if (set_value(config, setting, text))
        return true;
    char from[64];

    snprintf(from, sizeof from, "--%s", setting->name);
    return refuse(setting, from, text, why, size);
}

static bool check_operation(const struct config *config, char *why, size_t size)
{
    if (!config->subject) {
        snprintf(why, size,
                 config->operation == OPERATOR_ABORT_MATCH
                     ? "The id of a match is missing."
                     : "The name of an account is missing.");
        return false;
    }
    if (strlen(config->by) > OPERATOR_TEXT_MAX ||
        strlen(config->why) > OPERATOR_TEXT_MAX) {
        snprintf(why, size, "--by and --why take at most %d bytes.",
                 OPERATOR_TEXT_MAX);
        return false;
    }
    return true;
}

bool config_read(struct config *config, int argc, char **argv,
                 const char *(*environment)(const char *name), char *why,
                 size_t why_size)
{
    *config = (struct config){.command = CONFIG_SERVE};
    if (!read_environment(config, environment, why, why_size))
        return false;
    for (int i = 1; i < argc; i++)
        if (!read_command(config, argv[i]) &&
            !read_operation(config, argc, argv, &i) &&
            !read_flag(config, argc, argv, &i, why, why_size))
            return false;
    if (config->command == CONFIG_OPERATE &&
        !check_operation(config, why, why_size))
        return false;
    if (config->command == CONFIG_ARCHIVE && config->archive_days == 0) {
        snprintf(why, why_size,
                 "--archive-days is 0, so no match is ever old enough: "
                 "--archive-now requires at least 1 day.");
        return false;
    }
    if (config->streams > config->connections / 2)
        config->streams = config->connections / 2;
    if (config->long_polls > config->connections / 4)
        config->long_polls = config->connections / 4;
    return true;
}

char *config_help(void)
{
    struct text text = {0};
    char name[64];
    size_t length;

    text_add_string(&text, "fathomd: the game service\n\n");
    for (size_t i = 0; i < COMMANDS; i++)
        text_printf(&text, "  %-16s %s\n", commands[i].flag,
                    commands[i].meaning);
    text_add_string(&text,
                    "\nCommands for operators; --by and --why record who gave "
                    "the command and why.\nNAME is the name or the id of "
                    "an account:\n\n");
    for (size_t i = 0; i < OPERATIONS; i++)
        text_printf(&text, "  %s %s\n      %s\n", operations[i].flag,
                    operations[i].subject, operations[i].meaning);
    text_add_string(&text,
                    "\nSettings, as flags or environment variables"
                    " (FATHOM_NAME_FILE names a file with the value):\n\n");
    for (size_t i = 0; i < SETTINGS; i++) {
        const struct setting *s = &settings[i];

        if (!s->meaning)
            continue;
        environment_name(s->name, name, sizeof name);
        text_printf(&text, "  --%s  %s\n      %s", s->name, name, s->meaning);
        if (s->kind == NUMBER)
            text_printf(&text, " (%ld to %ld)", s->min, s->max);
        if (s->kind == WORD)
            text_printf(&text, " (%s)", s->words);
        text_printf(&text, " [%s]\n", s->fallback);
    }
    return text_take(&text, &length);
}
