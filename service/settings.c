/* The table of settings, and how their values are read. */
#include "settings.h"

#include "api/http/connections/listen.h"
#include "api/http/limits/budget.h"
#include "api/http/limits/client_ip.h"
#include "api/http/responses/cors.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AT(member) offsetof(struct config, member)

/* clang-format off */
const struct setting config_settings[] = {
    {"listen", SETTING_ADDRESS, "127.0.0.1:8080", AT(listen), 0, 0, 0,
     "address for clients: host:port, [IPv6]:port or :port; port 0 picks a free port"},
    {"admin-listen", SETTING_ADDRESS_OR_OFF, "off", AT(admin_listen), 0, 0, 0,
     "address for health checks and metrics: host:port, or off"},
    {"database", SETTING_TEXT, "", AT(database), 0, 0, 0,
     "PostgreSQL: a libpq connection string; defaults come from PGHOST and the other libpq variables"},
    {"database-pooler", SETTING_TEXT, "", AT(database_pooler), 0, 0, 0,
     "the same database through a pooler in transaction mode, such as PgBouncer: most connections use it; connections that write moves, listen or migrate still use --database"},
    {"database-connections", SETTING_NUMBER, "8", AT(database_connections), 1, 200, 0,
     "connections to PostgreSQL for reading; two more are used to write and to listen"},
    {"migrate", SETTING_WORD, "yes", AT(migrate), 0, 0, "no yes",
     "migrate the database schema at start; no: wait until it has been migrated (fathomd migrate)"},
    {"log-level", SETTING_WORD, "info", AT(log_level), 0, 0, "error warn info debug",
     "lowest level that is logged to stderr, as one JSON object per line"},
    {"http-threads", SETTING_NUMBER, "2", AT(http_threads), 2, 64, 0,
     "threads that read and write HTTP connections"},
    {"workers", SETTING_NUMBER, "8", AT(workers), 1, 256, 0,
     "threads that process requests and wait for the database; one client can use at most half of them"},
    {"slow-workers", SETTING_NUMBER, "2", AT(slow_workers), 1, 64, 0,
     "lower-priority threads for long requests: replays, exports, records, sandboxes; one client can use one of them at a time"},
    {"connections", SETTING_NUMBER, "4096", AT(connections), 16, 100000, 0,
     "maximum number of client connections"},
    {"connections-per-address", SETTING_NUMBER, CONNECTIONS_PER_ADDRESS_USUAL, AT(connections_per_address), 0, 100000, 0,
     "maximum number of connections from one address, so that one client cannot use them all; 0: no separate limit. Not enforced with --trusted-proxies, because all connections then come from the proxy"},
    {"trusted-proxies", SETTING_NUMBER, "0", AT(trusted_proxies), 0, CLIENT_IP_PROXIES_MAX, 0,
     "number of trusted reverse proxies in front of this node; the client address is that many entries from the right of X-Forwarded-For (0: use the TCP peer address)"},
    {"cors-origins", SETTING_ORIGINS, "", AT(cors_origins), 0, 0, 0,
     "origins whose pages may read responses (CORS), for example \"https://a.example http://localhost:3000\", or *"},
    {"rate-address", SETTING_RATE, RATE_ADDRESS_USUAL, AT(rate_address), 0, 0, 0,
     "budget for all requests from one address, units/seconds: a request costs 1, plus 1 for each 0.1 ms of processor time; 0: no limit, here and below"},
    {"rate-token", SETTING_RATE, RATE_TOKEN_USUAL, AT(rate_token), 0, 0, 0,
     "budget for all requests with the tokens of one account"},
    {"rate-match", SETTING_RATE, RATE_MATCH_USUAL, AT(rate_match), 0, 0, 0,
     "budget for moves, undos, previews and similar requests of one account in one match"},
    {"rate-sign-in", SETTING_RATE, RATE_SIGN_IN_USUAL, AT(rate_sign_in), 0, 0, 0,
     "requests with a password, from one address or with one token"},
    {"rate-registration", SETTING_RATE, RATE_REGISTRATION_USUAL, AT(rate_registration), 0, 0, 0,
     "accounts created from one address: by default 20 at once, then 5 per minute"},
    {"rate-export", SETTING_RATE, RATE_EXPORT_USUAL, AT(rate_export), 0, 0, 0,
     "exports (GET /v1/me/export) by one account"},
    {"streams", SETTING_NUMBER, "2000", AT(streams), 1, 100000, 0,
     "maximum number of open event streams; at most half of --connections"},
    {"long-polls", SETTING_NUMBER, "1000", AT(long_polls), 1, 100000, 0,
     "maximum number of requests waiting for events (long polls), in addition to the streams; at most a quarter of --connections"},
    {"streams-per-network", SETTING_NUMBER, STREAMS_PER_NETWORK_USUAL, AT(streams_per_network), 2, 100000, 0,
     "streams, and as many long polls, of one address (IPv6: of a /64), whatever the accounts; requests without a token and guests may have half of them"},
    {"request-seconds", SETTING_NUMBER, "15", AT(request_seconds), 1, 600, 0,
     "seconds a client may take to send a request or to read a response"},
    {"idle-seconds", SETTING_NUMBER, "75", AT(idle_seconds), 1, 3600, 0,
     "seconds a connection stays open after a response if no request follows"},
    {"replay-ms", SETTING_NUMBER, "100", AT(replay_ms), 1, 60000, 0,
     "processor time, in ms, for verifying a submitted record"},
    {"history-ms", SETTING_NUMBER, "250", AT(replay_cpu_ms), 1, 60000, 0,
     "processor time, in ms, that a request may use to replay a match"},
    {"heartbeat-seconds", SETTING_NUMBER, "15", AT(heartbeat_seconds), 1, 300, 0,
     "interval at which an event stream sends a comment and its token is checked again"},
    {"stream-seconds", SETTING_NUMBER, "600", AT(stream_seconds), 1, 86400, 0,
     "lifetime of an event stream, plus or minus a tenth; the client then reconnects"},
    {"lame-duck-seconds", SETTING_NUMBER, "0", AT(lame_duck_seconds), 0, 600, 0,
     "time the service keeps serving after a stop signal while /readyz returns 503, so that proxies send new clients elsewhere; a second signal ends it"},
    {"drain-seconds", SETTING_NUMBER, "10", AT(drain_seconds), 0, 600, 0,
     "maximum time a shutdown waits for clients to read their responses"},
    {"matches-cached", SETTING_NUMBER, "10000", AT(matches_cached), 16, 10000000, 0,
     "maximum number of matches cached in memory"},
    {"views-mebibytes", SETTING_NUMBER, "64", AT(reply_cache_mebibytes), 0, 100000, 0,
     "memory for cached responses about matches, in MiB; 0: no cache"},
    {"password-memory-kib", SETTING_NUMBER, "19456", AT(password_memory_kib), 8, 4194304, 0,
     "memory for hashing one password (argon2id), in KiB; use less than 19456 only in tests"},
    {"password-passes", SETTING_NUMBER, "2", AT(password_passes), 1, 100, 0,
     "number of passes over that memory; use 1 only in tests"},
    {"password-threads", SETTING_NUMBER, "0", AT(password_threads), 0, 64, 0,
     "threads that hash passwords for requests without a token; 0: half the processors, 1 to 8. One more thread serves requests with a token"},
    {"session-days", SETTING_NUMBER, "30", AT(session_days), 1, 365, 0,
     "lifetime of a session token, in days"},
    {"season-days", SETTING_NUMBER, "91", AT(season_days), 1, 3660, 0,
     "length of a season of ranked play; a change applies from the next season on"},
    {"ladder-matches", SETTING_NUMBER, "10", AT(ladder_matches), 1, 1000, 0,
     "rated matches in a season that a player needs to be on the leaderboard; a change applies from the next season on"},
    {"ladder-opponents", SETTING_NUMBER, "5", AT(ladder_opponents), 0, 1000, 0,
     "different opponents in a season that a player needs to be on the leaderboard; a change applies from the next season on"},
    {"ladder-queue-opponents", SETTING_NUMBER, "3", AT(ladder_queue_opponents), 0, 1000, 0,
     "of these, opponents that the queue found; a change applies from the next season on"},
    {"grace-seconds", SETTING_NUMBER, "60", AT(grace_seconds), 0, 3600, 0,
     "time after a start or an outage during which no player loses a seat by timeout"},
    {"claim-days", SETTING_NUMBER, "14", AT(claim_days), 0, 36500, 0,
     "days of inactivity in a match without a clock after which an opponent can claim that a player has left it; 0: never"},
    {"archive-days", SETTING_NUMBER, "90", AT(archive_days), 0, 36500, 0,
     "days after which finished matches are moved to the archive, with no visible change for clients; 0: never"},
    {"delete-days", SETTING_NUMBER, "7", AT(delete_days), 0, 36500, 0,
     "days after which aborted matches and ended sandboxes are deleted, except matches that count for the ladder; 0: never"},
    {"database-disk-bytes", SETTING_NUMBER, "0", AT(disk_bytes), 0, 1000000000000000, 0,
     "bytes of disk that the database may fill, for the alert that it will be full; 0: unknown"},
    {"bots", SETTING_WORD, "yes", AT(bots), 0, 0, "no yes",
     "whether this node plays the moves of the built-in bots"},
    {"live-matches", SETTING_NUMBER, "200", AT(live_matches), 0, 1000000, 0,
     "unfinished matches created by one account; 0: no limit, here and below"},
    {"open-matches", SETTING_NUMBER, "20", AT(open_matches), 0, 1000000, 0,
     "of these, matches waiting for players"},
    {"sandbox-matches", SETTING_NUMBER, "50", AT(sandbox_matches), 0, 1000000, 0,
     "of these, matches that start from a given position (sandboxes)"},
    {"bot-matches", SETTING_NUMBER, "8", AT(bot_matches), 0, 1000000, 0,
     "of these, matches with a built-in bot"},
    {"bot-only-matches", SETTING_NUMBER, "2", AT(bot_only_matches), 0, 1000000, 0,
     "of these, matches without a player"},
    {"challenges-per-day", SETTING_NUMBER, "100", AT(challenges_per_day), 0, 1000000, 0,
     "challenges made by one account in 24 hours"},
    {"open-days", SETTING_NUMBER, "7", AT(open_days), 0, 36500, 0,
     "days of inactivity after which a match waiting for players is aborted; 0: never, here and below"},
    {"sandbox-days", SETTING_NUMBER, "30", AT(sandbox_days), 0, 36500, 0,
     "the same for a running sandbox"},
    {"idle-days", SETTING_NUMBER, "90", AT(idle_days), 0, 36500, 0,
     "the same for any other running match without a clock"},
    {"hidden-games", SETTING_WORD, "no", AT(hidden_games), 0, 0, "no yes", NULL},
    {"by", SETTING_TEXT, "", AT(by), 0, 0, 0,
     "name of the operator who runs a command on an account or a match, stored with the action"},
    {"why", SETTING_TEXT, "", AT(why), 0, 0, 0,
     "reason for the command, stored with the action"},
    {NULL, SETTING_TEXT, NULL, 0, 0, 0, 0, NULL},
};
/* clang-format on */

