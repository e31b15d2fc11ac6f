/* The reason of a refusal, from the members that a game writes. */
#include "rules/game.h"
#include "rules/sink.h"

#include <stdio.h>
#include <string.h>

/* Keeps two texts of the object and ignores what else is written. */
struct keeper {
    struct sink sink;
    struct refusal *refusal;
    int depth; /* objects and arrays that are open */
};

static struct keeper *keeper_of(struct sink *sink)
{
    return (struct keeper *)(void *)sink;
}

static void ignore_number(struct sink *sink, struct sink_key key, int64_t value)
{
    (void)sink, (void)key, (void)value;
}

static void ignore_truth(struct sink *sink, struct sink_key key, bool value)
{
    (void)sink, (void)key, (void)value;
}

static void ignore_null(struct sink *sink, struct sink_key key)
{
    (void)sink, (void)key;
}

static void keep_text(struct sink *sink, struct sink_key key, const char *value,
                      size_t length)
{
    struct refusal *out = keeper_of(sink)->refusal;

    (void)length;
    if (keeper_of(sink)->depth)
        return;
    if (strcmp(key.word, "rule") == 0)
        snprintf(out->rule, sizeof out->rule, "%s", value);
    else if (strcmp(key.word, "text") == 0)
        snprintf(out->reason, sizeof out->reason, "%s", value);
}

static void open_inner(struct sink *sink, struct sink_key key,
                       enum sink_shape shape)
{
    (void)key, (void)shape;
    keeper_of(sink)->depth++;
}

static void close_inner(struct sink *sink)
{
    keeper_of(sink)->depth--;
}

void game_explain(const struct game *game, const void *state, int seat,
                  struct move move, const struct wording *wording,
                  struct refusal *refusal)
{
    struct keeper keeper = {.sink = {.number = ignore_number,
                                     .truth = ignore_truth,
                                     .text = keep_text,
                                     .null = ignore_null,
                                     .open = open_inner,
                                     .close = close_inner},
                            .refusal = refusal};

    if (wording) {
        keeper.sink.language = wording->language;
        keeper.sink.names = wording->names;
    }
    refusal->rule[0] = refusal->reason[0] = '\0';
    game->explain(state, seat, move, &keeper.sink);
}
