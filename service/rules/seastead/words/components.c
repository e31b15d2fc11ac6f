/* The content as data: every location, card and tile with its text, its origin
 * and, of the flotillas, its place on the table. */
#include "rules/kit/phrases.h"
#include "rules/seastead/words/words.h"

#include <stdio.h>

/* The table in thousandths of its width and height: flotillas in two rows of
 * two, a location at an angle of sixty degrees from the next one, the first at
 * the upper left. */
static const struct {
    int16_t x, y;
} centres[FLOTILLAS] = {{250, 250}, {750, 250}, {250, 750}, {750, 750}},
  offsets[SPOTS] = {{-75, -130}, {75, -130}, {150, 0},
                    {75, 130},   {-75, 130}, {-150, 0}};

/* The text of the object that is open, and its origin. */
static void write_text(struct members *members, const char *key,
                       enum origin origin)
{
    phrases_write(&words_texts, members, key);
    sink_string(&members->sink, "origin", origin_words[origin]);
}

/* The template "KIND.N" as the title, in the language of the sink. */
static void write_title(struct sink *sink, const char *kind, int n)
{
    struct members members;
    char key[32], title[PHRASE_TEXT_MAX];

    members_begin(&members, sink);
    snprintf(key, sizeof key, "%s.%d", kind, n);
    phrases_fill(&words_texts, &members, key, sink->language, title);
    sink_string(sink, "title", title);
}

/* "text.KIND-N" */
static void write_numbered(struct sink *sink, const char *kind, int n,
                           enum origin origin)
{
    struct members members;
    char key[32];

    members_begin(&members, sink);
    snprintf(key, sizeof key, "text.%s-%d", kind, n);
    write_text(&members, key, origin);
}

static void write_operand(struct sink *sink, const struct effect *e,
                          enum operand operand)
{
    switch (operand) {
    case OPERAND_NONE: break;
    case OPERAND_N: sink_number(sink, "n", e->n); break;
    case OPERAND_TIMES: sink_number(sink, "times", e->times); break;
    case OPERAND_TYPES:
        if (!e->types)
            sink_truth(sink, "not_demanded", true);
        else if (e->types != ALL_RESOURCES)
            sink_string(sink, "resource",
                        resource_words[__builtin_ctz(e->types)]);
        break;
    case OPERAND_PIECE:
    case OPERAND_SOME_PIECE:
        if (e->piece != ANY_PIECE)
            sink_string(sink, "piece", piece_words[e->piece]);
        break;
    }
}

static void write_effects(struct sink *sink, const struct effect *parts,
                          int count)
{
    sink_array(sink, "effects");
    for (int i = 0; i < count && parts[i].op != OP_NONE; i++) {
        sink_object(sink, NULL);
        sink_string(sink, "do", op_words[parts[i].op]);
        for (int k = 0; k < 2; k++)
            write_operand(sink, &parts[i],
                          (enum operand)op_operands[parts[i].op][k]);
        sink_close(sink);
    }
    sink_close(sink);
}

static void write_location(struct sink *sink, int f, int side, int spot)
{
    const struct location *l = &locations[f][side][spot];

    sink_object(sink, NULL);
    sink_string(sink, "id", location_word(f * SPOTS + spot).text);
    sink_number(sink, "cost", l->cost);
    sink_number(sink, "points", l->points);
    if (l->tag != NO_TAG)
        sink_string(sink, "discount", piece_words[l->tag]);
    sink_number(sink, "effect", l->effect);
    sink_number(sink, "x", centres[f].x + offsets[spot].x);
    sink_number(sink, "y", centres[f].y + offsets[spot].y);
    sink_string(sink, "origin", origin_words[ORIGIN_OURS]);
    sink_close(sink);
}

static void write_flotillas(struct sink *sink)
{
    static const char *const sides[] = {"a", "b"};

    sink_array(sink, "flotillas");
    for (int f = 0; f < FLOTILLAS; f++) {
        sink_object(sink, NULL);
        sink_number(sink, "number", f + 1);
        sink_number(sink, "x", centres[f].x);
        sink_number(sink, "y", centres[f].y);
        for (int side = 0; side < 2; side++) {
            sink_array(sink, sides[side]);
            for (int spot = 0; spot < SPOTS; spot++)
                write_location(sink, f, side, spot);
            sink_close(sink);
        }
        sink_close(sink);
    }
    sink_close(sink);
    sink_array(sink, "effects");
    for (int n = 1; n <= EFFECTS; n++) {
        sink_object(sink, NULL);
        sink_number(sink, "number", n);
        write_effects(sink, location_effects[n], EFFECT_PARTS);
        write_numbered(sink, "effect", n, ORIGIN_RULEBOOK);
        sink_close(sink);
    }
    sink_close(sink);
}

