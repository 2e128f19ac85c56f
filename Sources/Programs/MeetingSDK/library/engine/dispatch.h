// Events of psstudio.h, delivered by GLib's default main context.

#pragma once

#include "engine/core.h"

namespace MEETINGSDK {

/// Creates the client, whose events a source of GLib's default main context delivers: never inside the call that causes
/// them, and on the thread that runs the loop.
///
/// @param options what a test sets; its callbacks are replaced
ps_result createClient(ps_client_options options, ps_client** created);

/// Ends that source, after the client was closed.
void endSource();

/// Whether this thread is inside the callback of an event, or of what is performed later.
bool isDelivering();

/// Calls the receivers of an event.
void deliver(const ps_client_event& event);

/// Performs a function from GLib's default main context, once.
void later(void (*function)());

}  // namespace MEETINGSDK
