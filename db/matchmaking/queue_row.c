/* Rows of queue entries. */
#include "db/matchmaking/queue.h"

void queue_entry_row_read(const struct pg_result *rows, int row,
                          struct store_queue_entry *out)
{
    *out = (struct store_queue_entry){
        .seats = (uint8_t)pg_int(rows, row, QUEUE_ENTRY_ROW_SEATS),
        .clock = {.turn_seconds =
                      (uint32_t)pg_int(rows, row, QUEUE_ENTRY_ROW_TURN_SECONDS),
                  .bank_seconds =
                      (uint32_t)pg_int(rows, row, QUEUE_ENTRY_ROW_BANK_SECONDS),
                  .increment_seconds = (uint32_t)pg_int(
                      rows, row, QUEUE_ENTRY_ROW_INCREMENT_SECONDS),
                  .policy = CLOCK_AUTOMATIC},
        .takes_bots = pg_bool(rows, row, QUEUE_ENTRY_ROW_TAKES_BOTS),
        .status = (enum queue_status)pg_int(rows, row, QUEUE_ENTRY_ROW_STATUS),
        .joined_us = pg_time(rows, row, QUEUE_ENTRY_ROW_JOINED),
        .expires_us = pg_time(rows, row, QUEUE_ENTRY_ROW_EXPIRES),
        .has_match = !pg_is_null(rows, row, QUEUE_ENTRY_ROW_MATCH),
    };
    pg_bytes(rows, row, QUEUE_ENTRY_ROW_ID, &out->id, sizeof out->id);
    pg_bytes(rows, row, QUEUE_ENTRY_ROW_ACCOUNT, &out->account,
             sizeof out->account);
    pg_text_into(rows, row, QUEUE_ENTRY_ROW_GAME, out->game, sizeof out->game);
    pg_text_into(rows, row, QUEUE_ENTRY_ROW_OPTIONS, out->options,
                 sizeof out->options);
    if (out->has_match)
        pg_bytes(rows, row, QUEUE_ENTRY_ROW_MATCH, &out->match,
                 sizeof out->match);
}
