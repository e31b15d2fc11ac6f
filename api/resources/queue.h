/* JSON of queue entries. */
#ifndef API_QUEUE_H
#define API_QUEUE_H

#include "play/matchmaking/queue.h"
#include "rules/sink.h"

/* The members of a queue entry, into the object that is open. */
void json_queue_entry(struct sink *sink, const struct queue_entry *ticket);

#endif
