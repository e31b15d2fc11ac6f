/* The steps of a story: requests, blocks of steps, and what happens to the
 * node. */
#include "depth.h"
#include "story.h"

#include <ctype.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

enum { CROWD = 8, PATIENCE_S = 60 };

static void pause_ms(long ms)
{
    const struct timespec pause = {ms / 1000, ms % 1000 * 1000000};

    nanosleep(&pause, NULL);
}

/* ---- one request ---- */

/* A request with everything filled in. */
struct order {
    struct client client; /* has a connection of its own */
    char method[12];
    char *path, *body; /* owned; body NULL: none */
    char *headers[8];  /* owned */
    size_t header_count;
    bool is_of_match; /* the path was relative */
    long after_ms;    /* for requests at once: a delay */
    const struct story_line *line;
    int children, children_end; /* the lines below it */
    struct answer answer;
};

static void clear_order(struct order *order)
{
    client_close(&order->client);
    free(order->path);
    free(order->body);
    for (size_t i = 0; i < order->header_count; i++)
        free(order->headers[i]);
    answer_clear(&order->answer);
    *order = (struct order){0};
}

/* The text is taken over. */
static void add_header(struct order *order, char *text)
{
    if (order->header_count == 8)
        abort();
    order->headers[order->header_count++] = text;
}

static bool has_header(const struct order *order, const char *name)
{
    for (size_t i = 0; i < order->header_count; i++)
        if (strncmp(order->headers[i], name, strlen(name)) == 0)
            return true;
    return false;
}

/* The lines "with ..." below a request. */
static void read_with(struct story *story, struct order *order)
{
    for (int i = order->children; i < order->children_end; i++) {
        const char *what, *rest;

        if (!story_begins(story->lines[i].text, "with ", &rest))
            continue;
        story->line = &story->lines[i];
        char *filled = story_fill(story, rest);

        if (strcmp(filled, "the other node") == 0)
            order->client.service = &story->another;
        else if (story_begins(filled, "a delay of ", &what))
            order->after_ms = strtol(what, NULL, 10);
        else
            add_header(order, strdup(filled));
        free(filled);
    }
}

/* "state?seat=0" is below the match, "." is the match itself. */
static char *full_path(struct story *story, const char *path)
{
    char *full = NULL;
    const bool is_below = strcmp(path, ".") != 0;

    if (*path == '/')
        return strdup(path);
    if (asprintf(&full, "/v1/matches/%s%s%s", story_get(story, "match"),
                 is_below ? "/" : "", is_below ? path : "") < 0)
        abort();
    return full;
}

/* Moves and undos have the seq that was seen last as their precondition. */
static void add_precondition(struct story *story, struct order *order,
                             const char *path)
{
    const bool is_one = strcmp(path, "moves") == 0 || strcmp(path, "undo") == 0;

    if (is_one && !has_header(order, "If-Match"))
        add_header(order, story_fill(story, "If-Match: \"{seq}\""));
}

/* Is a line a request?  "WHO METHOD ..." */
static bool is_request(const char *text)
{
    const char *method = strchr(text, ' ');

    return method && isupper((unsigned char)method[1]) &&
           isupper((unsigned char)method[2]);
}

static void read_order(struct story *story, int line, const char *words,
                       struct order *order)
{
    char *text = story_fill(story, words), *save = NULL;
    const char *who = strtok_r(text, " ", &save);
    const char *method = strtok_r(NULL, " ", &save);
    const char *path = strtok_r(NULL, " ", &save);
    const char *body = strtok_r(NULL, "", &save);

    if (!path)
        story_stop(story, "WHO METHOD PATH [BODY]");
    struct client *client = &story_person(story, who)->client;

    *order = (struct order){.client = client_again(client->service, client),
                            .line = story->line,
                            .children = line + 1,
                            .children_end = story_children_end(story, line)};
    order->client.may_fail = true;
    snprintf(order->method, sizeof order->method, "%s", method);
    order->is_of_match = *path != '/';
    order->path = full_path(story, path);
    order->body = body ? strdup(body) : NULL;
    read_with(story, order);
    add_precondition(story, order, path);
    free(text);
    story->line = order->line;
}

static void send_order(struct order *order)
{
    answer_clear(&order->answer);
    if (order->after_ms > 0)
        pause_ms(order->after_ms);
    for (size_t i = 0; i < order->header_count; i++)
        client_with(&order->client, order->headers[i]);
    order->answer =
        client_send_bytes(&order->client, order->method, order->path,
                          order->body, order->body ? strlen(order->body) : 0);
}

