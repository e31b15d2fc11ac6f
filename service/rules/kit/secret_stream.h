/* The random events of a match: shuffles and draws whose results follow from
 * the match's secret, and which nobody can know in advance without it.
 *
 * Each event uses a stream of its own (rules/random.h), the next one.  A state
 * contains a secret_stream as a member; it is never shown to a player. */
#ifndef RULES_KIT_SECRET_STREAM_H
#define RULES_KIT_SECRET_STREAM_H

#include "rules/game.h"
#include "rules/kit/card_set.h"
#include "rules/kit/reader.h"
#include "rules/random.h"

struct secret_stream {
    uint64_t next; /* the stream of the next event, at most INT64_MAX */
    uint8_t secret[RULES_SECRET_SIZE];
};

/* Begin with the first stream of a secret. */
void secret_stream_begin(struct secret_stream *s,
                         const uint8_t secret[RULES_SECRET_SIZE]);

/* Open the next stream. */
struct random secret_stream_open(struct secret_stream *s);

/* Shuffle a list. */
void secret_stream_shuffle(struct secret_stream *s, uint8_t *items,
                           size_t count);

/* Write `count` numbers from `first` on in random order. */
void secret_stream_deal(struct secret_stream *s, uint8_t *out, int first,
                        size_t count);

/* Pick a card of a set, which must not be empty. */
int secret_stream_pick(struct secret_stream *s, const struct card_set *set);

/* Replace the secret by a random one: for `resample`, because future events
 * follow from the secret. */
void secret_stream_resample(struct secret_stream *s, struct random *random);

/* Write and read the members "secret" and "stream" of the object "hidden", of
 * which a position may leave out both. */
void secret_stream_view(const struct secret_stream *s, struct sink *sink);
void secret_stream_read(struct secret_stream *s, struct reader *r,
                        source_node hidden);

#endif
