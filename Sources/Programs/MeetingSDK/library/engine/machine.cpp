#include "engine/machine.h"

#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <string>

#include "engine/core.h"

namespace MEETINGSDK {

namespace {

bool exists(const std::string& path) { return access(path.c_str(), F_OK) == 0; }

std::string variable(const char* name) {
    const char* const value = std::getenv(name);
    return value ? value : "";
}

}  // namespace

void noteMachine() {
    static std::atomic<bool> isNoted{false};
    if (isNoted.exchange(true)) return;
    const std::string runtime = variable("XDG_RUNTIME_DIR");
    const bool hasServer = !variable("PULSE_SERVER").empty() || exists("/var/run/pulse/native") ||
                           (!runtime.empty() && exists(runtime + "/pulse/native"));
    if (!hasServer) {
        diagnose(
            "note: this machine has no PulseAudio server; the vendor's library would find no audio device and could "
            "not join audio: start one with a null sink");
    }
    const std::string home = variable("HOME");
    if (!exists(home + "/.config/zoomus.conf")) {
        diagnose(
            "note: %s/.config/zoomus.conf does not exist; in a container, the vendor's library needs it with "
            "system.audio.type=default", home.c_str());
    }
}

}  // namespace MEETINGSDK
