// What Swift does not import of libdispatch.
#pragma once

#include <stdbool.h>

/// Whether a dispatch queue runs the calling code: also for an actor or a task of Swift, and on the main thread. Reads a variable of the
/// thread.
bool psdispatch_is_on_queue(void);

/// Whether the main queue runs the calling code. False inside a `sync` call of another queue.
bool psdispatch_is_on_main_queue(void);