static void write_half(struct sink *sink, const struct half *h)
{
    sink_object(sink, NULL);
    sink_string(sink, "kind", half_words[h->kind]);
    for (int r = 0; r < RESOURCES; r++)
        if (h->amount[r])
            sink_number(sink, resource_words[r], h->amount[r]);
    if (h->wild)
        sink_number(sink, "any", h->wild);
    sink_close(sink);
}

static void write_dive(struct sink *sink)
{
    sink_array(sink, "dive_cards");
    for (int n = 1; n <= DIVE_CARDS; n++) {
        const struct dive_card *card = &dive_cards[n];

        sink_object(sink, NULL);
        sink_number(sink, "number", n);
        sink_string(sink, "depth",
                    n <= SHALLOW_CARDS                 ? "shallow"
                    : n <= SHALLOW_CARDS + SHELF_CARDS ? "shelf"
                                                       : "depth");
        sink_array(sink, "halves");
        write_half(sink, &card->half[0]);
        write_half(sink, &card->half[1]);
        sink_close(sink);
        if (n <= SHALLOW_CARDS) {
            sink_string(sink, "arrow", card->arrow ? "orange" : "blue");
            sink_string(sink, "locked", resource_words[card->locked]);
        }
        sink_string(sink, "origin", origin_words[ORIGIN_OURS]);
        sink_close(sink);
    }
    sink_close(sink);
}

static void write_windows(struct sink *sink, unsigned windows)
{
    static const struct {
        unsigned window;
        const char *word;
    } words[] = {
        {WINDOW_START, "start"},
        {WINDOW_DIVE, "dive"},
        {WINDOW_BUILD, "build"},
        {WINDOW_PRICE, "price"},
        {WINDOW_AFTER_DIVE, "opponent-dives"},
        {WINDOW_AFTER_PRICE, "opponent-builds"},
    };

    sink_array(sink, "used");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (windows & words[i].window)
            sink_string(sink, NULL, words[i].word);
    sink_close(sink);
}

static void write_specialists(struct sink *sink)
{
    sink_array(sink, "cards");
    for (int n = 1; n <= SPECIALISTS; n++) {
        const struct specialist *p = &specialists[n];

        sink_object(sink, NULL);
        sink_number(sink, "number", n);
        sink_string(sink, "word", p->word);
        write_title(sink, "person", n);
        sink_string(sink, "set", p->is_b ? "b" : "a");
        sink_number(sink, "points", p->points);
        sink_truth(sink, "solo", !p->is_not_for_solo);
        write_windows(sink, p->windows);
        write_effects(sink, p->does, EFFECT_PARTS);
        write_numbered(sink, "card", n, p->origin);
        sink_close(sink);
    }
    sink_close(sink);
}

static void write_decrees(struct sink *sink)
{
    sink_array(sink, "decrees");
    for (int n = 1; n <= DECREES; n++) {
        sink_object(sink, NULL);
        sink_number(sink, "number", n);
        write_title(sink, "decree-title", n);
        write_effects(sink, &decrees[n].does, 1);
        write_numbered(sink, "decree", n, decrees[n].origin);
        sink_close(sink);
    }
    sink_close(sink);
}

void words_areas(struct sink *sink, const struct dock *d)
{
    for (int a = 0; a < AREAS; a++) {
        if (!d->area[a].points)
            continue;
        sink_object(sink, area_words[a]);
        sink_string(sink, "piece", piece_words[d->area[a].piece]);
        sink_number(sink, "points", d->area[a].points);
        sink_number(sink, "offset", area_offset[a]);
        sink_close(sink);
    }
}

static void write_docks(struct sink *sink)
{
    sink_array(sink, "docks");
    for (int n = 1; n <= DOCKS; n++) {
        const struct dock *d = &docks[n];
        struct members members;

        sink_object(sink, NULL);
        members_begin(&members, sink);
        sink_number(&members.sink, "number", n);
        sink_string(&members.sink, "resource", resource_words[d->resource]);
        words_areas(&members.sink, d);
        write_text(&members, "text.dock", d->origin);
        sink_close(sink);
    }
    sink_close(sink);
}

void words_components(struct sink *sink)
{
    write_flotillas(sink);
    write_dive(sink);
    write_specialists(sink);
    write_decrees(sink);
    write_docks(sink);
}