/* The seq of the match, which only rises. */
static void note_seq(struct story *story, const struct order *order)
{
    const long seq = answer_number(&order->answer, "seq");

    if (order->is_of_match && order->answer.status < 300 &&
        seq > story->fixture.seq) {
        story->fixture.seq = seq;
        story_set_number(story, "seq", seq);
    }
}

/* Compare the response with the lines below the request.  Without a status it
 * must be a success. */
static void check_order(struct story *story, const struct order *order)
{
    const char *rest;
    bool has_status = false;

    for (int i = order->children; i < order->children_end; i++) {
        story->line = &story->lines[i];
        if (story_begins(story->line->text, "with ", &rest))
            continue;
        char *filled = story_fill(story, story->line->text);

        has_status |= story_check(story, &order->answer, filled);
        free(filled);
    }
    story->line = order->line;
    if (!has_status &&
        (order->answer.status < 200 || order->answer.status > 299))
        story_stop(story, "the status is %ld: %s", order->answer.status,
                   order->answer.body);
}

/* ---- what refusals must not change ---- */

void story_unwatch(struct story *story)
{
    for (int i = 0; i < story->watched_count; i++)
        free(story->watched[i].body);
    story->watched_count = 0;
}

static char *read_watched(const struct story_watched *watched)
{
    struct answer answer =
        client_send(&watched->who->client, "GET", watched->path, NULL);
    char *body = strdup(answer.body);

    answer_clear(&answer);
    return body;
}

/* "watch WHO PATH" */
static void watch(struct story *story, const char *words)
{
    struct story_watched *watched = &story->watched[story->watched_count];
    char who[24], what[200], *text = story_fill(story, words);

    if (story->watched_count == STORY_WATCHED ||
        sscanf(text, "%23s %199s", who, what) != 2)
        story_stop(story, "watch WHO PATH");
    char *path = full_path(story, what);

    watched->who = story_person(story, who);
    snprintf(watched->path, sizeof watched->path, "%s", path);
    watched->body = read_watched(watched);
    story->watched_count++;
    free(path);
    free(text);
}

static void look_again(struct story *story)
{
    for (int i = 0; i < story->watched_count && story->is_watch_old; i++) {
        free(story->watched[i].body);
        story->watched[i].body = read_watched(&story->watched[i]);
    }
    story->is_watch_old = false;
}

static void expect_unchanged(struct story *story, const struct order *order)
{
    if (order->answer.status < 400) {
        story->is_watch_old = true;
        return;
    }
    for (int i = 0; i < story->watched_count; i++) {
        char *now = read_watched(&story->watched[i]);

        if (strcmp(now, story->watched[i].body) != 0)
            story_fault(story, "the refusal changed %s for %s: %.500s",
                        story->watched[i].path, story->watched[i].who->name,
                        now);
        free(now);
    }
}

/* ---- requests as steps ---- */

static struct order last; /* for "again" */

static void step_request(struct story *story, int line)
{
    clear_order(&last);
    read_order(story, line, story->line->text, &last);
    look_again(story);
    send_order(&last);
    note_seq(story, &last);
    check_order(story, &last);
    expect_unchanged(story, &last);
}

/* Is the response as it must be?  Nothing is reported. */
static bool is_answered(struct story *story, const struct order *order)
{
    jmp_buf *const end = story->end;
    const int before = story->failures;
    jmp_buf here;

    story->is_quiet = true;
    story->end = &here;
    if (setjmp(here) == 0) /* allowed: see story_stop */
        check_order(story, order);
    story->end = end;
    story->is_quiet = false;
    const bool is_so = story->failures == before;

    story->failures = before;
    return is_so;
}

/* "eventually WHO METHOD PATH": until everything is as it must be. */
static void step_eventually(struct story *story, int line, const char *text)
{
    const time_t begun = time(NULL); /* allowed: how long it takes */
    bool is_over = false;

    clear_order(&last);
    read_order(story, line, text, &last);
    do {
        is_over = time(NULL) - begun > PATIENCE_S; /* allowed: likewise */
        send_order(&last);
        if (is_answered(story, &last))
            break;
        pause_ms(20);
    } while (!is_over);
    note_seq(story, &last);
    check_order(story, &last);
    story->is_watch_old = true;
}

/* "again", "again 100 times": the last request once more, in every byte. */
static void step_again(struct story *story, int line, const char *rest)
{
    const int failures = story->failures;
    int times = 1;

    (void)sscanf(rest, " %d times", &times);
    last.line = story->line;
    last.children = line + 1;
    last.children_end = story_children_end(story, line);
    for (int i = 0; i < times && story->failures == failures; i++) {
        send_order(&last);
        check_order(story, &last);
    }
}

