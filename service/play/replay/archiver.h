/* The job that packs old matches. */
#ifndef PLAY_ARCHIVER_H
#define PLAY_ARCHIVER_H

struct play;

/* The job: pack some old matches. */
void archiver_run(struct play *play);

#endif
