/* Texts from templates. */
#include "rules/kit/phrases.h"

#include "rules/game.h"
#include "rules/kit/templates.h"
#include "rules/short_copy.h"

#include <string.h>

enum { FAMILY_SIZE = 64, DIGITS_SIZE = 24 };

/* A text that is being made. */
struct fill {
    const struct phrases *phrases;
    const struct templates *templates;
    const struct members *members;
    enum language language;
    char *out;
    size_t length;
};

/* Where names are looked up: the members of an object, or the number that {n}
 * is, and then what is around it. */
struct scope {
    const struct scope *outer;
    unsigned first, end;    /* the members of the object */
    const struct member *n; /* NULL: none */
};

static void fill_in(struct fill *f, const struct scope *scope,
                    uint16_t template);
static void put_value(struct fill *f, const struct scope *scope,
                      const struct member *value, const struct segment *by);

static void put_bytes(struct fill *f, const char *bytes, size_t n)
{
    const size_t room = PHRASE_TEXT_MAX - 1 - f->length;

    n = n < room ? n : room;
    short_copy(f->out + f->length, bytes, n);
    f->length += n;
}

static void put_string(struct fill *f, const char *string)
{
    put_bytes(f, string, strlen(string));
}

static struct word write_digits(int64_t value, char out[DIGITS_SIZE])
{
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    char *const end = out + DIGITS_SIZE, *p = end;

