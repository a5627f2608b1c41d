#include "CAtomics.h"

// Functions of this file, not of the header: so the thread sanitizer sees what they do in every build.

intptr_t catomic_load(const intptr_t *word) { return __atomic_load_n(word, __ATOMIC_SEQ_CST); }

void catomic_store(intptr_t *word, intptr_t value) {
  __atomic_store_n(word, value, __ATOMIC_SEQ_CST);
}

intptr_t catomic_exchange(intptr_t *word, intptr_t value) {
  return __atomic_exchange_n(word, value, __ATOMIC_SEQ_CST);
}

bool catomic_compare_exchange(intptr_t *word, intptr_t expected, intptr_t value) {
  return __atomic_compare_exchange_n(
    word, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

void catomic_or(intptr_t *word, intptr_t bits) {
  __atomic_fetch_or(word, bits, __ATOMIC_SEQ_CST);
}
