#ifndef PSSTUDIO_SOURCE_COMMIT_H
#define PSSTUDIO_SOURCE_COMMIT_H

/* The commit that the program was built from, eight digits; empty without git. "+changes" follows where files differed from it. */
const char *ps_source_commit(void);

/* Its date in UTC, "2026-11-28"; empty without git. */
const char *ps_source_commit_date(void);

#endif
