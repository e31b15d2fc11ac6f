/* The idempotency key of a request that creates an account or issues a token.
 */
#include "api/resources/issue_key.h"

#include "api/http/responses/problem.h"
#include "api/resources/match_action.h"
#include "base/digest.h"

#include <stdlib.h>
#include <string.h>

/* A response to a client that is not signed in belongs to every
 * client that has the key. */
enum { SHORTEST = 16 };

/* The members in the order of their names, so that it is the same request
 * however it is written. */
static void hash_body(struct request *request, json_t *root,
                      uint8_t out[DIGEST_SIZE])
{
    json_t *shown = root ? json_copy(root) : json_object();
    char *text;

    json_object_del(shown, "password");
    text = json_dumps(shown, JSON_COMPACT | JSON_SORT_KEYS);

    const struct digest_part parts[] = {
        {request->target, strlen(request->target) + 1},
        {text, text ? strlen(text) : 0},
    };

    digest_sha256_parts(parts, sizeof parts / sizeof *parts, out);
    free(text);
    json_decref(shown);
}

bool issue_key_read(struct input *in, struct issue_once *out)
{
    struct request *request = in->request;
    uint8_t hash[DIGEST_SIZE];

    if (!match_action_key(request, &out->key, hash)) {
        input_drop(in);
        return false;
    }
    if (!out->key)
        return true;
    if (strlen(out->key) < SHORTEST) {
        problem_reply(request, PROBLEM_MALFORMED_REQUEST,
                      "The Idempotency-Key of this request must have at least "
                      "16 characters: use a random UUID.");
        input_drop(in);
        return false;
    }
    hash_body(request, in->root, out->body_hash);
    return true;
}

void issue_key_mark(struct request *request, bool is_repeated)
{
    if (is_repeated)
        reply_header(request, "Idempotent-Replayed", "true");
}