    do {
        *--p = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    if (value < 0)
        *--p = '-';
    return (struct word){p, (size_t)(end - p)};
}

/* ---- values ---- */

/* What a name stands for; NULL: nothing. */
static const struct member *
find_value(const struct fill *f, const struct scope *scope, struct word name)
{
    const struct member *all = f->members->member;

    for (; scope; scope = scope->outer) {
        if (scope->n && name.length == 1 && name.at[0] == 'n')
            return scope->n;
        for (unsigned i = scope->first; i < scope->end; i = all[i].end)
            if (all[i].key && is_word(all[i].key, name))
                return &all[i];
    }
    return NULL;
}

/* Whether {n} is 1. */
static bool is_one(const struct fill *f, const struct scope *scope)
{
    const struct member *n = find_value(f, scope, (struct word){"n", 1});

    return n && n->kind == MEMBER_NUMBER && n->number == 1;
}

static struct word text_of(const struct fill *f, const struct member *value)
{
    return (struct word){f->members->texts + value->text, value->length};
}

/* The index of the first thing in an object or array. */
static unsigned first_in(const struct fill *f, const struct member *value)
{
    return (unsigned)(value - f->members->member) + 1;
}

static bool is_empty(const struct fill *f, const struct member *value)
{
    if (!value)
        return true;
    switch ((enum member_kind)value->kind) {
    case MEMBER_NUMBER:
    case MEMBER_TEXT: return false;
    case MEMBER_TRUTH: return !value->number;
    case MEMBER_OBJECT:
    case MEMBER_ARRAY: break;
    }
    return first_in(f, value) == value->end;
}

/* ---- what a value chooses ---- */

/* Put the template of a text, or of the name of a number in an object of
 * numbers; without one, the text. */
static void put_chosen(struct fill *f, const struct scope *scope, struct word v,
                       const struct segment *by)
{
    uint16_t template = template_of(f->templates, &by->family, v);

    if (template == NO_TEMPLATE) {
        put_bytes(f, v.at, v.length);
        return;
    }
    if (f->templates->one[template] != NO_TEMPLATE && is_one(f, scope))
        template = f->templates->one[template];
    fill_in(f, scope, template);
}

/* The title of a number; NULL: it has none. */
static const char *title_of(const struct fill *f, int64_t n,
                            const struct segment *by)
{
    const struct word family = segment_family(by);
    char key[FAMILY_SIZE];

    if (!f->phrases->title || family.length >= sizeof key)
        return NULL;
    memcpy(key, family.at, family.length);
    key[family.length] = '\0';
    return f->phrases->title(key, n);
}

/* The name of the player of a seat; NULL: not known. */
static const char *name_of(const struct members *members, int64_t seat)
{
    const char *const *names = members->sink.names;

    return names && seat >= 0 && seat < RULES_SEATS_MAX ? names[seat] : NULL;
}

/* Whether a text begins with the name of a player. */
static bool begins_with_name(const struct members *members, const char *text)
{
    for (int seat = 0; seat < RULES_SEATS_MAX; seat++) {
        const char *name = name_of(members, seat);

        if (name && name[0] && name[0] == text[0] &&
            strncmp(text, name, strlen(name)) == 0)
            return true;
    }
    return false;
}

/* Put the name of a player, the title or the digits of a number for which its
 * family has no template. */
static void put_plain_number(struct fill *f, const struct scope *scope,
                             int64_t n, const struct segment *by)
{
    const char *title = by->mark == ':' ? title_of(f, n, by) : NULL;
    char digits[DIGITS_SIZE];
    struct word v;
    uint16_t template;

    if (title) {
        put_string(f, title);
        return;
    }
    v = write_digits(n, digits);
    template = template_of(f->templates, &by->family, v);
    if (template == NO_TEMPLATE)
        put_bytes(f, v.at, v.length);
    else
        fill_in(f, scope, template);
}

static void put_number(struct fill *f, const struct scope *scope,
                       const struct member *number, const struct segment *by)
{
    const struct scope inner = {.outer = scope, .n = number};
    const char *name =
        by->is_player ? name_of(f->members, number->number) : NULL;

    if (name)
        put_string(f, name);
    else if (number->number == 1 && by->one != NO_TEMPLATE)
        fill_in(f, &inner, by->one);
    else if (by->plain != NO_TEMPLATE)
        fill_in(f, &inner, by->plain);
    else
        put_plain_number(f, &inner, number->number, by);
}

/* Put the name of a number in an object of numbers. */
static void put_named(struct fill *f, const struct scope *scope,
                      const struct member *number, const struct segment *by)
{
    const struct member n = {.kind = MEMBER_NUMBER, .number = number->number};
    const struct scope inner = {.outer = scope, .n = &n};
    const struct word name = {number->key, strlen(number->key)};

    put_chosen(f, &inner, name, by);
}

/* The elements of an array, or the numbers of an object. */
static void put_list(struct fill *f, const struct scope *scope,
                     const struct member *list, const struct segment *by)
{
    const unsigned first = first_in(f, list);

    for (unsigned i = first; i < list->end;) {
        const struct member *member = &f->members->member[i];

        if (i > first && member->end < list->end)
            put_bytes(f, ", ", 2);
        else if (i > first)
            fill_in(f, scope, template_find(f->templates, "and"));
        if (member->key)
            put_named(f, scope, member, by);
        else
            put_value(f, scope, member, by);
        i = member->end;
    }
}

static void put_object(struct fill *f, const struct scope *scope,
                       const struct member *object, const struct segment *by)
{
    const unsigned first = first_in(f, object);
    const struct scope inner = {
        .outer = scope, .first = first, .end = object->end};

    if (f->members->member[first].kind == MEMBER_TEXT)
        put_chosen(f, &inner, text_of(f, &f->members->member[first]), by);
    else
        put_list(f, scope, object, by);
}

static void put_value(struct fill *f, const struct scope *scope,
                      const struct member *value, const struct segment *by)
{
    if (is_empty(f, value)) {
        fill_in(f, scope, by->none);
        return;
    }
    switch ((enum member_kind)value->kind) {
    case MEMBER_NUMBER: put_number(f, scope, value, by); break;
    case MEMBER_TEXT: put_chosen(f, scope, text_of(f, value), by); break;
    case MEMBER_OBJECT: put_object(f, scope, value, by); break;
    case MEMBER_ARRAY: put_list(f, scope, value, by); break;
    case MEMBER_TRUTH: break;
    }
}

/* Put what the name of a segment stands for. */
static void put_name(struct fill *f, const struct scope *scope,
                     const struct segment *segment)
{
    const struct member *value = find_value(f, scope, segment_name(segment));

    if (segment->mark == '?')
        fill_in(f, scope, is_empty(f, value) ? segment->none : segment->plain);
    else
        put_value(f, scope, value, segment);
}

/* Append a template; NO_TEMPLATE: nothing. */
static void fill_in(struct fill *f, const struct scope *scope,
                    uint16_t template)
{
    struct segments segments;

    if (template == NO_TEMPLATE)
        return;
    segments = template_segments(f->templates, f->language, template);
    for (const struct segment *s = segments.at; s < segments.end; s++) {
        put_bytes(f, s->at, s->literal);
        if (s->mark)
            put_name(f, scope, s);
    }
}

void phrases_fill_part(const struct phrases *phrases,
                       const struct members *members, const char *key,
                       enum language language, char out[PHRASE_TEXT_MAX])
{
    struct fill f = {.phrases = phrases,
                     .templates = templates_of(phrases),
                     .members = members,
                     .language = language,
                     .out = out};
    const struct scope scope = {.first = 0, .end = members->count};

    fill_in(&f, &scope, template_find(f.templates, key));
    out[f.length] = '\0';
}

void phrases_fill(const struct phrases *phrases, const struct members *members,
                  const char *key, enum language language,
                  char out[PHRASE_TEXT_MAX])
{
    phrases_fill_part(phrases, members, key, language, out);
    if (out[0] >= 'a' && out[0] <= 'z' && !begins_with_name(members, out))
        out[0] = (char)(out[0] - 'a' + 'A');
}

void phrases_write(const struct phrases *phrases, const struct members *members,
                   const char *key)
{
    struct sink *to = members->to;
    char text[PHRASE_TEXT_MAX];

    phrases_fill(phrases, members, key, to->language, text);
    sink_string(to, "phrase", key);
    sink_string(to, "text", text);
}

void phrases_list(const struct phrases *phrases, struct sink *sink)
{
    for (size_t i = 0; i < phrases->count; i++)
        sink_string(sink, phrases->templates[sink->language][i].key,
                    phrases->templates[sink->language][i].text);
}
