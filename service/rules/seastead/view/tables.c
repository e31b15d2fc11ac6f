/* Flotillas, cards and tiles as tables for people at a terminal; the boards of
 * the players are short in the view. */
#include "rules/kit/phrases.h"
#include "rules/seastead/view/view.h"
#include "rules/seastead/words/words.h"

#include <stdio.h>
#include <string.h>

enum { HERE_SIZE = 64, LINE_SIZE = 320 };

/* Text that grows; what does not fit is cut. */
struct line {
    char text[LINE_SIZE];
    size_t length;
};

static void line_add(struct line *line, const char *separator, const char *text)
{
    const size_t room = sizeof line->text - line->length;
    const int length = snprintf(line->text + line->length, room, "%s%s",
                                line->length ? separator : "", text);

    line->length += (size_t)length < room ? (size_t)length : room - 1;
}

/* A template filled in from members, as a cell. */
static void write_phrase(struct sink *sink, const char *column,
                         const struct members *members, const char *key)
{
    char text[PHRASE_TEXT_MAX];

    phrases_fill(&words_texts, members, key, sink->language, text);
    sink_string(sink, column, text);
}

/* The template "KIND-N" as a cell. */
static void write_text(struct sink *sink, const char *column, const char *kind,
                       int n)
{
    struct members none;
    char key[32];

    members_begin(&none, NULL);
    snprintf(key, sizeof key, "%s-%d", kind, n);
    write_phrase(sink, column, &none, key);
}

static void write_pile(struct sink *sink, const char *what, int pile)
{
    struct line line = {.length = 0};

    snprintf(line.text, sizeof line.text, "%s; %d in the pile", what, pile);
    sink_string(sink, NULL, line.text);
}

/* ---- flotillas ---- */

/* The pieces at a location: "seat 0: port, dock 7". */
static void write_here(const struct state *s, int l, struct sink *sink)
{
    struct line line = {.length = 0};
    char part[HERE_SIZE];

    if (s->building[l]) {
        snprintf(part, sizeof part, "seat %d: %s", owner_at(s, l),
                 piece_words[piece_at(s, l)]);
        line_add(&line, "; ", part);
    }
    if (s->dock[l]) {
        snprintf(part, sizeof part, "dock %d", s->dock[l]);
        line_add(&line, ", ", part);
    }
    if (s->ship[l]) {
        snprintf(part, sizeof part, "seat %d: ship", s->ship[l] - 1);
        line_add(&line, "; ", part);
    }
    if (s->token[l])
        line_add(&line, "; ", resource_words[s->token[l] - 1]);
    sink_string(sink, "here", line.text);
}

static void write_location(const struct state *s, int l, struct sink *sink)
{
    const struct location *printed = location_at(s, l);

    sink_object(sink, NULL);
    sink_string(sink, "at", location_word(l).text);
    sink_number(sink, "cost", printed->cost);
    sink_number(sink, "points", printed->points);
    sink_string(sink, "discount",
                printed->tag == NO_TAG ? "" : piece_words[printed->tag]);
    write_here(s, l, sink);
    write_text(sink, "effect", "text.effect", printed->effect);
    sink_close(sink);
}

static void write_flotillas(const struct state *s, struct sink *sink)
{
    sink_array(sink, "flotillas");
    for (int f = 0; f < FLOTILLAS; f++) {
        char text[LINE_SIZE];

        snprintf(text, sizeof text, "Flotilla %d, side %c: %s is demanded%s",
                 f + 1, s->b_sides >> f & 1 ? 'b' : 'a',
                 resource_words[s->demand[f]],
                 s->locked == f ? ", the token is locked" : "");
        sink_string(sink, NULL, text);
        for (int spot = 0; spot < SPOTS; spot++)
            write_location(s, f * SPOTS + spot, sink);
    }
    sink_close(sink);
}

/* ---- cards and tiles ---- */

/* The half of a dive card that faces somebody. */
static void write_half(const struct half *h, const char *owner,
                       struct sink *sink)
{
    struct members members;
    char key[32];

    sink_object(sink, NULL);
    sink_string(sink, "half of", owner);
    members_begin(&members, NULL);
    words_half(&members.sink, h);
    snprintf(key, sizeof key, "half.%s", half_words[h->kind]);
    write_phrase(sink, "gives", &members, key);
    sink_close(sink);
}

