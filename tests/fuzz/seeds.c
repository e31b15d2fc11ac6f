/* The corpora's seeds, from matches that random seats play: a record of each
 * game and number of seats, positions along the way, and notations of them. */
#include "fuzz.h"

#include "rules_match.h"
#include "sink.h"

#include <stdio.h>
#include <string.h>

void fuzz_write_seeds(const char *folder);

static FILE *create(const char *folder, const char *target,
                    const struct test_match *m, int number)
{
    char path[512];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s/%s-%d-%d", folder, target, m->game->id,
             m->settings.seats, number);
    file = fopen(path, "w");
    if (!file) {
        perror(path);
        exit(1);
    }
    return file;
}

/* Its legal moves here, and a line that is none. */
static void write_notation(const char *folder, const struct test_match *m,
                           int steps)
{
    static struct move list[RULES_MOVES_MAX];
    FILE *file = create(folder, "notation", m, steps);
    seat_set seats = m->game->to_act(m->state);
    char text[RULES_NOTATION_MAX];

    fprintf(file, "%s %d %d\n", m->game->id, m->settings.seats, steps);
    for (int seat = 0; seat < m->settings.seats; seat++) {
        size_t count = 0;

        if (seats >> seat & 1)
            count = m->game->moves(m->state, seat, list, RULES_MOVES_MAX);
        for (size_t i = 0; i < count; i += 1 + count / 6) {
            m->game->format(m->state, seat, list[i], text);
            fprintf(file, "%s\n", text);
        }
    }
    fprintf(file, "#%x\nnonsense 1\n", 0x12345u);
    fclose(file);
}

static void write_position(const char *folder, const struct test_match *m,
                           int steps, int viewer)
{
    static char text[FUZZ_INPUT_MAX];
    FILE *file = create(folder, "positions", m, viewer < 0 ? steps : steps + 1);
    struct sink_text sink;

    sink_text_init(&sink, text, sizeof text);
    m->game->view(m->state, viewer, &sink.sink);
    if (viewer < 0)
        fprintf(file, "%s\n%s", m->game->id, text);
    else
        fprintf(file, "%s %d\n%s", m->game->id, viewer, text);
    fclose(file);
}

static void write_record(const char *folder, const struct test_match *m,
                         int steps)
{
    FILE *file = create(folder, "records", m, steps);

    fputs(test_match_text(m), file);
    fclose(file);
}

/* The same seed as the notation target's positions. */
static void write_match(const char *folder, const struct game *game, int seats)
{
    static struct test_match m;
    struct settings settings;
    int steps = 0;

    game_defaults(game, (uint8_t)seats, &settings);
    if (test_match_start(&m, game, &settings, 7))
        return;
    do {
        if (steps % 40 == 0 && steps <= 160)
            write_notation(folder, &m, steps);
        if (steps == 5 * seats || steps == 100 * seats)
            write_position(folder, &m, steps, RULES_OMNISCIENT);
        if (steps == 5 * seats || steps == 60 * seats)
            write_position(folder, &m, steps, steps % seats);
        if (steps == 60)
            write_record(folder, &m, steps);
        steps++;
    } while (test_match_step_random(&m));
    write_record(folder, &m, steps);
}

void fuzz_write_seeds(const char *folder)
{
    for (int i = 0; games[i]; i++)
        for (int seats = games[i]->min_seats; seats <= games[i]->max_seats;
             seats++)
            write_match(folder, games[i], seats);
}
