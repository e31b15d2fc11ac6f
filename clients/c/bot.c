/* A bot for every game of Fathom.  Write your own by changing `choose`. */
#define _DEFAULT_SOURCE
#include "fathom.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ID = 40, WORDS = 160, CURSOR = 800, PLAYING = 4000 };

/* Exit if a request failed; the reason was printed already. */
static void need(bool is_ok)
{
    if (!is_ok)
        exit(EXIT_FAILURE);
}

/* The last response, which the next request must not free: new. */
static char *take_answer(struct fathom *f)
{
    char *answer = f->answer;

    f->answer = NULL;
    return answer;
}

/* Return a random move. */
static const char *choose(const char *moves)
{
    const char *chosen = NULL;
    unsigned seen = 0;

    for (const char *s = json_first(moves); s; s = json_next(s))
        if (arc4random_uniform(++seen) == 0)
            chosen = s;
    return chosen;
}

/* Decide and play until my seat has no decision to make. */
static void take_turn(struct fathom *f, const char *match)
{
    char path[WORDS], move[WORDS], body[WORDS + 20];

    for (const char *legal = NULL;;) {
        if (!legal) {
            snprintf(path, sizeof path, "/v1/matches/%s/legal-moves", match);
            need(fathom_send(f, path, NULL, NULL));
            legal = f->answer;
        }
        const char *chosen = choose(json_get(legal, "moves"));
        const char *seq = json_get(legal, "seq");

        if (!chosen)
            return;
        json_text(json_get(chosen, "move"), move, sizeof move);
        snprintf(path, sizeof path, "/v1/matches/%s/moves", match);
        snprintf(body, sizeof body, "{\"move\":\"%s\"}", move);
        /* 409 and 412: the match changed meanwhile; read it and decide
         * again. */
        need(fathom_send(f, path, body, seq) || f->status == 409 ||
             f->status == 412);
        legal = json_get(f->answer, "legal_moves");
    }
}

static void show_result(struct fathom *f, const char *match)
{
    char path[WORDS];

    snprintf(path, sizeof path, "/v1/matches/%s", match);
    need(fathom_send(f, path, NULL, NULL));
    const char *result = json_get(f->answer, "result");
    const char *score = json_first(json_get(result, "scores"));

    printf("%s%s", match, score ? "" : " aborted");
    for (; score; score = json_next(score))
        printf(" %ld", strtol(score, NULL, 10));
    puts("");
}

/* Handle a page of notices.  playing holds the matches that are not over. */
static void read_news(struct fathom *f, const char *page, char *playing)
{
    char match[ID], status[ID];

    for (const char *s = json_first(json_get(page, "data")); s;
         s = json_next(s)) {
        if (!json_get(s, "seq"))
            continue; /* for a challenge, or for a queue entry */
        json_text(json_get(s, "match"), match, sizeof match);
        json_text(json_get(s, "status"), status, sizeof status);
        const char *mine = json_get(s, "your_turn");
        char *found = strstr(playing, match);

        if (mine && *mine == 't')
            take_turn(f, match);
        else if (found && strcmp(status, "open") && strcmp(status, "running")) {
            memset(found, ' ', strlen(match));
            show_result(f, match);
        }
    }
}

static void keep(char *playing, const char *match)
{
    const size_t length = strlen(playing);

    snprintf(playing + length, PLAYING - length, "%s ", match);
}

/* Open a match with this number of seats: "GAME:SEATS". */
static void create(struct fathom *f, const char *wish, char *playing)
{
    const char open[] = ",\"open\",\"open\",\"open\"";
    const char *colon = strchr(wish, ':');
    const long seats = colon ? strtol(colon + 1, NULL, 10) : 1;
    const int others = seats > 1 ? (int)(seats - 1) * 7 : 0; /* characters */
    char body[WORDS], match[ID];

    snprintf(body, sizeof body, "{\"game\":\"%.*s\",\"seats\":[\"me\"%.*s]}",
             (int)strcspn(wish, ":"), wish, others, open);
    need(fathom_send(f, "/v1/matches", body, NULL));
    json_text(json_get(f->answer, "id"), match, sizeof match);
    printf("%s open\n", match);
    keep(playing, match);
}

static void join(struct fathom *f, const char *match, char *playing)
{
    char path[WORDS];

    snprintf(path, sizeof path, "/v1/matches/%s/seats", match);
    if (fathom_send(f, path, "{}", NULL)) /* if it fails: the bot may have a
                                           * seat already */
        keep(playing, match);
}

int main(int argc, char **argv)
{
    static struct fathom f = {.url = "http://127.0.0.1:8080"};
    static char playing[PLAYING];
    const char *name = "", *password = "", *wish = NULL, *match = NULL;
    const char *matches = "1";
    const struct {
        const char *flag, **value;
    } flags[] = {{"--url", &f.url},   {"--name", &name},
                 {"--create", &wish}, {"--password", &password},
                 {"--join", &match},  {"--matches", &matches}};
    char path[CURSOR + WORDS], after[CURSOR], id[ID];

    setvbuf(stdout, NULL, _IOLBF, 0);
    for (int i = 1; i + 1 < argc; i += 2)
        for (size_t j = 0; j < sizeof flags / sizeof *flags; j++)
            if (strcmp(argv[i], flags[j].flag) == 0)
                *flags[j].value = argv[i + 1];
    need(fathom_sign_in(&f, name, password));

    /* Read the state of my matches, then notices from there on: none is
     * missed. */
    need(fathom_send(&f, "/v1/me/events", NULL, NULL));
    char *page = take_answer(&f);

    for (const char *s = json_first(json_get(page, "data")); s;
         s = json_next(s))
        if (json_get(s, "seq")) /* for a match */
            keep(playing, json_text(json_get(s, "match"), id, sizeof id));
    for (long n = wish ? strtol(matches, NULL, 10) : 0; n > 0; n--)
        create(&f, wish, playing);
    if (match)
        join(&f, match, playing);
    for (;;) {
        read_news(&f, page, playing);
        if (!strstr(playing, "m_"))
            break;
        json_text(json_get(page, "next_after"), after, sizeof after);
        free(page);
        snprintf(path, sizeof path, "/v1/me/events?wait=25&after=%s", after);
        need(fathom_send(&f, path, NULL, NULL));
        page = take_answer(&f);
    }
    free(page);
    return EXIT_SUCCESS;
}
