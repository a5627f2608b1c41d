#ifndef CATOMICS_H
#define CATOMICS_H

#include <stdbool.h>
#include <stdint.h>

// Atomic operations on a word of memory, since the systems before macOS 15 and iOS 18 have none in Swift.
// A signal handler may call them. All of them are sequentially consistent.

/// Returns the word.
intptr_t catomic_load(const intptr_t *_Nonnull word);

/// Sets the word.
void catomic_store(intptr_t *_Nonnull word, intptr_t value);

/// Sets the word. Returns what it was before.
intptr_t catomic_exchange(intptr_t *_Nonnull word, intptr_t value);

/// Sets the word if it is the expected one. Returns whether it was.
bool catomic_compare_exchange(intptr_t *_Nonnull word, intptr_t expected, intptr_t value);

/// Sets some bits of the word.
void catomic_or(intptr_t *_Nonnull word, intptr_t bits);

#endif