/* ---- at once ---- */

/* Kill the node after up to this time, while requests are under way. */
static void kill_within(struct story *story, long ms)
{
    pause_ms((long)fixture_random(&story->fixture, (unsigned)ms + 1));
    kill(story->service->pid, SIGKILL);
    waitpid(story->service->pid, NULL, 0);
}

static void *run_order(void *order)
{
    send_order(order);
    return NULL;
}

/* "statuses 201 412": these, in any order. */
static void check_statuses(struct story *story, const struct order *orders,
                           int count, const char *text)
{
    bool is_seen[CROWD] = {false};
    char *end;

    for (long want; (want = strtol(text, &end, 10)) != 0; text = end) {
        int i = 0;

        while (i < count && (is_seen[i] || orders[i].answer.status != want))
            i++;
        if (i == count)
            story_stop(story, "no response has the status %ld: %ld and %ld",
                       want, orders[0].answer.status, orders[1].answer.status);
        is_seen[i] = true;
    }
}

/* The responses are the variables {status_1}, {body_1} and so on. */
static void note_answers(struct story *story, const struct order *orders,
                         int count)
{
    for (int i = 0; i < count; i++) {
        char name[16];

        snprintf(name, sizeof name, "status_%d", i + 1);
        story_set_number(story, name, orders[i].answer.status);
        snprintf(name, sizeof name, "body_%d", i + 1);
        char *body = story_body(&orders[i].answer);

        story_set(story, name, body);
        free(body);
    }
}

static void finish_at_once(struct story *story, struct order *orders, int count,
                           const char *statuses)
{
    note_answers(story, orders, count);
    if (statuses)
        check_statuses(story, orders, count, statuses);
    for (int i = 0; i < count; i++) {
        story->line = orders[i].line;
        if (!statuses)
            check_order(story, &orders[i]);
        clear_order(&orders[i]);
    }
    story->is_watch_old = true;
}

/* Requests on connections of their own, all at once; and the node may be
 * killed meanwhile. */
static void step_at_once(struct story *story, int from, int to)
{
    struct order orders[CROWD] = {0};
    pthread_t threads[CROWD];
    const char *rest, *statuses = NULL;
    long kill_ms = -1;
    int count = 0;

    for (int i = from; i < to; i = story_children_end(story, i)) {
        story->line = &story->lines[i];
        if (story_begins(story->line->text, "statuses ", &rest))
            statuses = rest;
        else if (story_begins(story->line->text, "kill the node within ",
                              &rest))
            kill_ms = strtol(rest, NULL, 10);
        else if (is_request(story->line->text) && count < CROWD)
            read_order(story, i, story->line->text, &orders[count++]);
        else
            story_stop(story, "not a request: %s", story->line->text);
    }
    for (int i = 0; i < count; i++)
        pthread_create(&threads[i], NULL, run_order, &orders[i]);
    if (kill_ms >= 0)
        kill_within(story, kill_ms);
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    if (kill_ms >= 0)
        service_start(story->service);
    finish_at_once(story, orders, count, statuses);
}

/* ---- blocks ---- */

/* "repeat 3 times", "repeat 3 times, 10 in a deep run"; {round} counts. */
static void step_repeat(struct story *story, int from, int to, const char *text)
{
    int times = 0, deep = 0;

    if (sscanf(text, "%d times, %d in a deep run", &times, &deep) < 2)
        deep = times;
    for (int i = 1; i <= (is_deep() ? deep : times); i++) {
        story_set_number(story, "round", i);
        story_steps(story, from, to);
    }
}

/* "for NAME in VALUES" */
static void step_for(struct story *story, int from, int to, const char *text)
{
    char *filled = story_fill(story, text), *save = NULL;
    const char *name = strtok_r(filled, " ", &save);
    const char *in = strtok_r(NULL, " ", &save);

    if (!in || strcmp(in, "in") != 0)
        story_stop(story, "for NAME in VALUES");
    for (char *value; (value = strtok_r(NULL, " ", &save));) {
        story_set(story, name, value);
        story_steps(story, from, to);
    }
    free(filled);
}

/* "if {status_1} is 201" */
static void step_if(struct story *story, int from, int to, const char *text)
{
    char *filled = story_fill(story, text);
    char *is = strstr(filled, " is ");

    if (!is)
        story_stop(story, "if VALUE is VALUE");
    *is = '\0';
    if (strcmp(filled, is + 4) == 0)
        story_steps(story, from, to);
    free(filled);
}

/* ---- other steps ---- */

