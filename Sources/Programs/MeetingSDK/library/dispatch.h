// Events of psstudio.h, delivered by GLib's default main context.

#pragma once

#include "core.h"

namespace MEETINGSDK {

/// Creates the client, whose events a source of GLib's default main context delivers: never inside the call that causes
/// them, and on the thread that runs the loop.
ps_result createClient(ps_client** created);

/// Calls the receivers of an event.
void deliver(const ps_client_event& event);

/// Performs a function from GLib's default main context, once.
void later(void (*function)());

}  // namespace MEETINGSDK
