/* Lists of columns: one row for each, from which the parts of a statement and
 * the code that reads or binds it are generated, so that their order cannot
 * differ.
 *
 * A list is a macro of two macros: FIRST is for its first row and NEXT for each
 * other one, which puts commas between them. */
#ifndef DB_COLUMNS_H
#define DB_COLUMNS_H

/* Columns that are read: the name of the column's number, and its SQL.
 *
 *     #define DEVICE_ROW(FIRST, NEXT)            \
 *         FIRST(DEVICE_ROW_CREATED, "created_at") \
 *         NEXT(DEVICE_ROW_SEEN, "seen_at")
 *     enum { DEVICE_ROW(PG_NUMBER, PG_NUMBER) };
 *     #define DEVICE_COLUMNS DEVICE_ROW(PG_FIRST, PG_NEXT)
 *     "SELECT " DEVICE_COLUMNS " FROM devices"
 *     pg_time(rows, row, DEVICE_ROW_SEEN) */
#define PG_NUMBER(number, sql) number,
#define PG_FIRST(number, sql)  sql
#define PG_NEXT(number, sql)   ", " sql

/* Columns that are written: the column, and its parameter.
 *
 *     #define BLOCK_WRITE(FIRST, NEXT)                 \
 *         FIRST(account_id, PG_UUID(&block->account))  \
 *         NEXT(created_at, PG_TIME(block->created_us))
 *     PG_INSERT("blocks", BLOCK_WRITE, 2)
 *     const struct pg_param in[] = {PG_VALUES(BLOCK_WRITE)}; */
#define PG_NAME_FIRST(name, param) #name
#define PG_NAME_NEXT(name, param)  ", " #name
#define PG_NAMES(LIST)             LIST(PG_NAME_FIRST, PG_NAME_NEXT)
#define PG_VALUE(name, param)      param,
#define PG_VALUES(LIST)            LIST(PG_VALUE, PG_VALUE)

/* The statement that inserts a row; the list has `count` columns. */
#define PG_INSERT(table, LIST, count)                                          \
    "INSERT INTO " table " (" PG_NAMES(LIST) ") VALUES (" PG_PLACES_##count ")"

/* The rows of struct pg_columns with this many columns, as `i`. */
#define PG_UNNEST(LIST, count)                                                 \
    " FROM unnest(" PG_PLACES_##count ") i (" PG_NAMES(LIST) ")"

/* The places of this many parameters. */
#define PG_PLACES_1  "$1"
#define PG_PLACES_2  PG_PLACES_1 ", $2"
#define PG_PLACES_3  PG_PLACES_2 ", $3"
#define PG_PLACES_4  PG_PLACES_3 ", $4"
#define PG_PLACES_5  PG_PLACES_4 ", $5"
#define PG_PLACES_6  PG_PLACES_5 ", $6"
#define PG_PLACES_7  PG_PLACES_6 ", $7"
#define PG_PLACES_8  PG_PLACES_7 ", $8"
#define PG_PLACES_9  PG_PLACES_8 ", $9"
#define PG_PLACES_10 PG_PLACES_9 ", $10"
#define PG_PLACES_11 PG_PLACES_10 ", $11"
#define PG_PLACES_12 PG_PLACES_11 ", $12"
#define PG_PLACES_13 PG_PLACES_12 ", $13"
#define PG_PLACES_14 PG_PLACES_13 ", $14"
#define PG_PLACES_15 PG_PLACES_14 ", $15"
#define PG_PLACES_16 PG_PLACES_15 ", $16"
#define PG_PLACES_17 PG_PLACES_16 ", $17"
#define PG_PLACES_18 PG_PLACES_17 ", $18"
#define PG_PLACES_19 PG_PLACES_18 ", $19"
#define PG_PLACES_20 PG_PLACES_19 ", $20"
#define PG_PLACES_21 PG_PLACES_20 ", $21"
#define PG_PLACES_22 PG_PLACES_21 ", $22"
#define PG_PLACES_23 PG_PLACES_22 ", $23"
#define PG_PLACES_24 PG_PLACES_23 ", $24"
#define PG_PLACES_25 PG_PLACES_24 ", $25"
#define PG_PLACES_26 PG_PLACES_25 ", $26"
#define PG_PLACES_27 PG_PLACES_26 ", $27"
#define PG_PLACES_28 PG_PLACES_27 ", $28"
#define PG_PLACES_29 PG_PLACES_28 ", $29"
#define PG_PLACES_30 PG_PLACES_29 ", $30"
#define PG_PLACES_31 PG_PLACES_30 ", $31"
#define PG_PLACES_32 PG_PLACES_31 ", $32"
#define PG_PLACES_33 PG_PLACES_32 ", $33"
#define PG_PLACES_34 PG_PLACES_33 ", $34"
#define PG_PLACES_35 PG_PLACES_34 ", $35"
#define PG_PLACES_36 PG_PLACES_35 ", $36"
#define PG_PLACES_37 PG_PLACES_36 ", $37"
#define PG_PLACES_38 PG_PLACES_37 ", $38"
#define PG_PLACES_39 PG_PLACES_38 ", $39"
#define PG_PLACES_40 PG_PLACES_39 ", $40"
#define PG_PLACES_41 PG_PLACES_40 ", $41"
#define PG_PLACES_42 PG_PLACES_41 ", $42"
#define PG_PLACES_43 PG_PLACES_42 ", $43"
#define PG_PLACES_44 PG_PLACES_43 ", $44"
#define PG_PLACES_45 PG_PLACES_44 ", $45"
#define PG_PLACES_46 PG_PLACES_45 ", $46"

#endif
