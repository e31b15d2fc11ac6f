/* Texts from templates. */
#include "rules/kit/phrases.h"

#include <string.h>

enum { KEY_SIZE = 64, DIGITS_SIZE = 24 };

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

/* A part of a template, without a NUL. */
struct word {
    const char *at;
    size_t length;
};

static void fill_in(struct fill *f, const struct scope *scope,
                    const char *template);
static void put_value(struct fill *f, const struct scope *scope,
                      const struct value *value, struct word family);

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

/* ---- templates ---- */

/* Where keys were found last, by their hash, for each thread: a list of moves
 * needs the same few templates again and again. */
enum { MEMO = 1 << 10 };
static _Thread_local uint16_t memo[MEMO];

static size_t search(const struct phrases *phrases, const char *key)
{
    const struct phrase_template *all = phrases->templates[LANGUAGE_EN];
    size_t low = 0, high = phrases->count;

    while (low < high) {
        const size_t middle = (low + high) / 2;

        if (strcmp(key, all[middle].key) > 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static const char *find_template(const struct fill *f, const char *key)
{
    const struct phrases *phrases = f->phrases;
    const struct phrase_template *all = phrases->templates[LANGUAGE_EN];
    uint32_t hash = 2166136261U; /* FNV-1a */
    size_t at;

    for (const char *c = key; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 16777619U;
    hash = (hash ^ hash >> 16) % MEMO;
    at = memo[hash];
    if (at >= phrases->count || strcmp(key, all[at].key) != 0) {
        at = search(phrases, key);
        if (at == phrases->count || strcmp(key, all[at].key) != 0)
            return NULL;
        memo[hash] = (uint16_t)at;
    }
    return phrases->templates[f->language][at].text;
}

/* "family.v", or "family" if v is NULL; with ".one" first if is_one. */
static const char *find_of(const struct fill *f, struct word family,
                           const char *v, bool is_one)
{
    const size_t size = v ? strlen(v) + 1 : 0;
    char key[KEY_SIZE], *end = key + family.length;

    if (family.length + size + sizeof ".one" > sizeof key)
        return NULL;
    memcpy(key, family.at, family.length);
    if (v) {
        *end = '.';
        memcpy(end + 1, v, size - 1);
    }
    if (is_one) {
        const char *text;

        memcpy(end + size, ".one", sizeof ".one");
        text = find_template(f, key);
        if (text)
            return text;
    }
    end[size] = '\0';
    return find_template(f, key);
}

static const char *find_title(const struct fill *f, struct word family,
                              int64_t n)
{
    char key[KEY_SIZE];

    if (!f->phrases->title || family.length >= sizeof key)
        return NULL;
    memcpy(key, family.at, family.length);
    key[family.length] = '\0';
    return f->phrases->title(key, n);
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

/* A text, or the name of a number in an object of numbers. */
static void put_chosen(struct fill *f, const struct scope *scope, const char *v,
                       struct word family)
{
    const struct value n = find_value(f, scope, (struct word){"n", 1});
    const bool is_one = n.is_there && n.kind == MEMBER_NUMBER && n.number == 1;
    const char *text = family.length ? find_of(f, family, v, is_one) : NULL;

    if (text)
        fill_in(f, scope, text);
    else
        put_bytes(f, v, strlen(v));
}

static void put_number(struct fill *f, const struct scope *scope, int64_t n,
                       struct word family)
{
    const struct scope inner = {.outer = scope, .has_n = true, .n = n};
    char digits[DIGITS_SIZE];
    const char *v = write_digits(n, digits), *text = NULL;

    if (family.length) {
        text = find_title(f, family, n);
        if (!text)
            text = find_of(f, family, NULL, n == 1);
        if (!text)
            text = find_of(f, family, v, false);
    }
    if (text)
        fill_in(f, &inner, text);
    else
        put_bytes(f, v, strlen(v));
}

/* The elements of an array, or the numbers of an object. */
static void put_list(struct fill *f, const struct scope *scope,
                     const struct value *list, struct word family)
{
    for (unsigned i = list->first; i < list->end;) {
        const struct member *member = &f->members->member[i];
        const struct scope inner = {
            .outer = scope, .has_n = true, .n = member->number};
        const struct value value = value_at(f, i);

        if (i > list->first && member->end < list->end)
            put_bytes(f, ", ", 2);
        else if (i > list->first)
            fill_in(f, scope, find_template(f, "and"));
        if (member->key)
            put_chosen(f, &inner, member->key, family);
        else
            put_value(f, scope, &value, family);
        i = member->end;
    }
}

static void put_object(struct fill *f, const struct scope *scope,
                       const struct value *object, struct word family)
{
    const struct value first = value_at(f, object->first);
    const struct scope inner = {
        .outer = scope, .first = object->first, .end = object->end};

    if (first.kind == MEMBER_TEXT)
        put_chosen(f, &inner, first.text, family);
    else
        put_list(f, scope, object, family);
}

static void put_value(struct fill *f, const struct scope *scope,
                      const struct value *value, struct word family)
{
    if (is_empty(value)) {
        fill_in(f, scope, find_of(f, family, "none", false));
        return;
    }
    switch ((enum member_kind)value->kind) {
    case MEMBER_NUMBER: put_number(f, scope, value->number, family); break;
    case MEMBER_TEXT: put_chosen(f, scope, value->text, family); break;
    case MEMBER_OBJECT: put_object(f, scope, value, family); break;
    case MEMBER_ARRAY: put_list(f, scope, value, family); break;
    case MEMBER_TRUTH: break;
    }
}

/* Put the name in braces. */
static void put_name(struct fill *f, const struct scope *scope,
                     const char *from, const char *end)
{
    const char *mark = from;
    struct word family = {end, 0};
    struct value value;

    while (mark < end && *mark != ':' && *mark != '?')
        mark++;
    if (mark < end)
        family = (struct word){mark + 1, (size_t)(end - mark - 1)};
    value = find_value(f, scope, (struct word){from, (size_t)(mark - from)});
    if (*mark == '?')
        fill_in(f, scope,
                find_of(f, family, is_empty(&value) ? "none" : NULL, false));
    else
        put_value(f, scope, &value, family);
}

/* Append a template; NULL: nothing. */
static void fill_in(struct fill *f, const struct scope *scope,
                    const char *template)
{
    while (template && *template) {
        const char *brace = strchr(template, '{');
        const char *end = brace ? strchr(brace, '}') : NULL;

        if (!end) {
            put_bytes(f, template, strlen(template));
            return;
        }
        put_bytes(f, template, (size_t)(brace - template));
        put_name(f, scope, brace + 1, end);
        template = end + 1;
    }
}

void phrases_fill(const struct phrases *phrases, const struct members *members,
                  const char *key, enum language language,
                  char out[PHRASE_TEXT_MAX])
{
    struct fill f = {.phrases = phrases,
                     .members = members,
                     .language = language,
                     .out = out};
    const struct scope scope = {.end = members->count};

    fill_in(&f, &scope, find_template(&f, key));
    out[f.length] = '\0';
    if (out[0] >= 'a' && out[0] <= 'z')
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
