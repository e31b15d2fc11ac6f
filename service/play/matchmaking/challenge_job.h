/* The job that ends expired challenges, and responds for built-in bots. */
#ifndef PLAY_CHALLENGE_JOB_H
#define PLAY_CHALLENGE_JOB_H

struct play;

/* The job: end challenges that have expired, respond for built-in bots. */
void challenges_run(struct play *play);

#endif
