/* Documents as trees, for tests that judge a game by what it writes. */
#ifndef TESTS_RULES_DOCUMENT_H
#define TESTS_RULES_DOCUMENT_H

#include "rules/sink.h"

enum { DOCUMENT_NODES = 6000, DOCUMENT_DEPTH = 12 };

struct node {
    const char *key; /* NULL in an array */
    char word[160];  /* a text, or the beginning of it */
    int64_t number;  /* also of a truth; an array or object: its length */
    bool is_null;
    struct node *child, *last, *next;
};

struct document {
    struct sink sink;
    struct node node[DOCUMENT_NODES];
    int count;
    struct node *open[DOCUMENT_DEPTH];
    int depth;
};

/* Empty the document; what is then written to its sink are the members of its
 * root. */
const struct node *document_begin(struct document *document);

/* A member; a node without members if it is missing. */
const struct node *node_member(const struct node *node, const char *key);
bool node_has(const struct node *node, const char *key);
int node_number(const struct node *node, const char *key);
const char *node_word(const struct node *node, const char *key);

/* The element of an array, from 0. */
const struct node *node_at(const struct node *array, int index);

/* The row of an array of components with this number. */
const struct node *node_numbered(const struct node *array, int number);

/* Whether an array of numbers, or of words, includes this one. */
bool node_includes(const struct node *array, int number);
bool node_includes_word(const struct node *array, const char *word);

#endif
