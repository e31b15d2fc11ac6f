/* The common part of all requests that change a match. */
#include "api/resources/match_action.h"

#include "api/http/request/prefer.h"
#include "api/http/request/route.h"
#include "api/http/responses/problem.h"
#include "api/http/responses/reply_language.h"
#include "api/json/clock_json.h"
#include "api/json/match_json.h"
#include "api/json/members.h"
#include "api/json/undo_json.h"
#include "api/resources/representation.h"
#include "base/digest.h"

#include <stdlib.h>
#include <string.h>

/* ---- the headers ---- */

static const char *skip_word(const char *s, const char *word)
{
    const size_t length = strlen(word);

    return strncmp(s, word, length) == 0 ? s + length : s;
}

/* Skip what follows the seq in the tag of a state or of legal moves
 * (match_json.h): the viewer, ".0" or ".spectator"; "-past" of a past state;
 * the hash of the names, ".8c52a1f0", of legal moves; the language. */
static const char *skip_viewer(const char *s)
{
    const char *const begin = s;

    if (*s == '.' && s[1] >= '0' && s[1] < '0' + RULES_SEATS_MAX)
        s += 2;
    else
        s = skip_word(s, ".spectator");
    s = skip_word(s, "-past");
    if (s > begin && *s == '.' && strspn(s + 1, "0123456789abcdef") == 8)
        s += 9;
    return skip_word(s, "-de");
}

/* Read one tag of an If-Match list: "17", "17.0" or "17.spectator" in quotes.
 * It may be weak: proxies that compress responses weaken their tags, and a seq
 * identifies the state whatever its coding.  *end is its end; -1 when it is not
 * a tag. */
static int64_t read_tag(const char *s, const char **end)
{
    if (strncmp(s, "W/", 2) == 0)
        s += 2;

    const size_t digits = *s == '"' ? strspn(s + 1, "0123456789") : 0;
    const char *rest = skip_viewer(s + 1 + digits);

    if (digits == 0 || digits > 9 || *rest != '"')
        return -1;
    *end = rest + 1;
    return strtoll(s + 1, NULL, 10);
}

/* The seq of an If-Match header: the newest of its tags, MATCH_ANY_SEQ for a
 * star.  False when it is malformed. */
static bool read_if_match(const char *header, int64_t *seq)
{
    const char *s = header + strspn(header, " \t");

    *seq = MATCH_ANY_SEQ;
    if (*s == '*')
        return s[1] == '\0';
    while (*s) {
        int64_t one = read_tag(s, &s);

        if (one < 0)
            return false;
        if (one > *seq)
            *seq = one;
        s += strspn(s, " \t");
        if (*s == ',')
            s += 1 + strspn(s + 1, " \t");
        else if (*s)
            return false;
    }
    return *seq >= 0;
}

/* The seq that the client expects: of the header, or body_seq of the body,
 * which is MATCH_ANY_SEQ if the body has none. */
static bool prepare_seq(struct request *request, struct match_request *what,
                        enum guard guard, int64_t body_seq)
{
    const char *header =
        guard == GUARD_NONE ? NULL : request_header(request, "If-Match");

    what->expected_seq = body_seq;
    if (!header) {
        const bool is_missing =
            guard == GUARD_NEEDED && body_seq == MATCH_ANY_SEQ;

        if (is_missing)
            problem_reply(request, PROBLEM_PRECONDITION_REQUIRED, NULL);
        return !is_missing;
    }
    if (!read_if_match(header, &what->expected_seq)) {
        problem_reply(request, PROBLEM_MALFORMED_REQUEST,
                      "If-Match must be the ETag of a state, in quotes: "
                      "\"17.0\" or \"17\".");
        return false;
    }
    if (body_seq != MATCH_ANY_SEQ && body_seq != what->expected_seq) {
        problem_reply(request, PROBLEM_MALFORMED_REQUEST,
                      "If-Match and the member seq of the body must name the "
                      "same state. One of them is enough.");
        return false;
    }
    return true;
}

