/* The queue of snapshots to be written. */
#include "play/node/id.h"
#include "play/node/jobs.h"
#include "play/play_struct.h"
#include "play/replay/snapshot.h"
#include "play/store/error.h"
#include "play/store/snapshots.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { WAITING_MAX = 256 };

struct snapshots {
    pthread_mutex_t lock;
    struct store_snapshot waiting[WAITING_MAX]; /* the oldest first */
    size_t count;
};

struct snapshots *snapshots_new(void)
{
    struct snapshots *snapshots = calloc(1, sizeof *snapshots);

    if (snapshots)
        pthread_mutex_init(&snapshots->lock, NULL);
    return snapshots;
}

static void free_bodies(struct store_snapshot *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(list[i].body);
}

void snapshots_free(struct snapshots *snapshots)
{
    if (!snapshots)
        return;
    free_bodies(snapshots->waiting, snapshots->count);
    pthread_mutex_destroy(&snapshots->lock);
    free(snapshots);
}

/* ---- offering ---- */

/* Under the lock. */
static bool is_waiting(const struct snapshots *snapshots,
                       const struct snapshot *snapshot)
{
    for (size_t i = 0; i < snapshots->count; i++)
        if (snapshots->waiting[i].seq == snapshot->seq &&
            id_equals(&snapshots->waiting[i].match, snapshot->match))
            return true;
    return false;
}

/* Under the lock.  false: no memory. */
static bool append(struct snapshots *snapshots, const struct snapshot *snapshot)
{
    struct store_snapshot *added = &snapshots->waiting[snapshots->count];

    *added = (struct store_snapshot){.match = *snapshot->match,
                                     .seq = snapshot->seq,
                                     .state_hash = snapshot->state_hash};
    added->size = snapshot_write(snapshot, &added->body);
    if (added->size == 0)
        return false;
    snapshots->count++;
    return true;
}

void snapshots_offer(struct play *play, const struct snapshot *snapshot)
{
    struct snapshots *snapshots = play->snapshots;
    bool is_batch = false, is_dropped = false;

    pthread_mutex_lock(&snapshots->lock);
    if (!is_waiting(snapshots, snapshot)) {
        is_dropped =
            snapshots->count == WAITING_MAX || !append(snapshots, snapshot);
        is_batch = !is_dropped && snapshots->count == STORE_SNAPSHOTS_MAX;
    }
    pthread_mutex_unlock(&snapshots->lock);
    if (is_dropped)
        atomic_fetch_add(&play->counts.snapshots_dropped, 1);
    if (is_batch)
        jobs_kick(play->jobs, JOB_SNAPSHOTS);
}

/* ---- writing ---- */

static size_t take(struct snapshots *snapshots,
                   struct store_snapshot out[STORE_SNAPSHOTS_MAX])
{
    size_t count;

    pthread_mutex_lock(&snapshots->lock);
    count = snapshots->count < STORE_SNAPSHOTS_MAX ? snapshots->count
                                                   : STORE_SNAPSHOTS_MAX;
    memcpy(out, snapshots->waiting, count * sizeof *out);
    snapshots->count -= count;
    memmove(snapshots->waiting, snapshots->waiting + count,
            snapshots->count * sizeof *out);
    pthread_mutex_unlock(&snapshots->lock);
    return count;
}

void snapshots_run(struct play *play)
{
    struct store_snapshot list[STORE_SNAPSHOTS_MAX];

    while (!atomic_load(&play->draining)) {
        const size_t count = take(play->snapshots, list);

        if (count == 0)
            return;
        enum store_err err = play->store->snapshots->write(
            play->store, play->build, list, count);

        atomic_fetch_add(err ? &play->counts.snapshots_dropped
                             : &play->counts.snapshots_written,
                         count);
        free_bodies(list, count);
    }
}
