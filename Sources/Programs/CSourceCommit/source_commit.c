#include "source_commit.h"

// scripts/version.sh writes it before each build, so that a new commit compiles little more than this file.
#if __has_include("commit.h")
#include "commit.h"
#else
#define PS_COMMIT ""
#define PS_COMMIT_DATE ""
#endif

const char *ps_source_commit(void) { return PS_COMMIT; }
const char *ps_source_commit_date(void) { return PS_COMMIT_DATE; }
