// Counts the calls that ask for memory, by taking the place of the C library's in this program.
#pragma once

#include <stdbool.h>
#include <stdint.h>

// Whether calls are counted from here on; the count starts again at 0.
void allocations_count(bool is_counting);

// How many calls of malloc, calloc, realloc and the aligned ones there were, on all threads.
uint64_t allocations_counted(void);
