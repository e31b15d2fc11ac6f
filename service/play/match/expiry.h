/* The job that ends matches in which nothing happens. */
#ifndef PLAY_EXPIRY_H
#define PLAY_EXPIRY_H

struct play;

/* The job: end some matches in which nothing has happened for too long. */
void expiry_run(struct play *play);

#endif
