/* fathom replay: read a record, play it again and say where it leads. */
#include "cli/cli.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { ENTRIES_MAX = 1 << 20 }; /* more than any game's decisions_max */

const struct flag replay_flags[] = {
    {"at", "N", "show the position after N decisions", NULL},
    {"viewer", "WHO", "view to show: a seat, all or spectator", "all"},
    {"position", "FILE",
     "write the position as JSON, including hidden information", NULL},
    {NULL, NULL, NULL, NULL},
};

static bool viewer_read(const struct arguments *args, int seats, int *viewer)
{
    const char *who = flag_text(args, "viewer");
    long seat = 0;

    if (!strcmp(who, "all"))
        *viewer = RULES_OMNISCIENT;
    else if (!strcmp(who, "spectator"))
        *viewer = RULES_SPECTATOR;
    else if (flag_number(args, "viewer", 0, seats - 1, &seat))
        *viewer = (int)seat;
    else
        return false;
    return true;
}

static int show_at(const struct arguments *args, const struct record *record,
                   long at, struct position *position)
{
    int viewer = RULES_OMNISCIENT;

    if (!viewer_read(args, record->settings.seats, &viewer))
        return CLI_USAGE;
    if (record_replay(record, (size_t)at, position, NULL))
        return CLI_FAILED;
    printf("after %ld of %zu decisions\n", at, record->count);
    show_view(record->game, position, viewer, stdout);
    return CLI_OK;
}

static void show_end(const struct record *record,
                     const struct position *position)
{
    const bool over = !record->game->to_act(position);

    printf("%s: %d seats, %zu decisions, %s, state %016" PRIx64 "\n",
           record->game->title, record->settings.seats, record->count,
           over ? "finished" : "not finished",
           record_state_hash(record->game, position));
    show_scores(record->game, position, stdout);
}

/* Show what was asked for of a record that was read to its end. */
static int show(const struct arguments *args, const struct record *record,
                struct position *position)
{
    const char *path = flag_text(args, "position");
    long at = (long)record->count;

    if (!flag_number(args, "at", 0, (long)record->count, &at))
        return CLI_USAGE;
    if (path && !record_save_position(record, at, path))
        return CLI_FAILED;
    if (path && !strcmp(path, "-"))
        return CLI_OK;
    if (flag_text(args, "at"))
        return show_at(args, record, at, position);
    show_end(record, position);
    return CLI_OK;
}

int replay_run(const struct arguments *args)
{
    struct record record = {.cap = ENTRIES_MAX};
    struct record_error error = {0, ""};
    struct position position;
    char *text = text_read(args->word);
    int result = CLI_FAILED;

    if (!text)
        return CLI_FAILED;
    record.entries = calloc(record.cap, sizeof *record.entries);
    if (!record.entries) {
        perror("fathom");
        goto done;
    }
    if (record_read(text, &record, &position, &error)) {
        fprintf(stderr, "%s:%zu: %s\n", args->word, error.line, error.reason);
        goto done;
    }
    result = show(args, &record, &position);
done:
    record_free(&record);
    free(text);
    return result;
}
