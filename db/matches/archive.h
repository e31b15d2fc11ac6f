/* The archive format: the many events of an old match in few bytes, as the
 * table archives stores them.
 *
 * Pure functions: no database, no rules.  Moves and other events without names
 * are packed.  Events of joining, leaving and resigning remain rows, because
 * deleting an account removes its name from them, and ratings read who left.
 *
 * Format 1, all numbers of fixed size lowest byte first:
 *
 *   1 byte    the format
 *   4 bytes   the number of events
 *   4 bytes   the size of the columns before they were deflated
 *   8 each    hashes of the states: they cannot be compressed
 *   the rest  the columns, deflated (raw), one after the other:
 *             kinds, a byte each; seats + 1, a byte each;
 *             seqs, each less the one before, as varints;
 *             times in microseconds, likewise, zigzag;
 *             of moves: the notation and a NUL;
 *             of undos: seq less to_seq, as varints
 *   4 bytes   CRC-32 of all before
 *
 * A format never changes, because its bytes are stored for ever: a new format
 * gets another number, and old ones can still be read. */
#ifndef DB_ARCHIVE_H
#define DB_ARCHIVE_H

#include "play/match/event.h"

enum {
    ARCHIVE_FORMAT = 1,
    ARCHIVE_EVENTS_MAX = 100000, /* matches have some hundreds */
};

enum archive_err {
    ARCHIVE_OK,
    ARCHIVE_NO_MEMORY,
    ARCHIVE_REFUSED, /* these events cannot be packed: too many, none, or no
                        record of a match */
    ARCHIVE_CORRUPT, /* the bytes do not form an archive */
};

/* Is an event of this kind packed?  Others remain rows. */
bool archive_takes(enum event_kind kind);

/* Pack events in the order of their seq, all of kinds that archive_takes.  *out
 * is new (free it), *size bytes of it; NULL unless ARCHIVE_OK. */
enum archive_err archive_pack(const struct match_event *events, size_t count,
                              uint8_t **out, size_t *size);

/* Unpack the events, without their bits, which packing does not keep.  *out is
 * new (free it), *count of them; NULL unless ARCHIVE_OK.  For any bytes, memory
 * and time are bounded by ARCHIVE_EVENTS_MAX, and the events returned are ones
 * that archive_pack accepts. */
enum archive_err archive_unpack(const uint8_t *bytes, size_t size,
                                struct match_event **out, size_t *count);

#endif
