/* Statements of feeds, challenges and blocks. */
#include "plans.h"

static enum store_err feed(struct asked *it, const struct play_id *after)
{
    const struct store_feed_query query = {
        .account = &it->many.id, .after_id = after, .limit = LIMIT};
    struct store_feed_entry notices[LIMIT];
    struct store_feed_cursor now;
    size_t count = 0;
    enum store_err err =
        it->store->feed->read(it->store, &query, notices, &count, &now);

    it->found = (unsigned)count;
    if (count > 0)
        it->last = notices[count - 1].id;
    return err;
}

static enum store_err my_events(struct asked *it)
{
    return feed(it, NULL);
}

static void count_challenge(void *ctx, const struct store_challenge *row)
{
    (void)row;
    ((struct asked *)ctx)->found++;
}

static enum store_err challenges(struct asked *it)
{
    const struct store_challenge_query query = {
        .account = &it->host.id, .statuses = CHALLENGES_ALL, .limit = LIMIT};

    return it->store->challenges->list(it->store, &query, count_challenge, it);
}

static enum store_err my_events_further(struct asked *it)
{
    return feed(it, &it->last);
}

static enum store_err challenge_by(struct asked *it,
                                   const struct store_account *challenger,
                                   unsigned from_strangers)
{
    const struct store_challenge row = {
        .challenge = {.key = {{(uint8_t)it->made++, 2}},
                      .settings = {.seats = 2},
                      .players = {{.account = challenger->id,
                                   .answer = ANSWER_ACCEPTED},
                                  {.account = it->busy.id}},
                      .created_us = 1,
                      .expires_us = 2},
        .game_id = "template",
        .options = "",
    };
    struct store_challenge_limits limits = {
        .waiting = 1000, .per_day = 1000, .from_strangers = from_strangers};

    it->found = 1;
    return it->store->challenges->insert(it->store, &row, &limits);
}

static enum store_err one_more_challenge(struct asked *it)
{
    return challenge_by(it, &it->host, 1000);
}

/* One that is refused: of the matches of both, which are many, a few are
 * read. */
static enum store_err challenge_by_stranger(struct asked *it)
{
    enum store_err err = challenge_by(it, &it->vain, 1);

    return err == STORE_FULL ? STORE_OK : STORE_UNAVAILABLE;
}

static void count_block(void *ctx, const struct block *block)
{
    (void)block;
    ((struct asked *)ctx)->found++;
}

static enum store_err blocks(struct asked *it)
{
    return it->store->blocks->list(it->store, &it->host.id, NULL, LIMIT,
                                   count_block, it);
}

const struct plan_statement feed_statements[] = {
    {"my events, from the first", my_events},
    {"my events, a page further", my_events_further},
    {"challenges", challenges},
    {"one challenge more", one_more_challenge},
    {"a challenge by one stranger too many", challenge_by_stranger},
    {"blocks", blocks},
    {NULL, NULL},
};
