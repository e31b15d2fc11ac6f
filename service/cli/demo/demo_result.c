/* The end of the demonstration: the result as the service says, and the record
 * replayed here to see whether it leads there. */
#include "cli/demo/demo.h"

#include <stdlib.h>
#include <string.h>

/* The breakdown: an array with one object of points for each seat. */
static void print_breakdown(json_t *breakdown, int seats)
{
    json_t *first = json_array_get(breakdown, 0);

    for (void *at = json_object_iter(first); at;
         at = json_object_iter_next(first, at)) {
        const char *item = json_object_iter_key(at);

        printf("  %-20s", item);
        for (size_t seat = 0; seat < (size_t)seats; seat++)
            printf(" %6d", (int)json_integer_value(json_object_get(
                               json_array_get(breakdown, seat), item)));
        printf("\n");
    }
}

static void print_line(const char *name, const json_t *numbers, int seats)
{
    printf("%-22s", name);
    for (size_t seat = 0; seat < (size_t)seats; seat++)
        printf(" %6d", (int)json_integer_value(json_array_get(numbers, seat)));
    printf("\n");
}

bool demo_print_result(struct demo *demo)
{
    json_t *answer = demo_get(demo, 0, "");
    const json_t *result = json_object_get(answer, "result");
    const bool ok = json_is_object(result);

    printf("\n%-22s", "seat");
    for (int seat = 0; seat < demo->seats; seat++)
        printf(" %6d", seat);
    printf("\n");
    print_breakdown(json_object_get(result, "breakdown"), demo->seats);
    print_line("total", json_object_get(result, "scores"), demo->seats);
    print_line("rank", json_object_get(result, "ranks"), demo->seats);
    for (size_t seat = 0; seat < (size_t)demo->seats; seat++)
        demo->total[seat] = (int)json_integer_value(
            json_array_get(json_object_get(result, "scores"), seat));
    json_decref(answer);
    return ok;
}

static bool save(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    bool ok = file && fputs(text, file) >= 0;

    ok = file && !fclose(file) && ok;
    if (!ok)
        fprintf(stderr, "fathom demo: cannot write %s\n", path);
    return ok;
}

/* Replay a record here and compare what it leads to with what the service
 * said. */
static bool replays(const struct demo *demo, const char *text)
{
    struct record record = {.cap = DEMO_DECISIONS_MAX};
    struct record_error error = {0, ""};
    struct position position;
    struct scores scores;
    bool ok;

    record.entries = calloc(record.cap, sizeof *record.entries);
    if (!record.entries)
        return false;
    memset(&scores, 0, sizeof scores);
    ok = !record_read(text, &record, &position, &error);
    if (ok)
        demo->game->score(&position, &scores);
    for (int seat = 0; ok && seat < demo->seats; seat++)
        ok = scores.total[seat] == demo->total[seat];
    printf("the record %s\n",
           ok ? "replays to the same totals" : "replays to a different result");
    if (*error.reason)
        fprintf(stderr, "line %zu: %s\n", error.line, error.reason);
    record_free(&record);
    return ok;
}

/* The record of the match: fetched, kept if asked, and replayed. */
bool demo_check_record(struct demo *demo)
{
    const char *path = flag_text(demo->args, "record");
    char resource[128];
    struct fathom *client = &demo->player[0];

    snprintf(resource, sizeof resource, "/v1/matches/%s/record", demo->match);
    if (!fathom_send(client, resource, NULL, NULL))
        return demo_fail(resource);
    return replays(demo, client->answer) &&
           (!path || save(path, client->answer));
}
