/* The bots of the kits as programs that a test starts, watches and ends. */
#ifndef TESTS_KITS_H
#define TESTS_KITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

/* Of every bot; it has what JSON must escape. */
#define BOT_PASSWORD "a \"long\" pass\\phrase"

enum kit { KIT_PYTHON, KIT_JAVASCRIPT, KIT_C, KITS };

/* A bot that runs. */
struct bot {
    enum kit kit;
    pid_t pid;
    FILE *out;      /* what it prints */
    char said[64];  /* the file with what it says on stderr */
    char match[64]; /* of the last line that was read */
    char rest[64];  /* what follows it on that line: "open", "12 9 17" */
};

/* Start the kit's bot as this account.  flags end with NULL. */
void bot_start(struct bot *bot, enum kit kit, const char *url, const char *name,
               const char *const *flags);
/* The same of the kit's bot that accepts challenges. */
void acceptor_start(struct bot *bot, enum kit kit, const char *url,
                    const char *name);

/* Wait for its next line: the match and the rest.  False: there is none. */
bool bot_read(struct bot *bot);

/* End it at once. */
void bot_kill(struct bot *bot);

/* It has ended by itself, and well. */
void bot_expect_success(struct bot *bot);

/* Is this text in what it said on stderr? */
bool bot_has_said(const struct bot *bot, const char *text);

/* Show what it said, for who has to find out what went wrong. */
void bot_show(const struct bot *bot);

#endif
