/* The players of the demonstration.
 *
 * A player knows what the service shows to its seat and nothing else.  From
 * that view it imagines a state that looks the same, what is hidden dealt at
 * random, and lets its bot choose there; the notation of that move is what it
 * sends. */
#include "cli/demo/demo.h"
#include "json/source_json.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

enum {
    REFUSED_MAX = 50,    /* in a row, before giving up */
    PROGRESS_EVERY = 10, /* moves between two looks at the counter */
};

/* Keep what an answer says about where the match is. */
static void follow(struct demo *demo, const json_t *answer)
{
    const json_t *seats = json_object_get(answer, "to_act");
    const json_t *seq = json_object_get(answer, "seq");
    const char *status = json_string_value(json_object_get(answer, "status"));

    if (json_is_integer(seq))
        demo->seq = json_integer_value(seq);
    if (status)
        demo->finished = !strcmp(status, "finished");
    if (!json_is_array(seats))
        return;
    demo->to_act = 0;
    for (size_t i = 0; i < json_array_size(seats); i++)
        demo->to_act |= 1u << json_integer_value(json_array_get(seats, i));
}

/* Where the match is now. */
static bool look(struct demo *demo)
{
    json_t *answer = demo_get(demo, 0, "");
    const bool ok = answer != NULL;

    follow(demo, answer);
    json_decref(answer);
    return ok;
}

/* The state or the legal moves of a seat at demo->seq or later: what the
 * response to its last move has, or else the service's answer.  New; NULL after
 * a complaint. */
static json_t *read_for(struct demo *demo, int seat, const char *member,
                        const char *of_match)
{
    json_t *known = json_object_get(demo->effect, member);

    if (known && demo->acted == seat &&
        json_integer_value(json_object_get(known, "seq")) == demo->seq)
        return json_incref(known);
    return demo_get(demo, seat, of_match);
}

/* Choose a move with the seat's bot, from the view that the service returned.
 * False: this program cannot read the view as a position. */
static bool think(struct demo *demo, int seat, json_t *view,
                  char notation[RULES_NOTATION_MAX])
{
    struct random *random = &demo->random[seat];
    struct source_json source;
    struct position position;
    struct move move;
    bool ok;

    if (!source_json_init(&source, view))
        return false;
    ok = !demo->game->determinize(&position, &source.source, seat, random) &&
         demo->game->to_act(&position) >> seat & 1;
    source_json_free(&source);
    if (!ok)
        return false;
    move = player_choose(&demo->bot[seat], demo->game, &position, seat, random);
    demo->game->format(&position, seat, move, notation);
    return true;
}

/* The listed move with this notation, or NULL.  Borrowed from the list. */
static const json_t *find_move(const json_t *moves, const char *notation)
{
    for (size_t i = 0; i < json_array_size(moves); i++) {
        const json_t *move = json_array_get(moves, i);
        const char *text = json_string_value(json_object_get(move, "move"));

        if (text && !strcmp(text, notation))
            return move;
    }
    return NULL;
}

/* The move that the seat's bot wants out of those listed at demo->seq: borrowed
 * from the list.  NULL when the match has moved on, when there is no answer
 * (*ok is false then), or when it is not listed (*astray). */
static const json_t *choose(struct demo *demo, int seat, const json_t *moves,
                            bool *astray, bool *ok)
{
    char notation[RULES_NOTATION_MAX];
    json_t *state = read_for(demo, seat, "state", "/state");
    const json_t *move = NULL;

    *ok = state != NULL;
    if (json_integer_value(json_object_get(state, "seq")) == demo->seq) {
        if (think(demo, seat, json_object_get(state, "view"), notation))
            move = find_move(moves, notation);
        *astray = *ok && !move;
    }
    json_decref(state);
    return move;
}

/* A line for every move, or with --quiet a counter on a terminal. */
static void show_progress(const struct demo *demo, int seat, const char *text,
                          const char *words)
{
    if (!flag_text(demo->args, "quiet"))
        printf("%5" PRId64 "  seat %d  %-26s %s\n", demo->seq, seat, text,
               words ? words : "");
    else if ((demo->finished || demo->moves % PROGRESS_EVERY == 0) &&
             isatty(STDERR_FILENO))
        fprintf(stderr, "\r%ld moves%s", demo->moves,
                demo->finished ? "\n" : "");
}

/* Post a move.  False: trying again later would not help. */
static bool post_move(struct demo *demo, int seat, const json_t *move)
{
    const char *text = json_string_value(json_object_get(move, "move"));
    const char *words = json_string_value(json_object_get(move, "text"));
    const long *status = &demo->player[seat].status;
    json_t *body = json_pack("{s:s}", "move", text);
    char path[128];

    snprintf(path, sizeof path, "/v1/matches/%s/moves", demo->match);
    json_decref(demo->effect);
    demo->effect = demo_post(demo, seat, path, body, &demo->seq);
    demo->acted = seat;
    json_decref(body);
    if (demo->effect) {
        follow(demo, demo->effect);
        demo->moves++;
        demo->refused = 0;
        show_progress(demo, seat, text, words);
    } else if (*status == 409 || *status == 412) {
        demo->refused++; /* the match has moved on: look again */
    } else {
        demo->refused = REFUSED_MAX;
        demo_fail(text);
    }
    return demo->refused < REFUSED_MAX;
}

/* One decision of a seat that should be to act. */
static bool decide(struct demo *demo, int seat)
{
    json_t *answer = read_for(demo, seat, "legal_moves", "/legal-moves");
    const json_t *moves = json_object_get(answer, "moves"), *move;
    const long before = demo->moves;
    bool astray = false, ok = answer != NULL;

    if (!ok)
        return false;
    follow(demo, answer);
    move = json_array_get(moves, 0);
    if (json_array_size(moves) > 1) {
        const json_t *chosen = choose(demo, seat, moves, &astray, &ok);

        move = astray ? move : chosen;
    }
    if (move)
        ok = post_move(demo, seat, move);
    else
        ok = ok && ++demo->refused < REFUSED_MAX && look(demo);
    demo->astray += astray && demo->moves > before;
    json_decref(answer);
    return ok;
}

static bool play_on(struct demo *demo)
{
    if (!look(demo))
        return false;
    while (!demo->finished && demo->moves < DEMO_DECISIONS_MAX) {
        if (!demo->to_act) {
            if (++demo->refused == REFUSED_MAX || !look(demo))
                return demo_fail("no seat has a decision to make");
            continue;
        }
        if (!decide(demo, __builtin_ctz(demo->to_act)))
            return false;
    }
    return demo->finished;
}

bool demo_play(struct demo *demo)
{
    const bool is_finished = play_on(demo);

    json_decref(demo->effect);
    demo->effect = NULL;
    return is_finished;
}
