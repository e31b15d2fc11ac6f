/* Runs the bots of the kits as programs. */
#ifndef TESTS_KITS_H
#define TESTS_KITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

/* Of every bot; it has characters that JSON must escape. */
#define BOT_PASSWORD "a \"long\" pass\\phrase"

enum kit { KIT_PYTHON, KIT_JAVASCRIPT, KIT_C, KITS };

/* A running bot. */
struct bot {
    enum kit kit;
    pid_t pid;
    FILE *out;      /* its stdout */
    char said[64];  /* the file with its stderr */
    char match[64]; /* of the last line that was read */
    char rest[64];  /* the text after it on that line: "open", "12 9 17" */
};

/* Start the kit's bot as this account.  flags end with NULL. */
void bot_start(struct bot *bot, enum kit kit, const char *url, const char *name,
               const char *const *flags);
/* The same for the kit's bot that accepts challenges. */
void acceptor_start(struct bot *bot, enum kit kit, const char *url,
                    const char *name);

/* Wait for its next line: the match and the rest.  False: no further line. */
bool bot_read(struct bot *bot);

/* Kill it. */
void bot_kill(struct bot *bot);

/* Expect that it has ended by itself, with success. */
void bot_expect_success(struct bot *bot);

/* Does its stderr have this text? */
bool bot_has_said(const struct bot *bot, const char *text);

/* Print its output, to diagnose a failure. */
void bot_show(const struct bot *bot);

#endif
