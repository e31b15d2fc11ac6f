/* Where each operation of the store would run if the tables were spread over
 * several databases: the plans of its statements agree with
 * docs/operations/growth.md.  An operation that clients wait for is routed by
 * the id of a match or an account, or by the hash of a token.  The page lists
 * the exceptions.
 *
 * The operations are in routes_*.c.  FATHOM_PLANS=1 prints the plans. */
#include "routes.h"
#include "depth.h"

#include "pages.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char page_path[] = "docs/operations/growth.md";

/* ---- the page ---- */

enum { OPERATIONS_MAX = 128 };

/* All operations, and the words of the page for each; "": none. */
struct page_routes {
    const struct route_operation *operations[OPERATIONS_MAX];
    char words[OPERATIONS_MAX][ROUTES_WORDS];
    size_t count;
};

static void add_operations(struct page_routes *said)
{
    static const struct route_operation *const lists[] = {
        match_operations,       feed_operations,        account_operations,
        list_operations,        matchmaking_operations, job_operations,
        account_end_operations,
    };

    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (size_t n = 0; lists[i][n].name; n++) {
            cr_assert_lt(said->count, OPERATIONS_MAX);
            said->operations[said->count++] = &lists[i][n];
        }
}

static void add_table(void *ctx, const struct page_row *row)
{
    routes_add(ctx, row->cell[0], row->cell[1]);
}

static void add_operation(void *ctx, const struct page_row *row)
{
    struct page_routes *said = ctx;
    size_t n = 0;

    while (n < said->count &&
           strcmp(said->operations[n]->name, row->cell[0]) != 0)
        n++;
    cr_expect_lt(n, said->count,
                 "%s lists \"%s\", which this test does not call", page_path,
                 row->cell[0]);
    if (n < said->count)
        page_plain(row->cell[1], said->words[n], ROUTES_WORDS);
}

/* Clients do not wait for all databases. */
static void add_waited(void *ctx, const struct page_row *row)
{
    cr_expect_null(strstr(row->cell[1], "every "), "%s: %s", row->cell[0],
                   row->cell[1]);
    add_operation(ctx, row);
}

static void read_page(struct routes *routes, struct page_routes *said)
{
    char *page = page_read(page_path);

    page_table(page, "| table | where |", add_table, routes);
    page_table(page, "| operation | routed to |", add_waited, said);
    page_table(page, "| exception | routed to |", add_operation, said);
    free(page);
}

/* ---- the test ---- */

static void fill(struct route_rows *it)
{
    const struct store_account ada = rows_account(1, "ada");
    const struct store_account bob = rows_account(2, "bob");
    struct store_account bot = rows_account(3, "robot");
    const struct store_match row = rows_match(9);
    struct store *store = it->store;

    bot.kind = ACCOUNT_BOT;
    cr_assert_eq(store->accounts->insert(store, &ada), STORE_OK);
    cr_assert_eq(store->accounts->insert(store, &bob), STORE_OK);
    cr_assert_eq(store->accounts->insert(store, &bot), STORE_OK);
    cr_assert_eq(store->matches->insert(store, &row, NULL, 0), STORE_OK);
    for (uint8_t n = 1; n <= 2; n++) {
        const struct store_token token = {.id = rows_id(n),
                                          .hash = {n},
                                          .created_us = t0,
                                          .expires_us = t0 + 1000000,
                                          .account = it->ada};
        const struct store_token_terms terms = {.most = 20};

        cr_assert_eq(store->tokens->insert(store, &token, &terms), STORE_OK);
    }
}

/* The parameters stay parameters, and rows are found by their keys,
 * however few there are. */
static const char settings[] = " -c plan_cache_mode=force_generic_plan"
                               " -c auto_explain.log_verbose=on"
                               " -c enable_seqscan=off"
                               " -c enable_bitmapscan=off"
                               " -c enable_hashjoin=off"
                               " -c enable_mergejoin=off"
                               " -c enable_memoize=off";

Test(routing, every_operation_uses_its_declared_database, .init = deep_only,
     .timeout = 600)
{
    static struct explain plans;
    static struct routes routes;
    static struct page_routes said;
    struct route_rows it = {.ada = rows_id(1),
                            .bob = rows_id(2),
                            .bot = rows_id(3),
                            .match = rows_id(9),
                            .challenge = rows_id(30),
                            .ticket = rows_id(31),
                            .token = {1},
                            .other = {2}};
    struct world world;

    add_operations(&said);
    read_page(&routes, &said);
    if (!world_open_store(&world))
        return;
    if (explain_begin(&plans, &world, settings)) {
        it.world = &world;
        it.store = plans.store;
        fill(&it);
        route_prepare_writes(&it);
        explain_skip(&plans);
        for (size_t i = 0; i < said.count; i++) {
            const struct route_operation *operation = said.operations[i];
            char words[ROUTES_WORDS];

            cr_assert_eq(operation->call(&it), STORE_OK, "%s", operation->name);
            routes_judge(&routes, &plans, words);
            printf("| %s | %s |\n", operation->name, words);
            cr_expect(routes_agree(words, said.words[i]), "%s: %s, not %s",
                      operation->name, words, said.words[i]);
        }
        explain_end(&plans);
    }
    world_close(&world);
}
