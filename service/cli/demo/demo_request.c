/* Requests of the players of fathom demo, sent by the client of clients/c. */
#include "cli/demo/demo.h"

#include <stdlib.h>

bool demo_fail(const char *what)
{
    fprintf(stderr, "fathom demo: %s\n", what);
    return false;
}

/* Send a request and read the response.  NULL when it was refused or no
 * response arrived; the client has printed that. */
static json_t *ask(struct demo *demo, int player, const char *path,
                   const char *body, const char *seq)
{
    struct fathom *client = &demo->player[player];
    json_t *answer = NULL;

    if (fathom_send(client, path, body, seq))
        answer = json_loads(client->answer, 0, NULL);
    return answer;
}

json_t *demo_post(struct demo *demo, int player, const char *path,
                  const json_t *body, const int64_t *seq)
{
    char *text = json_dumps(body, JSON_COMPACT);
    char number[24] = "";
    json_t *answer;

    if (seq)
        snprintf(number, sizeof number, "%lld", (long long)*seq);
    answer = ask(demo, player, path, text, seq ? number : NULL);
    free(text);
    return answer;
}

json_t *demo_get(struct demo *demo, int player, const char *of_match)
{
    char path[128];
    json_t *answer;

    snprintf(path, sizeof path, "/v1/matches/%s%s", demo->match, of_match);
    answer = ask(demo, player, path, NULL, NULL);
    if (!answer)
        demo_fail(path);
    return answer;
}
