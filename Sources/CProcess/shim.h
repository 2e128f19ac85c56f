// What Swift does not import: variadic functions, and headers that its module of the C library omits.
#pragma once
#include <malloc.h>
#include <sys/prctl.h>

/// Makes this process the parent of all its descendants whose own parent ends. Returns 0, or -1 with errno.
static inline int psprocess_adopt_orphans(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

/// Limits the number of arenas of the allocator. Returns 0 when it has no such limit.
static inline int psprocess_limit_arenas(int count) { return mallopt(M_ARENA_MAX, count); }
