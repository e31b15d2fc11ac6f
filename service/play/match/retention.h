/* The job that deletes ended matches. */
#ifndef PLAY_RETENTION_H
#define PLAY_RETENTION_H

struct play;

/* The job: delete some matches that ended config.delete_days ago and count for
 * nothing: aborted ones that nobody forfeited, and sandboxes. */
void retention_run(struct play *play);

#endif