_Static_assert(sizeof config_settings / sizeof *config_settings <=
                   CONFIG_FILES_MAX,
               "each may come from a file");

/* "request-seconds" to "FATHOM_REQUEST_SECONDS". */
void setting_variable(const struct setting *setting, char *out, size_t size)
{
    const char *name = setting->name;
    size_t at = (size_t)snprintf(out, size, "FATHOM_");

    for (; *name && at + 1 < size; name++)
        out[at++] = *name == '-' ? '_' : (char)toupper((unsigned char)*name);
    out[at] = '\0';
}

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

static bool set(struct config *config, const struct setting *setting,
                const char *text)
{
    char *at = (char *)config + setting->offset;
    bool is_good = true;
    struct config_rate rate;
    long number = 0;

    switch (setting->kind) {
    case SETTING_ADDRESS:
        is_good = is_address(text) || listen_is_passed(text);
        break;
    case SETTING_ADDRESS_OR_OFF:
        is_good = strcmp(text, "off") == 0 || is_address(text);
        break;
    case SETTING_TEXT: break;
    case SETTING_ORIGINS: is_good = cors_list_is_valid(text); break;
    case SETTING_NUMBER: is_good = read_number(setting, text, &number); break;
    case SETTING_RATE: is_good = read_rate(text, &rate); break;
    case SETTING_WORD:
        is_good = read_word(setting->words, text, &number);
        break;
    }
    if (setting->kind == SETTING_RATE)
        memcpy(at, &rate, sizeof rate);
    else if (setting->kind == SETTING_NUMBER || setting->kind == SETTING_WORD)
        memcpy(at, &number, sizeof number);
    else
        memcpy(at, &text, sizeof text);
    return is_good;
}

