#include <stddef.h>
#include <stdint.h>

// Compiled into its callers: a call for each row of a view would cost more than the hash of a short one.
#define XXH_INLINE_ALL
#include <xxhash.h>

// The library's own names are macros then, which Swift does not see.
typedef struct {
    uint64_t low, high;
} xxh3_sum;

static inline xxh3_sum xxh3_128bits(const void *bytes, size_t count, uint64_t seed) {
    XXH128_hash_t sum = XXH3_128bits_withSeed(bytes, count, seed);
    return (xxh3_sum){sum.low64, sum.high64};
}
