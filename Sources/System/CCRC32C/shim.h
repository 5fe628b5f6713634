#include <stddef.h>
#include <stdint.h>
#include <string.h>

// The processor's own CRC-32C: Swift has no word for the instruction.

#if defined(__x86_64__)
#include <cpuid.h>

static inline int crc32c_is_there(void) {
    unsigned a, b, c, d;
    return __get_cpuid(1, &a, &b, &c, &d) && (c & bit_SSE4_2) != 0;
}

__attribute__((target("sse4.2")))
static inline uint32_t crc32c_of(uint32_t crc, const void *bytes, size_t count) {
    const unsigned char *at = (const unsigned char *)bytes;
    uint64_t sum = crc, eight;
    for (; count >= 8; count -= 8, at += 8) {
        memcpy(&eight, at, 8);
        sum = __builtin_ia32_crc32di(sum, eight);
    }
    for (; count > 0; count--, at++) sum = __builtin_ia32_crc32qi((uint32_t)sum, *at);
    return (uint32_t)sum;
}
#else
static inline int crc32c_is_there(void) { return 0; }
static inline uint32_t crc32c_of(uint32_t crc, const void *bytes, size_t count) {
    (void)bytes;
    (void)count;
    return crc;
}
#endif