static void hash_request(const struct request *request,
                         uint8_t out[DIGEST_SIZE])
{
    const struct digest_part parts[] = {
        {request->target, strlen(request->target) + 1},
        {request->body, request->body ? request->body_length : 0},
    };

    digest_sha256_parts(parts, sizeof parts / sizeof *parts, out);
}

bool match_action_key(struct request *request, const char **key,
                      uint8_t hash[32])
{
    *key = request_header(request, "Idempotency-Key");
    if (!*key)
        return true;
    size_t length = strlen(*key);
    bool is_plain = length > 0 && length < PLAY_KEY_SIZE;

    for (size_t i = 0; i < length; i++)
        is_plain = is_plain && (*key)[i] > ' ' && (*key)[i] < 0x7f;
    if (!is_plain) {
        problem_reply(request, PROBLEM_MALFORMED_REQUEST,
                      "An Idempotency-Key must have 1 to 128 printable ASCII "
                      "characters, without spaces.");
        return false;
    }
    hash_request(request, hash);
    return true;
}

static bool prepare(struct request *request, struct match_request *what,
                    enum guard guard, int64_t body_seq)
{
    what->match = request->path[0];
    what->player = request->player;
    return match_action_key(request, &what->key, what->body_hash) &&
           prepare_seq(request, what, guard, body_seq);
}

bool match_action_prepare(struct request *request, struct match_request *what)
{
    return prepare(request, what, GUARD_NONE, MATCH_ANY_SEQ);
}

/* ---- the responses ---- */

/* Add the clock as it is now, which is not part of what an idempotency key
 * repeats. */
static void add_clock(struct request *request, const struct match *match)
{
    sink_json_continue(&request->json, &request->reply.body);
    json_clock(&request->json.sink, match, play_now_us(request->play));
    reply_close(request);
}

static void accept(struct request *request, const struct match_response *answer)
{
    const struct action_reply *action = request->own;
    char tag[STATE_TAG_SIZE];

    if (answer->reply) {
        text_add_string(reply_text(request, 201, "application/json"),
                        answer->reply);
        if (action->wants_clock)
            add_clock(request, answer->match);
        state_tag(answer->seq, answer->seat, request->language, tag);
        reply_etag(request, tag);
        reply_private(request);
        reply_language(request);
    } else {
        reply_empty(request, 204);
    }
    if (answer->replayed)
        reply_header(request, "Idempotent-Replayed", "true");
}

static void acted(void *ctx, const struct match_response *answer)
{
    struct request *request = ctx;
    struct action_reply *action = request->own;

    atomic_fetch_add(&request->cpu_us, answer->cpu_us);
    action->seat = answer->seat;
    action->seq = answer->seq;
    if (answer->err)
        match_action_refuse(request, answer);
    else
        accept(request, answer);
    if (!answer->err && action->wants_representation)
        representation_add(request);
    else
        request_finish(request);
}

enum handled match_action_submit_body(struct request *request, struct input *in,
                                      struct match_request *what,
                                      enum guard guard)
{
    enum handled handled = HANDLED;
    int64_t seq = MATCH_ANY_SEQ;

    if (guard != GUARD_NONE)
        body_integer(in, "seq", OPTIONAL, 0, UINT32_MAX, &seq);
    if (!input_end(in))
        return HANDLED;
    if (prepare(request, what, guard, seq))
        handled = match_action_submit(request, what);
    input_drop(in);
    return handled;
}

enum handled match_action_submit(struct request *request,
                                 struct match_request *what)
{
    struct action_reply *action = request_own(request, sizeof *action);

    if (!action)
        return problem_of_play(request, PLAY_UNAVAILABLE);
    action->wants_representation =
        (what->action == MATCH_MOVE || what->action == MATCH_UNDO) &&
        request_prefers(request, RETURN_REPRESENTATION);
    action->wants_clock = what->render == match_action_render_events;
    request_choose_language(request);
    what->language = request->language;
    request_lend(request);
    match_submit(request->play, what, acted, request);
    return LATER;
}
