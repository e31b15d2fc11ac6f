/* The performance that this machine allows: the smallest server that does the
 * same work as the service.
 *
 *   baseline BYTES                     GET /: a word; GET /bytes: this many
 *   baseline STATE CONNINFO MATCHES    POST /: a move, with a response when it
 *                                      is committed
 *
 * Prints "address=127.0.0.1:PORT" when it listens, on a free port.  It has no
 * rules, no login, no JSON.  A move updates a row with a state of this many
 * bytes and inserts a row into a log; one thread writes all moves that have
 * arrived in one transaction.  tools/bench-service.sh creates the tables. */
#include <arpa/inet.h>
#include <libpq-fe.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH_MAX = 64, STATE_MAX = 8192 };

struct post {
    struct MHD_Connection *connection;
    struct post *next;
    bool is_done;
};

struct baseline {
    struct MHD_Response *word, *bytes;
    bool writes;
    PGconn *pg;
    long matches, match;
    size_t state_size;
    char state[STATE_MAX];
    pthread_mutex_t lock;
    pthread_cond_t more;
    struct post *first, *last;
};

_Noreturn static void fail(const char *what)
{
    fprintf(stderr, "baseline: %s\n", what);
    exit(1);
}

/* ---- writing ---- */

static void take_results(PGconn *pg, int statements)
{
    for (int i = 0; i < statements; i++) {
        PGresult *result = PQgetResult(pg);

        if (PQresultStatus(result) != PGRES_COMMAND_OK)
            fail(PQerrorMessage(pg));
        PQclear(result);
        PQclear(PQgetResult(pg));
    }
    PQclear(PQgetResult(pg)); /* for the sync */
}

static void send_move(struct baseline *baseline)
{
    char id[24];
    const char *update[] = {baseline->state, id};
    const int lengths[] = {(int)baseline->state_size, 0}, formats[] = {1, 0};
    const char *insert[] = {id};

    baseline->match = (baseline->match + 1) % baseline->matches;
    snprintf(id, sizeof id, "%ld", baseline->match);
    baseline->state[baseline->state_size - 1]++;
    PQsendQueryPrepared(baseline->pg, "update", 2, update, lengths, formats, 1);
    PQsendQueryPrepared(baseline->pg, "insert", 1, insert, NULL, NULL, 1);
}

static void write_batch(struct baseline *baseline, struct post *list)
{
    int count = 0;

    PQenterPipelineMode(baseline->pg);
    PQsendQueryPrepared(baseline->pg, "begin", 0, NULL, NULL, NULL, 1);
    for (struct post *post = list; post; post = post->next, count++)
        send_move(baseline);
    PQsendQueryPrepared(baseline->pg, "commit", 0, NULL, NULL, NULL, 1);
    PQpipelineSync(baseline->pg);
    take_results(baseline->pg, 2 * count + 2);
    PQexitPipelineMode(baseline->pg);
    while (list) {
        struct post *next = list->next;

        list->is_done = true;
        MHD_resume_connection(list->connection);
        list = next;
    }
}

static void *write_always(void *arg)
{
    struct baseline *baseline = arg;

    for (;;) {
        pthread_mutex_lock(&baseline->lock);
        while (!baseline->first)
            pthread_cond_wait(&baseline->more, &baseline->lock);
        struct post *list = baseline->first, *end = list;

        for (int i = 1; i < BATCH_MAX && end->next; i++)
            end = end->next;
        baseline->first = end->next;
        end->next = NULL;
        pthread_mutex_unlock(&baseline->lock);
        write_batch(baseline, list);
    }
    return NULL;
}

static void prepare(struct baseline *baseline, const char *name,
                    const char *sql)
{
    PGresult *result = PQprepare(baseline->pg, name, sql, 0, NULL);

    if (PQresultStatus(result) != PGRES_COMMAND_OK)
        fail(PQerrorMessage(baseline->pg));
    PQclear(result);
}

