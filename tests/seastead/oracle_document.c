/* The documents that the oracle reads. */
#include "oracle.h"

const struct node *oracle_view(struct document *document, const void *state)
{
    const struct node *root = document_begin(document);

    seastead_game.view(state, RULES_OMNISCIENT, &document->sink);
    return root;
}

const struct node *oracle_components(struct document *document)
{
    const struct node *root = document_begin(document);

    seastead_game.components(&document->sink);
    return root;
}

const struct node *oracle_location(const struct node *view, int flotilla,
                                   int spot)
{
    const struct node *f = node_at(node_member(view, "flotillas"), flotilla);

    return node_at(node_member(f, "locations"), spot % 6);
}

const struct node *oracle_printed(const struct node *components,
                                  const struct node *view, int flotilla,
                                  int spot)
{
    const struct node *f = node_at(node_member(view, "flotillas"), flotilla);
    const struct node *row =
        node_numbered(node_member(components, "flotillas"), flotilla + 1);

    return node_at(node_member(row, node_word(f, "side")), spot % 6);
}
