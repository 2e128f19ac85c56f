// What the vendor's library needs from a machine.

#pragma once

namespace MEETINGSDK {

/// Reports once what is missing on this machine: a bot that passes here would fail there.
void noteMachine();

}  // namespace MEETINGSDK
