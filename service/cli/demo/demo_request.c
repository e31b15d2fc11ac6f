/* Requests of the players of fathom demo, and complaints about responses. */
#include "cli/demo/demo.h"

#include <stdio.h>

bool demo_fail(const char *what, long status, const json_t *answer)
{
    const char *title = json_string_value(json_object_get(answer, "title"));
    const char *detail = json_string_value(json_object_get(answer, "detail"));

    if (status < 0)
        fprintf(stderr, "fathom demo: %s\n", what);
    else if (status == 0)
        fprintf(stderr, "fathom demo: %s: the service does not respond\n",
                what);
    else
        fprintf(stderr, "fathom demo: %s: status %ld %s: %s\n", what, status,
                title ? title : "", detail ? detail : "");
    return false;
}

json_t *demo_ask(struct demo *demo, int player, const struct request *request,
                 long wanted)
{
    json_t *answer;
    const long status = client_send(&demo->player[player], request, &answer);

    if (status == wanted && answer)
        return answer;
    demo_fail(request->path, status, answer);
    json_decref(answer);
    return NULL;
}

json_t *demo_get(struct demo *demo, int player, const char *of_match)
{
    char path[128];
    const struct request request = {"GET", path, NULL, -1, NULL};

    snprintf(path, sizeof path, "/v1/matches/%s%s", demo->match, of_match);
    return demo_ask(demo, player, &request, 200);
}