static void write_dive(const struct state *s, struct sink *sink)
{
    const struct half *half = dive_card(s)->half;
    char text[LINE_SIZE];

    snprintf(text, sizeof text, "Card %d is face up", s->dive[s->drawn - 1]);
    sink_array(sink, "dive");
    write_pile(sink, text, s->dive_count - s->drawn);
    write_half(&half[half_of(s, 0)], "seat 0", sink);
    write_half(&half[half_of(s, 1)], is_solo(s) ? "the Boss" : "seat 1", sink);
    sink_close(sink);
}

/* A tile of the display, or at a location (-1: none), where the locations that
 * count are known. */
static void write_dock(int dock, int location, struct sink *sink)
{
    const bool is_at = location >= 0;
    char text[PHRASE_TEXT_MAX];
    struct members members;
    struct line line = {.length = 0};

    members_begin(&members, NULL);
    sink_string(&members.sink, "resource",
                resource_words[docks[dock].resource]);
    if (is_at)
        words_areas_at(&members.sink, &docks[dock], location);
    else
        words_areas(&members.sink, &docks[dock]);
    phrases_fill(&words_texts, &members, "text.dock", sink->language, text);
    line_add(&line, "", text);
    phrases_fill_part(&words_texts, &members, "with-areas", sink->language,
                      text);
    if (is_at)
        line_add(&line, " ", text + strspn(text, "; "));
    sink_object(sink, NULL);
    sink_number(sink, "dock", dock);
    sink_string(sink, "where",
                is_at ? location_word(location).text : "display");
    sink_string(sink, "counts", line.text);
    sink_close(sink);
}

static void write_docks(const struct state *s, struct sink *sink)
{
    sink_array(sink, "docks");
    write_pile(sink, "Dock tiles", s->dock_count);
    for (int i = 0; i < DISPLAY; i++)
        if (s->dock_display[i])
            write_dock(s->dock_display[i], -1, sink);
    for (int l = 0; l < LOCATIONS; l++)
        if (s->dock[l])
            write_dock(s->dock[l], l, sink);
    sink_close(sink);
}

static void write_specialist(int n, const char *where, bool is_face_up,
                             struct sink *sink)
{
    sink_object(sink, NULL);
    sink_string(sink, "specialist", specialists[n].title);
    sink_string(sink, "where", where);
    sink_number(sink, "points", specialists[n].points);
    sink_string(sink, "face", is_face_up ? "up" : "down");
    write_text(sink, "ability", "text.card", n);
    sink_close(sink);
}

static void write_specialists(const struct state *s, struct sink *sink)
{
    sink_array(sink, "specialists");
    write_pile(sink, "Specialists", s->specialist_count);
    for (int i = 0; i < DISPLAY; i++)
        if (s->specialist_display[i])
            write_specialist(s->specialist_display[i], "display", true, sink);
    for (int seat = 0; seat < OWNERS; seat++)
        for (int n = 1; n <= SPECIALISTS; n++)
            if (has_specialist(s, seat, n))
                write_specialist(n, seat ? "seat 1" : "seat 0",
                                 is_face_up(s, seat, n), sink);
    sink_close(sink);
}

static void write_decree(int n, const char *where, struct sink *sink)
{
    sink_object(sink, NULL);
    sink_string(sink, "decree", decrees[n].title);
    sink_string(sink, "where", where);
    write_text(sink, "says", "text.decree", n);
    sink_close(sink);
}

/* No rows if no side B is in play. */
static void write_decrees(const struct state *s, int viewer, struct sink *sink)
{
    sink_array(sink, "decrees");
    if (has_decrees(s))
        write_pile(sink, s->drawn_decree[0] ? "2 decrees are drawn" : "Decrees",
                   s->decree_count);
    if (s->decree)
        write_decree(s->decree, "in force", sink);
    for (int i = 0; i < 2; i++)
        if (s->drawn_decree[i] && view_sees_drawn(s, viewer))
            write_decree(s->drawn_decree[i], "drawn", sink);
    for (int n = 1; n <= DECREES; n++)
        if (s->covered >> (n - 1) & 1)
            write_decree(n, "covered", sink);
    sink_close(sink);
}

void state_tables(const void *state, int viewer, struct sink *sink)
{
    const struct state *s = state;

    write_flotillas(s, sink);
    write_dive(s, sink);
    write_docks(s, sink);
    write_specialists(s, sink);
    write_decrees(s, viewer, sink);
}