/* "let NAME = VALUE" */
static void step_let(struct story *story, const char *text)
{
    char *filled = story_fill(story, text);
    char *equals = strstr(filled, " = ");

    if (!equals)
        story_stop(story, "let NAME = VALUE");
    *equals = '\0';
    story_set(story, filled, equals + 3);
    free(filled);
}

/* "check 12 at least 6" */
static void step_check(struct story *story, const char *text)
{
    char *filled = story_fill(story, text);
    long value, least;

    if (sscanf(filled, "%ld at least %ld", &value, &least) != 2)
        story_stop(story, "check NUMBER at least NUMBER");
    if (value < least)
        story_fault(story, "it is %ld", value);
    free(filled);
}

/* "change NAME MEMBER JSON", or without JSON to remove the member. */
static void step_change(struct story *story, const char *text)
{
    char *filled = story_fill(story, text), *save = NULL;
    const char *name = strtok_r(filled, " ", &save);
    char *member = strtok_r(NULL, " ", &save);
    const char *value = strtok_r(NULL, "", &save);
    json_t *document = json_loads(name ? story_get(story, name) : "", 0, NULL);
    char *dot = member ? strchr(member, '.') : NULL;
    json_t *at = document;

    if (dot) {
        *dot = '\0';
        at = json_object_get(document, member);
        member = dot + 1;
    }
    if (!member || !at)
        story_stop(story, "change NAME MEMBER JSON");
    if (value)
        json_object_set_new(at, member,
                            json_loads(value, JSON_DECODE_ANY, NULL));
    else
        json_object_del(at, member);
    char *changed = json_dumps(document, JSON_COMPACT);

    story_set(story, name, changed);
    free(changed);
    json_decref(document);
    free(filled);
}

/* "the log of ada is complete" */
static void step_log(struct story *story, const char *text)
{
    char name[24];

    snprintf(name, sizeof name, "%.*s", (int)strcspn(text, " "), text);
    fixture_expect_complete_log(&story->fixture,
                                story_seat(story, story_person(story, name)));
}

static void step_node(struct story *story, int signal_number)
{
    service_signal(story->service, signal_number);
    service_start(story->service);
}

/* "WHO plays [WORDS]"; false: it is something else. */
static bool step_plays(struct story *story, const char *text)
{
    const char *plays = strstr(text, " plays");
    char *filled, name[24];

    if (!plays || (plays[6] != '\0' && plays[6] != ' '))
        return false;
    snprintf(name, sizeof name, "%.*s", (int)(plays - text), text);
    filled = story_fill(story, plays + 6 + (plays[6] == ' '));
    story_choose(story, story_person(story, name), filled);
    free(filled);
    return true;
}

static void step_given(struct story *story, const char *text)
{
    char *filled = story_fill(story, text);

    story_given(story, filled);
    free(filled);
}

static void step_other(struct story *story, const char *text)
{
    const char *rest;

    if (story_begins(text, "given ", &rest))
        step_given(story, rest);
    else if (story_begins(text, "check ", &rest))
        step_check(story, rest);
    else if (story_begins(text, "change ", &rest))
        step_change(story, rest);
    else if (story_begins(text, "play ", &rest))
        story_play(story, rest);
    else if (story_begins(text, "let ", &rest))
        step_let(story, rest);
    else if (story_begins(text, "watch ", &rest))
        watch(story, rest);
    else if (story_begins(text, "the log of ", &rest))
        step_log(story, rest);
    else if (story_begins(text, "sql ", &rest))
        service_sql(story->service, rest);
    else if (strcmp(text, "the node is killed") == 0)
        step_node(story, SIGKILL);
    else if (!step_plays(story, text))
        story_stop(story, "unknown: %s", text);
}

void story_steps(struct story *story, int from, int to)
{
    const char *rest;

    for (int i = from, end; i < to; i = end) {
        const char *text = story->lines[i].text;

        end = story_children_end(story, i);
        story->line = &story->lines[i];
        if (story_begins(text, "repeat ", &rest))
            step_repeat(story, i + 1, end, rest);
        else if (story_begins(text, "for ", &rest))
            step_for(story, i + 1, end, rest);
        else if (story_begins(text, "if ", &rest))
            step_if(story, i + 1, end, rest);
        else if (strcmp(text, "at once") == 0)
            step_at_once(story, i + 1, end);
        else if (story_begins(text, "again", &rest))
            step_again(story, i, rest);
        else if (story_begins(text, "eventually ", &rest))
            step_eventually(story, i, rest);
        else if (is_request(text))
            step_request(story, i);
        else
            step_other(story, text);
    }
}
