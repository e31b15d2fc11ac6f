/* What a story says about a response. */
#include "story.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- parts of a response ---- */

/* A header or the body as text, or a value of the body's JSON. */
struct part {
    bool is_there;
    char *text;   /* owned; NULL: JSON */
    json_t *json; /* owned */
};

static void clear_part(struct part *part)
{
    free(part->text);
    json_decref(part->json);
}

/* The value at a path such as events[-1].steps[0].text, or NULL. */
static json_t *look_up(json_t *at, const char *path)
{
    while (at && *path) {
        const size_t length = strcspn(path, ".[");

        if (*path == '[') {
            char *end;
            long index = strtol(path + 1, &end, 10);

            if (index < 0)
                index += (long)json_array_size(at);
            at = json_array_get(at, (size_t)index);
            path = *end == ']' ? end + 1 : "";
        } else {
            at = json_object_getn(at, path, length);
            path += length;
        }
        path += *path == '.';
    }
    return at;
}

static const char *const relations[] = {"is",     "has", "lacks",
                                        "counts", "at",  "begins"};

static bool is_relation(const char *word)
{
    const size_t length = strcspn(word, " ");

    for (size_t i = 0; i < sizeof relations / sizeof *relations; i++)
        if (strlen(relations[i]) == length &&
            strncmp(relations[i], word, length) == 0)
            return true;
    return false;
}

/* "body without seq undo is ...": the body without these members. */
static struct part shortened_body(const struct answer *answer,
                                  const char **text)
{
    json_t *copy = json_deep_copy(answer->json);

    while (**text && !is_relation(*text)) {
        char member[64];
        const size_t length = strcspn(*text, " ");

        snprintf(member, sizeof member, "%.*s", (int)length, *text);
        json_object_del(copy, member);
        *text += length + ((*text)[length] == ' ');
    }
    return (struct part){.is_there = copy != NULL, .json = copy};
}

static struct part header(const struct answer *answer, const char **text)
{
    char name[64], value[2048];
    const size_t length = strcspn(*text, " ");

    snprintf(name, sizeof name, "%.*s", (int)length, *text);
    *text += length + ((*text)[length] == ' ');
    answer_header(answer, name, value, sizeof value);
    return (struct part){.is_there = *value != '\0', .text = strdup(value)};
}

char *story_body(const struct answer *answer)
{
    char *text = strdup(answer->body);
    const size_t length = strlen(text);

    if (length > 0 && text[length - 1] == '\n')
        text[length - 1] = '\0';
    return text;
}

/* Take what a line speaks of off its beginning. */
static struct part take_part(const struct answer *answer, const char **text)
{
    if (story_begins(*text, "header ", text))
        return header(answer, text);
    if (story_begins(*text, "body without ", text))
        return shortened_body(answer, text);
    const size_t length = strcspn(*text, " ");
    char path[256];

    snprintf(path, sizeof path, "%.*s", (int)length, *text);
    *text += length + ((*text)[length] == ' ');
    if (strcmp(path, "body") == 0)
        return (struct part){true, story_body(answer), NULL};
    json_t *found = json_incref(look_up(answer->json, path));

    return (struct part){.is_there = found != NULL, .json = found};
}

/* New text: that of a variable. */
static char *part_text(const struct part *part)
{
    if (part->text)
        return strdup(part->text);
    if (json_is_string(part->json))
        return strdup(json_string_value(part->json));
    char *text =
        json_dumps(part->json, JSON_COMPACT | JSON_ENCODE_ANY | JSON_SORT_KEYS);

    return text ? text : strdup("");
}

/* ---- relations ---- */

static size_t count_of(const struct part *part)
{
    return json_is_object(part->json) ? json_object_size(part->json)
                                      : json_array_size(part->json);
}

static bool array_has(const json_t *array, const json_t *value)
{
    size_t i;
    json_t *item;

    json_array_foreach(array, i, item)
    {
        if (json_equal(item, value))
            return true;
    }
    return false;
}

/* The text that a line gives: JSON for a JSON string, bytes for all others. */
static bool has(const struct part *part, const json_t *value, const char *text)
{
    const char *words = json_is_string(value) ? json_string_value(value) : text;

    if (part->text)
        return strstr(part->text, words) != NULL;
    if (json_is_array(part->json))
        return array_has(part->json, value);
    if (json_is_object(part->json))
        return json_object_get(part->json, words) != NULL;
    return json_is_string(part->json) &&
           strstr(json_string_value(part->json), words);
}

