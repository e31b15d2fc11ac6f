/* The job that ends challenges, and answers them for built-in bots. */
#ifndef PLAY_CHALLENGE_JOB_H
#define PLAY_CHALLENGE_JOB_H

struct play;

/* The job: end challenges that have expired, answer for built-in bots. */
void challenges_run(struct play *play);

#endif
