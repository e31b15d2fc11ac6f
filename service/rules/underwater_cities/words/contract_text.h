/* The text of a contract. */
#ifndef UNDERWATER_CITIES_CONTRACT_TEXT_H
#define UNDERWATER_CITIES_CONTRACT_TEXT_H

#include <stddef.h>

/* What a contract asks and gives, in words; cut at cap (contract_text.c). */
size_t contract_text(int contract, char *out, size_t cap);

#endif
