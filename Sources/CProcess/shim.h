// prctl is variadic, and Swift does not import variadic functions.
#pragma once
#include <sys/prctl.h>

/// Makes this process the parent of all its descendants whose own parent ends. Returns 0, or -1 with errno.
static inline int psprocess_adopt_orphans(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }
