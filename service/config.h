/* The configuration: one table of settings, each with an environment variable
 * FATHOM_NAME and a flag --name.  Flags win over the environment.
 * FATHOM_NAME_FILE names a file that holds the value instead, as containers
 * hand out secrets. */
#ifndef SERVICE_CONFIG_H
#define SERVICE_CONFIG_H

#include "play/accounts/operator.h"

#include <stdbool.h>
#include <stddef.h>

/* What the program is asked to do. */
enum config_command {
    CONFIG_SERVE,
    CONFIG_MIGRATE,   /* --migrate-only */
    CONFIG_HEALTH,    /* --healthcheck */
    CONFIG_READY,     /* --readycheck */
    CONFIG_OPERATE,   /* --ban NAME and the like: `operation` says which */
    CONFIG_ARCHIVE,   /* --archive-now */
    CONFIG_UNARCHIVE, /* --unarchive */
    CONFIG_HELP,      /* --help */
    CONFIG_VERSION,   /* --version */
};

enum { CONFIG_FILES_MAX = 64 };

/* A number of requests in a number of seconds; 0: no limit. */
struct config_rate {
    long quota, window_s;
};

struct config {
    enum config_command command;
    enum operator_what operation; /* CONFIG_OPERATE */
    const char *subject;  /* the name of the account, or the id of the match */
    const char *by, *why; /* who does it, and why; "" */
    const char *listen;   /* host:port */
    const char *admin_listen;    /* host:port, or "off" */
    const char *database;        /* libpq's connection string: has passwords */
    const char *database_pooler; /* the same for what a pooler may share out;
                                    "": none */
    long database_connections;
    long migrate;   /* 0 or 1 */
    long log_level; /* enum log_level */
    long http_threads;
    long workers, slow_workers;
    long connections;
    long connections_per_address; /* 0: no limit of its own */
    long trusted_proxies;
    const char *cors_origins; /* a list; "": none */
    struct config_rate rate_address, rate_token, rate_match, rate_sign_in;
    struct config_rate rate_registration, rate_export;
    long streams, long_polls; /* at most half, a quarter of the connections */
    long request_seconds;
    long replay_ms;
    long replay_cpu_ms;
    long heartbeat_seconds, stream_seconds, lame_duck_seconds, drain_seconds;
    long matches_cached;
    long reply_cache_mebibytes;
    long password_memory_kib, password_passes; /* of argon2id */
    long password_threads;                     /* 0: half the processors */
    long session_days;
    long season_days, ladder_matches;
    long grace_seconds;
    long archive_days; /* 0: never */
    long bots;         /* 0 or 1 */
    long hidden_games; /* 0 or 1 */
    long live_matches, open_matches, sandbox_matches, bot_matches,
        bot_only_matches;                    /* of one account; 0: any number */
    long challenges_per_day;                 /* likewise */
    long open_days, sandbox_days, idle_days; /* 0: never */

    /* The contents of files, which the texts above point into. */
    char *held[CONFIG_FILES_MAX];
    size_t held_count;
};

/* Read the environment, the files that it names, and the flags.  Texts are
 * borrowed from the first and the last; config_free releases the rest, in any
 * case.  False when a setting is invalid: why is a sentence that names it and
 * describes valid values. */
bool config_read(struct config *config, int argc, char **argv,
                 const char *(*environment)(const char *name), char *why,
                 size_t why_size);

void config_free(struct config *config);

/* The text of --help: new, released with free; NULL when out of memory. */
char *config_help(void);

#endif