static void refuse(const struct setting *setting, const char *from,
                   const char *text, char *why, size_t size)
{
    switch (setting->kind) {
    case SETTING_ADDRESS:
        snprintf(why, size,
                 "%s is \"%s\": it must be host:port with a port of 0 to "
                 "65535, as in 127.0.0.1:8080.",
                 from, text);
        break;
    case SETTING_ADDRESS_OR_OFF:
        snprintf(why, size,
                 "%s is \"%s\": it must be off or host:port, as in "
                 "127.0.0.1:9090.",
                 from, text);
        break;
    case SETTING_TEXT: snprintf(why, size, "%s is not text.", from); break;
    case SETTING_ORIGINS:
        snprintf(why, size,
                 "%s is \"%s\": it must be a list of origins as browsers "
                 "send them, such as https://a.example, or *.",
                 from, text);
        break;
    case SETTING_RATE:
        snprintf(why, size,
                 "%s is \"%s\": it must be quota/seconds, as in 100/10, "
                 "up to %d/%d, or 0.",
                 from, text, LIMIT_QUOTA_MAX, LIMIT_WINDOW_MAX_S);
        break;
    case SETTING_NUMBER:
        snprintf(why, size,
                 "%s is \"%s\": it must be a whole number from %ld to %ld.",
                 from, text, setting->min, setting->max);
        break;
    case SETTING_WORD:
        snprintf(why, size, "%s is \"%s\": it must be one of: %s.", from, text,
                 setting->words);
        break;
    }
}

bool setting_set(struct config *config, const struct setting *setting,
                 const char *from, const char *text, char *why, size_t size)
{
    if (set(config, setting, text))
        return true;
    refuse(setting, from, text, why, size);
    return false;
}

bool config_has_admin(const struct config *config)
{
    return strcmp(config->admin_listen, "off") != 0;
}
