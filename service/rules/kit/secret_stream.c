/* Random events that follow from a match's secret. */
#include "rules/kit/secret_stream.h"

#include <stdio.h>
#include <string.h>

void secret_stream_begin(struct secret_stream *s,
                         const uint8_t secret[RULES_SECRET_SIZE])
{
    s->next = 0;
    memcpy(s->secret, secret, sizeof s->secret);
}

struct random secret_stream_open(struct secret_stream *s)
{
    struct random random;

    random_init(&random, s->secret, s->next);
    s->next = (s->next + 1) & INT64_MAX; /* documents have no larger number */
    return random;
}

void secret_stream_shuffle(struct secret_stream *s, uint8_t *items,
                           size_t count)
{
    struct random random = secret_stream_open(s);

    random_shuffle(&random, items, count);
}

void secret_stream_deal(struct secret_stream *s, uint8_t *out, int first,
                        size_t count)
{
    for (size_t i = 0; i < count; i++)
        out[i] = (uint8_t)(first + (int)i);
    secret_stream_shuffle(s, out, count);
}

int secret_stream_pick(struct secret_stream *s, const struct card_set *set)
{
    struct random random = secret_stream_open(s);
    int card = set_next(set, 0);

    for (uint32_t n = random_below(&random, (uint32_t)set_count(set)); n > 0;
         n--)
        card = set_next(set, card);
    return card;
}

void secret_stream_resample(struct secret_stream *s, struct random *random)
{
    s->next = 0;
    for (size_t i = 0; i < sizeof s->secret; i++)
        s->secret[i] = (uint8_t)random_u32(random);
}

void secret_stream_view(const struct secret_stream *s, struct sink *sink)
{
    char hex[2 * RULES_SECRET_SIZE + 1];

    for (size_t i = 0; i < sizeof s->secret; i++)
        snprintf(hex + 2 * i, 3, "%02x", (unsigned)s->secret[i]);
    sink_string(sink, "secret", hex);
    sink_number(sink, "stream", (int64_t)s->next);
}

void secret_stream_read(struct secret_stream *s, struct reader *r,
                        source_node hidden)
{
    const source_node secret = reader_find(r, hidden, "secret");

    if (secret != SOURCE_NONE)
        reader_secret_at(r, secret, s->secret);
    s->next = (uint64_t)reader_number_or(r, hidden, "stream", 0, INT64_MAX, 0);
}
