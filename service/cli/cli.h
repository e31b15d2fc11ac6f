/* The command line of Fathom: what its commands share.
 *
 * A command is a row of the table in commands.c: a name, what it expects and a
 * function.  Its flags are a table too, so that --help and the errors about
 * arguments are written once.
 *
 * Everything here works over games[] and bots[]; no game is known by name. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "base/flags.h"
#include "bots/bot.h"
#include "rules/game.h"
#include "rules/journal.h"
#include "rules/replay.h"
#include "rules/sink.h"

#include <stdalign.h>
#include <stdbool.h>
#include <stdio.h>

enum {
    CLI_OK = 0,
    CLI_FAILED = 1, /* it was tried, and went wrong */
    CLI_USAGE = 2,  /* the arguments make no sense */
    CLI_FLAGS_MAX = 12,
    CLI_OPTIONS_MAX = 128,
};

struct arguments;

struct command {
    const char *name;
    const char *wants;        /* "GAME": the argument that is required, or "" */
    const char *about;        /* one line for the list of commands */
    const char *more;         /* further lines for --help, or NULL */
    const struct flag *flags; /* ended by a row without a name */
    int (*run)(const struct arguments *args);
};

/* The arguments of a command.  Texts are borrowed from argv and the flag table.
 */
struct arguments {
    const struct command *command;
    const char *word;                    /* the one that is not a flag */
    const char *value[CLI_FLAGS_MAX];    /* by row of the flag table */
    const char *option[CLI_OPTIONS_MAX]; /* every --option or --move, in
                                            order; a command has one of them */
    int options;
    bool wants_help; /* --help: the rest was not read */
};

/* commands.c: run the command that argv[1] names; returns the exit code. */
int commands_run(int argc, char **argv);

/* arguments.c: read them, or complain on stderr and return CLI_USAGE.  argv[0]
 * is the command itself. */
int arguments_read(struct arguments *args, const struct command *command,
                   int argc, char **argv);
void command_help(const struct command *command, FILE *to);

/* The value of a flag of this command; NULL when it has none. */
const char *flag_text(const struct arguments *args, const char *name);

/* A flag as a number from min to max; complains and returns false. */
bool flag_number(const struct arguments *args, const char *name, long min,
                 long max, long *out);

/* setup.c: a match as the arguments ask for it. */
struct setup {
    const struct game *game;
    struct settings settings;
    uint64_t seed;
};

/* From the first word, --seats, --option and --seed: CLI_OK, or complains. */
int setup_read(const struct arguments *args, struct setup *setup);

/* A random stream of a seed; streams of different numbers are independent. */
void seed_stream(uint64_t seed, uint64_t number, struct random *random);

/* The secret of match n of a seed, and the streams of its seats' bots. */
void seed_secret(uint64_t seed, uint64_t match,
                 uint8_t secret[RULES_SECRET_SIZE]);
void seed_bots(uint64_t seed, uint64_t match,
               struct random random[RULES_SEATS_MAX]);

/* players.c: who plays. */
enum { PLAYER_NAME_MAX = 32 };

struct player {
    const struct bot *bot;      /* NULL: a person */
    bool bounded;               /* thought says how much it thinks */
    struct thought thought;     /* for bot->within */
    char name[PLAYER_NAME_MAX]; /* as it was asked for: "search:20000" */
};

/* Bots by name, "a,b": at most RULES_SEATS_MAX.  "human" is a person if people
 * may play; a bot that thinks may be followed by how much, ":20000" positions
 * or ":100ms".  Returns how many; 0 after a complaint. */
int bots_read(const char *names, bool people,
              struct player out[RULES_SEATS_MAX]);

/* Choose the move of a player that is a bot. */
struct move player_choose(const struct player *player, const struct game *game,
                          const void *state, int seat, struct random *random);

/* Storage for any game's state. */
struct position {
    alignas(16) unsigned char bytes[RULES_STATE_MAX];
};

/* A record with room for a whole match: record_free releases it. */
bool record_new(struct record *record, const struct setup *setup);
void record_free(struct record *record);

/* Play a move and write it down. */
enum rules_err record_play(struct record *record, void *state, int seat,
                           struct move move);

/* Write a record to a file; complains and returns false. */
bool record_save(const struct record *record, const char *path);

/* files.c: a whole file ("-" is standard input) as text with a NUL behind it,
 * new; or complains and returns NULL. */
char *text_read(const char *path);

/* Read a position document as a state, and say of which game: the one of this
 * id, or (NULL) the one that the document names or fits.  Complains and returns
 * NULL. */
const struct game *position_load(const char *path, const char *id,
                                 struct position *out);

/* Write a state, or that of a record after a number of decisions, as a
 * position document ("-" is standard output); complains and returns false.
 * It includes hidden information. */
bool position_save(const struct game *game, const void *state,
                   const char *path);
bool record_save_position(const struct record *record, long at,
                          const char *path);

/* show.c: documents for people. */

/* A sink that keeps the text of one member of the outermost object. */
struct sink_member {
    struct sink sink;
    const char *key;
    char *out;
    size_t cap;
    int depth;
};
void sink_member_init(struct sink_member *member, const char *key, char *out,
                      size_t cap);

/* A sink that keeps a document as an outline, to be printed when complete. */
struct outline;
struct outline *outline_new(void);
struct sink *outline_sink(struct outline *outline);
void outline_print(const struct outline *outline, FILE *to);
/* Only the objects that have this number, id, word, name or title, in upper or
 * lower case. */
void outline_print_named(const struct outline *outline, const char *name,
                         FILE *to);
/* Do not mention the members, objects and arrays, that the other one has. */
void outline_leave_out(struct outline *outline, const struct outline *shown);
void outline_free(struct outline *outline);

/* tables.c: print the document that struct game's `tables` writes. */
void tables_print(const struct outline *tables, FILE *to);

/* What the viewer sees, on a terminal. */
void show_view(const struct game *game, const void *state, int viewer,
               FILE *to);

/* The same with names beside the numbers of cards.  Of what no player sees, the
 * decks and the secret, only if wanted. */
void show_position(const struct game *game, const void *state, int viewer,
                   bool shows_hidden, FILE *to);

/* What a decision did, as the viewer may see it: a line for each step. */
void show_journal(const struct game *game, const struct journal *journal,
                  int viewer, FILE *to);

/* Whatever of the game has this name or number: a card, a slot. */
void show_component(const struct game *game, const char *name, FILE *to);

/* Points of every seat, line by line, with totals and ranks. */
void show_scores(const struct game *game, const void *state, FILE *to);

/* The sentence of a move, and of what a seat is asked. */
void cli_move_text(const struct game *game, const void *state, int seat,
                   struct move move, char *out, size_t cap);
void cli_prompt_text(const struct game *game, const void *state, int seat,
                     char *out, size_t cap);

/* The commands. */
int play_run(const struct arguments *args);
int simulate_run(const struct arguments *args);
int replay_run(const struct arguments *args);
int position_run(const struct arguments *args);
int games_run(const struct arguments *args);
int bots_run(const struct arguments *args);
int balance_run(const struct arguments *args);
int demo_run(const struct arguments *args);

extern const struct flag play_flags[], simulate_flags[], replay_flags[],
    balance_flags[], position_flags[], demo_flags[], no_flags[];

#endif
