// A program's own malloc goes before the C library's for every library in it, the Swift runtime
// included. These count, and hand on to what glibc exports under a second name for this purpose.
#include "allocations.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_bool is_counting;
static atomic_uint_fast64_t count;

void allocations_count(bool is_counting_now) {
    atomic_store(&count, 0);
    atomic_store(&is_counting, is_counting_now);
}

uint64_t allocations_counted(void) { return atomic_load(&count); }

static inline void note(void) {
    if (atomic_load_explicit(&is_counting, memory_order_relaxed)) {
        atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
    }
}

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) {
    note();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    note();
    return __libc_calloc(number, size);
}

void *realloc(void *pointer, size_t size) {
    note();
    return __libc_realloc(pointer, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    note();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **pointer, size_t alignment, size_t size) {
    note();
    void *memory = __libc_memalign(alignment, size);
    if (!memory) return ENOMEM;
    *pointer = memory;
    return 0;
}
