/* fathom replay: read a record, play it again and say where it leads. */
#include "cli.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    TEXT_MAX = 4 << 20,    /* bytes of a record's file */
    ENTRIES_MAX = 1 << 20, /* more than any game's decisions_max */
};

const struct flag replay_flags[] = {
    {"at", "N", "show the position after N decisions", NULL},
    {"viewer", "WHO", "whose view: a seat, all or spectator", "all"},
    {NULL, NULL, NULL, NULL},
};

/* A whole file with a NUL behind it, new; or complains and returns NULL. */
static char *file_read(const char *path)
{
    FILE *file = strcmp(path, "-") ? fopen(path, "r") : stdin;
    char *text = malloc(TEXT_MAX + 1);
    size_t length = 0;

    if (!file || !text) {
        fprintf(stderr, "fathom: %s: %s\n", path, strerror(errno));
        goto done;
    }
    length = fread(text, 1, TEXT_MAX + 1, file);
    if (ferror(file) || length > TEXT_MAX || memchr(text, 0, length)) {
        fprintf(stderr, "fathom: %s is no record: %s\n", path,
                ferror(file)        ? "it cannot be read"
                : length > TEXT_MAX ? "it is too long"
                                    : "it is no text");
        length = 0;
        goto done;
    }
    text[length] = '\0';
done:
    if (file && file != stdin)
        fclose(file);
    if (length)
        return text;
    if (file && text && !ferror(file))
        fprintf(stderr, "fathom: %s: nothing to read\n", path);
    free(text);
    return NULL;
}

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
                   struct position *position)
{
    long at = (long)record->count;
    int viewer = RULES_OMNISCIENT;

    if (!flag_number(args, "at", 0, (long)record->count, &at) ||
        !viewer_read(args, record->settings.seats, &viewer))
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
           over ? "played to the end" : "not finished",
           record_state_hash(record->game, position));
    show_scores(record->game, position, stdout);
}

int replay_run(const struct arguments *args)
{
    struct record record = {.cap = ENTRIES_MAX};
    struct record_error error = {0, ""};
    struct position position;
    char *text = file_read(args->word[0]);
    int result = CLI_FAILED;

    if (!text)
        return CLI_FAILED;
    record.entries = calloc(record.cap, sizeof *record.entries);
    if (!record.entries) {
        perror("fathom");
        goto done;
    }
    if (record_read(text, &record, &position, &error)) {
        fprintf(stderr, "%s:%zu: %s\n", args->word[0], error.line,
                error.reason);
        goto done;
    }
    result = CLI_OK;
    if (flag_text(args, "at"))
        result = show_at(args, &record, &position);
    else
        show_end(&record, &position);
done:
    record_free(&record);
    free(text);
    return result;
}