static bool is_equal(const struct part *part, const json_t *value,
                     const char *text)
{
    return part->text ? strcmp(part->text, text) == 0
                      : json_equal(part->json, value);
}

static bool begins(const struct part *part, const json_t *value,
                   const char *text)
{
    const char *rest;

    if (part->text)
        return story_begins(part->text, text, &rest);
    return json_is_string(part->json) && json_is_string(value) &&
           story_begins(json_string_value(part->json), json_string_value(value),
                        &rest);
}

/* Does the part have this relation?  -1: there is no such relation. */
static int holds(struct story *story, const struct part *part, const char *text)
{
    const char *rest;

    if (strcmp(text, "is there") == 0)
        return part->is_there;
    if (strcmp(text, "is missing") == 0)
        return !part->is_there;
    if (!part->is_there)
        return 0;
    if (story_begins(text, "counts ", &rest))
        return count_of(part) == strtoul(rest, NULL, 10);
    if (story_begins(text, "at least ", &rest))
        return json_number_value(part->json) >= strtod(rest, NULL);
    if (story_begins(text, "at most ", &rest))
        return json_number_value(part->json) <= strtod(rest, NULL);

    static const struct {
        const char *words;
        bool (*holds)(const struct part *, const json_t *, const char *);
        bool expected;
    } rows[] = {
        {"is not ", is_equal, false}, {"is ", is_equal, true},
        {"has ", has, true},          {"lacks ", has, false},
        {"begins ", begins, true},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (!story_begins(text, rows[i].words, &rest))
            continue;
        json_t *value = json_loads(rest, JSON_DECODE_ANY, NULL);

        if (!part->text && !value)
            story_stop(story, "not JSON: %s", rest);
        const bool is_so = rows[i].holds(part, value, rest) == rows[i].expected;

        json_decref(value);
        return is_so;
    }
    return -1;
}

/* ---- lines ---- */

/* "201", "409 undo-blocked", "201/409" */
static void check_status(struct story *story, const struct answer *answer,
                         const char *text)
{
    const char *problem = strchr(text, ' ');
    bool is_it = false;

    for (const char *at = text; at; at = strchr(at, '/'), at += at != NULL)
        is_it = is_it || strtol(at, NULL, 10) == answer->status;
    if (!is_it)
        story_stop(story, "the status is %ld, not %s: %s", answer->status, text,
                   answer->body);
    if (problem && strcmp(answer_problem(answer), problem + 1) != 0)
        story_stop(story, "the problem is %s: %s", answer_problem(answer),
                   answer->body);
}

/* "let NAME = WHAT" */
static void let(struct story *story, const struct answer *answer,
                const char *text)
{
    char name[32];
    const size_t length = strcspn(text, " ");

    snprintf(name, sizeof name, "%.*s", (int)length, text);
    if (!story_begins(text + length, " = ", &text))
        story_stop(story, "let NAME = WHAT");
    struct part part = take_part(answer, &text);

    if (!part.is_there)
        story_stop(story, "it is missing: %s", answer->body);
    char *value = part_text(&part);

    story_set(story, name, value);
    free(value);
    clear_part(&part);
}

/* Of long texts, where they begin to differ. */
static void tell_difference(const char *wanted, const char *seen)
{
    const char *is = strchr(wanted, '{');
    size_t at = 0;

    for (; is && is[at] && is[at] == seen[at]; at++)
        ;
    if (at > 300)
        fprintf(stderr, "  from byte %zu: wanted %.200s; it is %.200s\n", at,
                is + at, seen + at);
}

bool story_check(struct story *story, const struct answer *answer,
                 const char *text)
{
    const char *rest;

    if (isdigit((unsigned char)*text)) {
        check_status(story, answer, text);
        return true;
    }
    if (story_begins(text, "let ", &rest)) {
        let(story, answer, rest);
        return false;
    }
    rest = text;
    struct part part = take_part(answer, &rest);
    const int is_so = holds(story, &part, rest);

    if (is_so < 0)
        story_stop(story, "unknown: %s", text);
    if (!is_so) {
        char *seen = part.is_there ? part_text(&part) : strdup("missing");

        story_fault(story, "not so: %.400s; it is %.400s; the response: %.500s",
                    text, seen, answer->body);
        tell_difference(rest, seen);
        free(seen);
    }
    clear_part(&part);
    return false;
}