static void begin_writing(struct baseline *baseline, const char *conninfo)
{
    pthread_t thread;

    baseline->writes = true;
    baseline->pg = PQconnectdb(conninfo);
    if (PQstatus(baseline->pg) != CONNECTION_OK)
        fail(PQerrorMessage(baseline->pg));
    for (size_t i = 0; i < baseline->state_size; i++)
        baseline->state[i] = (char)(i * 2654435761U >> 13); /* incompressible */
    prepare(baseline, "begin", "BEGIN");
    prepare(baseline, "commit", "COMMIT");
    prepare(baseline, "update",
            "UPDATE baseline_matches SET state = $1, seq = seq + 1"
            " WHERE id = $2::int");
    prepare(baseline, "insert",
            "INSERT INTO baseline_moves (match, seat, move)"
            " VALUES ($1::int, 1, 'place red3 28')");
    if (pthread_create(&thread, NULL, write_always, baseline))
        fail("no thread");
}

/* ---- responses ---- */

static enum MHD_Result post(struct baseline *baseline,
                            struct MHD_Connection *connection, size_t *size,
                            void **context)
{
    struct post *post = *context;

    if (*size > 0) {
        *size = 0;
        return MHD_YES;
    }
    if (post->is_done || !baseline->writes)
        return MHD_queue_response(connection, 200, baseline->word);
    post->connection = connection;
    MHD_suspend_connection(connection);
    pthread_mutex_lock(&baseline->lock);
    *(baseline->first ? &baseline->last->next : &baseline->first) = post;
    baseline->last = post;
    pthread_cond_signal(&baseline->more);
    pthread_mutex_unlock(&baseline->lock);
    return MHD_YES;
}

static enum MHD_Result answer(void *closure, struct MHD_Connection *connection,
                              const char *url, const char *method,
                              const char *version, const char *upload,
                              size_t *size, void **context)
{
    struct baseline *baseline = closure;

    (void)version;
    (void)upload;
    if (!*context) {
        *context = calloc(1, sizeof(struct post));
        return *context ? MHD_YES : MHD_NO;
    }
    if (*method == 'P')
        return post(baseline, connection, size, context);
    return MHD_queue_response(connection, 200,
                              url[1] ? baseline->bytes : baseline->word);
}

static void end(void *closure, struct MHD_Connection *connection,
                void **context, enum MHD_RequestTerminationCode why)
{
    (void)closure;
    (void)connection;
    (void)why;
    free(*context);
    *context = NULL;
}

static void listen_somewhere(struct baseline *baseline)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct MHD_Daemon *daemon = MHD_start_daemon(
        MHD_USE_AUTO | MHD_USE_INTERNAL_POLLING_THREAD |
            MHD_ALLOW_SUSPEND_RESUME,
        0, NULL, NULL, answer, baseline, MHD_OPTION_SOCK_ADDR, &address,
        MHD_OPTION_THREAD_POOL_SIZE, 2U, MHD_OPTION_NOTIFY_COMPLETED, end, NULL,
        MHD_OPTION_END);
    const union MHD_DaemonInfo *info =
        daemon ? MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT) : NULL;

    if (!info)
        fail("cannot listen");
    printf("address=127.0.0.1:%u\n", (unsigned)info->port);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    static struct baseline baseline = {.lock = PTHREAD_MUTEX_INITIALIZER,
                                       .more = PTHREAD_COND_INITIALIZER};
    static char word[] = "hello\n";
    size_t size = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
    sigset_t ending;
    int got;

    if ((argc != 2 && argc != 4) || size == 0 || size > 1024 * 1024 ||
        (argc == 4 && size > STATE_MAX)) {
        fprintf(stderr, "usage: baseline BYTES [CONNINFO MATCHES]\n");
        return 2;
    }
    char *bytes = malloc(size);

    if (!bytes)
        fail("out of memory");
    memset(bytes, 'x', size);
    baseline.word = MHD_create_response_from_buffer(sizeof word - 1, word,
                                                    MHD_RESPMEM_PERSISTENT);
    baseline.bytes =
        MHD_create_response_from_buffer(size, bytes, MHD_RESPMEM_PERSISTENT);
    baseline.state_size = size;
    sigemptyset(&ending);
    sigaddset(&ending, SIGTERM);
    sigaddset(&ending, SIGINT);
    pthread_sigmask(SIG_BLOCK, &ending, NULL);
    if (argc == 4) {
        baseline.matches = strtol(argv[3], NULL, 10);
        begin_writing(&baseline, argv[2]);
    }
    listen_somewhere(&baseline);
    sigwait(&ending, &got);
    _Exit(0); /* there is nothing to save */
}
