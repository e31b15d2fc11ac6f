/* Texts from templates. */
#include "rules/kit/phrases.h"

#include "rules/game.h"
#include "rules/kit/templates.h"

#include <string.h>

enum { FAMILY_SIZE = 64, DIGITS_SIZE = 24 };

/* A text that is being made. */
struct fill {
    const struct phrases *phrases;
    const struct members *members;
    enum language language;
    char *out;
    size_t length;
};

/* Where names are looked up: the members of an object, the number that {n} is,
 * and then what is around it. */
struct scope {
    const struct scope *outer;
    unsigned first, end; /* the members of the object */
    bool has_n;
    bool is_one; /* whether {n} is 1 */
    int64_t n;
};

/* What a name stands for. */
struct value {
    bool is_there;
    uint8_t kind; /* enum member_kind */
    int64_t number;
    const char *text;
    unsigned first, end; /* what is in it */
};

static void fill_in(struct fill *f, const struct scope *scope,
                    uint16_t template);
static void put_value(struct fill *f, const struct scope *scope,
                      const struct value *value, const struct segment *by);

static void put_bytes(struct fill *f, const char *bytes, size_t n)
{
    const size_t room = PHRASE_TEXT_MAX - 1 - f->length;

    n = n < room ? n : room;
    memcpy(f->out + f->length, bytes, n);
    f->length += n;
}

