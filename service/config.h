/* The configuration: the command and its settings.  Each setting has a flag
 * --name and an environment variable FATHOM_NAME; the flag has priority.
 * FATHOM_NAME_FILE names a file that contains the value instead, as containers
 * provide secrets. */
#ifndef SERVICE_CONFIG_H
#define SERVICE_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

/* What the command line asks for. */
enum config_request {
    CONFIG_RUN,          /* run the command */
    CONFIG_HELP,         /* --help without a command */
    CONFIG_COMMAND_HELP, /* COMMAND --help */
    CONFIG_VERSION,      /* --version */
};

struct command; /* commands.h */

enum { CONFIG_FILES_MAX = 64 };

/* A number of requests in a number of seconds; 0: no limit. */
struct config_rate {
    long quota, window_s;
};

struct config {
    enum config_request request;
    const struct command *command;
    const char *subject;         /* the argument of the command: an account or a
                                    match; NULL: it takes none */
    const char *by, *why;        /* who gives the command, and why; "" */
    const char *listen;          /* host:port */
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
    long streams_per_network;
    long request_seconds;
    long idle_seconds;
    long replay_ms;
    long replay_cpu_ms;
    long heartbeat_seconds, stream_seconds, lame_duck_seconds, drain_seconds;
    long matches_cached;
    long reply_cache_mebibytes;
    long password_memory_kib, password_passes; /* of argon2id */
    long password_threads;                     /* 0: half the processors */
    long session_days;
    long season_days, ladder_matches, ladder_opponents, ladder_queue_opponents;
    long grace_seconds;
    long archive_days; /* 0: never */
    long delete_days;  /* 0: never */
    long disk_bytes;   /* of the database; 0: unknown */
    long bots;         /* 0 or 1 */
    long hidden_games; /* 0 or 1 */
    long live_matches, open_matches, sandbox_matches, bot_matches,
        bot_only_matches;                    /* of one account; 0: any number */
    long challenges_per_day;                 /* likewise */
    long claim_days;                         /* 0: never */
    long open_days, sandbox_days, idle_days; /* 0: never */

    /* The contents of files, which the texts above point into. */
    char *held[CONFIG_FILES_MAX];
    size_t held_count;
};

/* Read the command line, the environment, and the files that it names.  Texts
 * are borrowed from the first two; config_free releases the rest, in any case.
 * With --help and --version, no setting is read.  False when something is
 * invalid: why names it and describes what is valid. */
bool config_read(struct config *config, int argc, char **argv,
                 const char *(*environment)(const char *name), char *why,
                 size_t why_size);

void config_free(struct config *config);

#endif
