// Stands before the C library's allocator in the process that links this in, counts, and passes everything on.
//
// A definition in the executable is found before the library's, by shared libraries as well; the library's own remains
// under its second name, so that nothing need be looked up (dlsym allocates). Thread-local counts: other threads' work is
// never taken for one's own, and counting costs an addition.

#include "allocations.h"

#include <errno.h>
#include <stddef.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *block);

static __thread struct allocation_counts counts __attribute__((tls_model("initial-exec")));

struct allocation_counts allocation_counts_of_thread(void) { return counts; }

// A sanitizer has an allocator of its own there, and must have it.
#if !__has_feature(thread_sanitizer) && !__has_feature(address_sanitizer)

static void count(size_t bytes) {
    counts.allocations += 1;
    counts.bytes += bytes;
}

void *malloc(size_t size) {
    count(size);
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count(number * size);
    return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
    count(size);
    return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
    count(size);
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
    if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) return EINVAL;
    void *found = memalign(alignment, size);
    if (found == NULL) return ENOMEM;
    *block = found;
    return 0;
}

void free(void *block) {
    if (block != NULL) counts.frees += 1;
    __libc_free(block);
}

#endif