static const char *write_digits(int64_t value, char out[DIGITS_SIZE])
{
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    char *p = out + DIGITS_SIZE - 1;

    *p = '\0';
    do {
        *--p = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    if (value < 0)
        *--p = '-';
    return p;
}

/* ---- values ---- */

static struct value value_at(const struct fill *f, unsigned index)
{
    const struct member *member = &f->members->member[index];

    return (struct value){.is_there = true,
                          .kind = member->kind,
                          .number = member->number,
                          .text = member->kind == MEMBER_TEXT
                                      ? f->members->texts + member->text
                                      : NULL,
                          .first = index + 1,
                          .end = member->end};
}

static struct value find_value(const struct fill *f, const struct scope *scope,
                               struct word name)
{
    for (; scope; scope = scope->outer) {
        if (scope->has_n && name.length == 1 && name.at[0] == 'n')
            return (struct value){
                .is_there = true, .kind = MEMBER_NUMBER, .number = scope->n};
        for (unsigned i = scope->first; i < scope->end;
             i = f->members->member[i].end) {
            const char *key = f->members->member[i].key;

            if (key && key[0] == name.at[0] &&
                strncmp(key, name.at, name.length) == 0 && !key[name.length])
                return value_at(f, i);
        }
    }
    return (struct value){.is_there = false};
}

/* A scope of an object. */
static struct scope scope_of(const struct fill *f, unsigned first, unsigned end,
                             const struct scope *outer)
{
    struct scope scope = {.outer = outer,
                          .first = first,
                          .end = end,
                          .is_one = outer && outer->is_one};

    for (unsigned i = first; i < end; i = f->members->member[i].end) {
        const struct member *member = &f->members->member[i];

        if (member->key && member->key[0] == 'n' && !member->key[1]) {
            scope.is_one = member->kind == MEMBER_NUMBER && member->number == 1;
            break;
        }
    }
    return scope;
}

/* A scope with nothing but {n}. */
static struct scope scope_of_number(int64_t n, const struct scope *outer)
{
    return (struct scope){
        .outer = outer, .has_n = true, .is_one = n == 1, .n = n};
}

static bool is_empty(const struct value *value)
{
    if (!value->is_there)
        return true;
    switch ((enum member_kind)value->kind) {
    case MEMBER_NUMBER:
    case MEMBER_TEXT: return false;
    case MEMBER_TRUTH: return !value->number;
    case MEMBER_OBJECT:
    case MEMBER_ARRAY: break;
    }
    return value->first == value->end;
}

/* ---- what a value chooses ---- */

/* Put the template of a family that a text chooses; false: it has none. */
static bool put_of(struct fill *f, const struct scope *scope, const char *v,
                   const struct segment *by, bool is_one)
{
    const struct word family = segment_family(by);
    char key[FAMILY_SIZE];
    uint16_t template = NO_TEMPLATE;

    if (!by->family || by->family + strlen(v) + 2 > sizeof key)
        return false;
    key[0] = '.';
    memcpy(key + 1, v, strlen(v) + 1);
    if (is_one)
        template = template_find_of(f->phrases, family, key, ".one");
    if (template == NO_TEMPLATE)
        template = template_find_of(f->phrases, family, key, "");
    fill_in(f, scope, template);
    return template != NO_TEMPLATE;
}

/* A text, or the name of a number in an object of numbers. */
static void put_chosen(struct fill *f, const struct scope *scope, const char *v,
                       const struct segment *by)
{
    if (!put_of(f, scope, v, by, scope->is_one))
        put_bytes(f, v, strlen(v));
}

/* Put the title of a number; false: it has none. */
static bool put_title(struct fill *f, int64_t n, const struct segment *by)
{
    const struct word family = segment_family(by);
    const char *title;
    char key[FAMILY_SIZE];

    if (!f->phrases->title || family.length >= sizeof key)
        return false;
    memcpy(key, family.at, family.length);
    key[family.length] = '\0';
    title = f->phrases->title(key, n);
    if (title)
        put_bytes(f, title, strlen(title));
    return title;
}

/* ---- names of players ---- */

/* The name of the player of a seat; NULL: not known. */
static const char *name_of(const struct members *members, int64_t seat)
{
    const char *const *names = members->sink.names;

    return names && seat >= 0 && seat < RULES_SEATS_MAX ? names[seat] : NULL;
}

/* Put the name of the player of a seat; false: it is not known, or no seat is
 * meant. */
static bool put_player(struct fill *f, int64_t n, const struct segment *by)
{
    static const char player[] = "player";
    const struct word family = segment_family(by);
    const char *name = by->family == sizeof player - 1 &&
                               memcmp(family.at, player, family.length) == 0
                           ? name_of(f->members, n)
                           : NULL;

    if (name)
        put_bytes(f, name, strlen(name));
    return name;
}

/* Whether a text begins with the name of a player. */
static bool begins_with_name(const struct members *members, const char *text)
{
    for (int seat = 0; seat < RULES_SEATS_MAX; seat++) {
        const char *name = name_of(members, seat);
        const size_t length = name ? strlen(name) : 0;

        if (length > 0 && strncmp(text, name, length) == 0)
            return true;
    }
    return false;
}

static void put_number(struct fill *f, const struct scope *scope, int64_t n,
                       const struct segment *by)
{
    const struct scope inner = scope_of_number(n, scope);
    const bool has_one = n == 1 && by->one != NO_TEMPLATE;
    char digits[DIGITS_SIZE];
    const char *v;

    if (put_player(f, n, by))
        return;
    if (has_one || by->plain != NO_TEMPLATE) {
        fill_in(f, &inner, has_one ? by->one : by->plain);
        return;
    }
    if (by->family && put_title(f, n, by))
        return;
    v = write_digits(n, digits);
    if (!put_of(f, &inner, v, by, false))
        put_bytes(f, v, strlen(v));
}

/* The elements of an array, or the numbers of an object. */
static void put_list(struct fill *f, const struct scope *scope,
                     const struct value *list, const struct segment *by)
{
    for (unsigned i = list->first; i < list->end;) {
        const struct member *member = &f->members->member[i];
        const struct scope inner = scope_of_number(member->number, scope);
        const struct value value = value_at(f, i);

        if (i > list->first && member->end < list->end)
            put_bytes(f, ", ", 2);
        else if (i > list->first)
            fill_in(f, scope, template_find(f->phrases, "and"));
        if (member->key)
            put_chosen(f, &inner, member->key, by);
        else
            put_value(f, scope, &value, by);
        i = member->end;
    }
}

static void put_object(struct fill *f, const struct scope *scope,
                       const struct value *object, const struct segment *by)
{
    const struct value first = value_at(f, object->first);
    const struct scope inner = scope_of(f, object->first, object->end, scope);

    if (first.kind == MEMBER_TEXT)
        put_chosen(f, &inner, first.text, by);
    else
        put_list(f, scope, object, by);
}

static void put_value(struct fill *f, const struct scope *scope,
                      const struct value *value, const struct segment *by)
{
    if (is_empty(value)) {
        fill_in(f, scope, by->none);
        return;
    }
    switch ((enum member_kind)value->kind) {
    case MEMBER_NUMBER: put_number(f, scope, value->number, by); break;
    case MEMBER_TEXT: put_chosen(f, scope, value->text, by); break;
    case MEMBER_OBJECT: put_object(f, scope, value, by); break;
    case MEMBER_ARRAY: put_list(f, scope, value, by); break;
    case MEMBER_TRUTH: break;
    }
}

/* Put what the name of a segment stands for. */
static void put_name(struct fill *f, const struct scope *scope,
                     const struct segment *segment)
{
    const struct value value = find_value(f, scope, segment_name(segment));

    if (segment->mark == '?')
        fill_in(f, scope, is_empty(&value) ? segment->none : segment->plain);
    else
        put_value(f, scope, &value, segment);
}

/* Append a template; NO_TEMPLATE: nothing. */
static void fill_in(struct fill *f, const struct scope *scope,
                    uint16_t template)
{
    const char *at;

    if (template == NO_TEMPLATE)
        return;
    at = f->phrases->templates[f->language][template].text;
    while (*at) {
        /* a copy: reading other templates may replace it */
        const struct segment segment = *template_segment(f->phrases, at);

        put_bytes(f, at, segment.literal);
        if (segment.mark)
            put_name(f, scope, &segment);
        at += segment.length;
    }
}

void phrases_fill_part(const struct phrases *phrases,
                       const struct members *members, const char *key,
                       enum language language, char out[PHRASE_TEXT_MAX])
{
    struct fill f = {.phrases = phrases,
                     .members = members,
                     .language = language,
                     .out = out};
    const struct scope scope = scope_of(&f, 0, members->count, NULL);

    fill_in(&f, &scope, template_find(phrases, key));
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
