/* The text of a contract. */
#ifndef UNDERWATER_CITIES_CONTRACT_TEXT_H
#define UNDERWATER_CITIES_CONTRACT_TEXT_H

#include <stddef.h>

/* The criteria and the reward of a contract in words; cut at cap. */
size_t contract_text(int contract, char *out, size_t cap);

#endif
