#ifndef LARDER_ALLOCATIONS_H
#define LARDER_ALLOCATIONS_H

#include <stdint.h>

/// What the calling thread has asked of the heap since it began. malloc, calloc, realloc and the aligned kinds count one
/// each, whether they served Swift, Foundation or a C library.
struct allocation_counts {
    uint64_t allocations;
    /// Bytes asked for.
    uint64_t bytes;
    /// Frees of something; a realloc is none.
    uint64_t frees;
};

struct allocation_counts allocation_counts_of_thread(void);

#endif
