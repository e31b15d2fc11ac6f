/* fathomd pairs: who met whom how often in rated matches. */
#include "commands.h"
#include "node.h"

#include <inttypes.h>
#include <stdlib.h>

enum { PAIRS_PRINTED = 50 };

static void print_pair(void *ctx, const struct store_rated_pair *row)
{
    size_t *printed = ctx;

    if ((*printed)++ == 0)
        puts("matches  queued   won  lost  short  network  annulled  "
             "players, game, seats");
    printf("%7" PRId64 " %7" PRId64 " %5" PRId64 " %5" PRId64 " %6" PRId64
           " %8" PRId64 " %9" PRId64 "  %s and %s, %s, %d\n",
           row->matches, row->queued, row->won, row->lost, row->are_short,
           row->of_one_network, row->annulled, row->names[0], row->names[1],
           row->game, row->seats);
}

int pairs_command(const struct config *config, const sigset_t *ending)
{
    struct store *store = node_open_patient_store(config);
    size_t printed = 0;
    enum store_err err;

    pthread_sigmask(SIG_UNBLOCK, ending, NULL);
    err = store ? store->statistics->read_pairs(store, PAIRS_PRINTED,
                                                print_pair, &printed)
                : STORE_UNAVAILABLE;
    if (store)
        store->free(store);
    if (err) {
        fputs("fathomd: the database is unavailable or returned an unexpected "
              "result.\n",
              stderr);
        return EXIT_FAILED;
    }
    if (printed == 0)
        puts("No two accounts have met in a rated match of this season.");
    return EXIT_SUCCESS;
}
