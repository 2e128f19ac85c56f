// What the Swift part of the library needs from its C part. Not installed.
#ifndef PSSTUDIO_PRIVATE_H
#define PSSTUDIO_PRIVATE_H

#include "psstudio.h"

// Stores the latest failure of this thread, truncated to the space for it, and returns its result.
ps_result psc_fail(ps_result result, const char *rule, const char *message);

// Marks this process as one that uses the library, so that its forks can be recognised.
void psc_prepare(void);

// PS_OK, or PS_FORKED, PS_INSIDE_CALLBACK or PS_INTERRUPTED with a message. It takes no lock, because the fork may have copied a
// locked one, and the interrupted call may hold one.
ps_result psc_check_call(void);

// A function of the library begins or ends on this thread.
void psc_enter_call(void);
void psc_leave_call(void);

// Whether a function of the library runs on this thread, outside of callbacks of the host: then this is the handler of a signal
// that interrupted it.
int32_t psc_is_inside_call(void);

// A callback of the library begins or ends on this thread.
void psc_enter_callback(void);
void psc_leave_callback(void);

// The same for a callback that may run inside a call, where the library's state is not at rest.
void psc_enter_inner_callback(void);
void psc_leave_inner_callback(void);

#endif
