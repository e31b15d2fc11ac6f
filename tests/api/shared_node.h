/* One node and one database for the tests that need no settings of their own:
 * starting both takes ten times as long as what such a test does.
 *
 *     TestSuite(votes, .init = shared_setup, .fini = shared_teardown);
 *
 * The runner starts the node before the first test and stops it after the last
 * one, and the run fails when that node ended badly; it is killed with the
 * runner.  Other tests use it at the same time, so a test
 *
 *   - names accounts with "@": client_account(&test_service, "ada") creates one
 *     with a unique name; "@ada" in the path or the body of a request is that
 *     name, and responses are compared with account_name("ada") (http.h);
 *   - filters lists, and counts nothing of the whole node;
 *   - has service_setup instead when it stops the node, joins another, reads
 *     metrics, waits for a stranger in the queue or measures time. */
#ifndef TESTS_SHARED_NODE_H
#define TESTS_SHARED_NODE_H

/* test_service becomes the shared node.  A test that runs without a runner's
 * node, or after it has crashed, gets one of its own. */
void shared_setup(void);
void shared_teardown(void);

/* From now on the names of this test differ from those it had so far: it may
 * create another "ada". */
void shared_new_names(void);

#endif
