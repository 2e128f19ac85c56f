// Tests of clients: a meeting that a test controls, with other participants, a clock that it turns, and the recorded
// violations. For any framework; C++17. The tests run in one process, one meeting after the other.
//
//     psstudio::TestMeeting meeting(psstudio::Scenario::text("version: 1\nrole: cohost\n"));
//     bot.start();                                    // InitSDK, SDKAuth, Join
//     meeting.turn(std::chrono::seconds(1));          // the bot has arrived
//     const unsigned int ann = meeting.add("Ann");
//     meeting.publish(ann);
//     meeting.turn(std::chrono::seconds(1));
//     EXPECT_TRUE(meeting.violations().empty());

#ifndef PSSTUDIO_MEETINGSDK_TESTING_H
#define PSSTUDIO_MEETINGSDK_TESTING_H

#if __cplusplus < 201703L
#error "psstudio_meeting_testing.h needs C++17"
#endif

#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ostream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "zoom_sdk_def.h"

extern "C" {

/// What psstudio_meeting_begin() takes. Texts may be null.
struct PSStudioMeetingOptions {
    /// The path of a scenario; null: that of PSSTUDIO_SCENARIO.
    const char* scenario;
    /// The role of the client; null: that of the scenario.
    const char* role;
    /// Determines all delays that the scenario does not set.
    uint64_t seed;
    /// Whether the clock goes by itself, as it does without a test.
    bool isRealTime;
    /// Whether responses have the latency of a real service.
    bool hasLatency;
};

typedef void (*PSStudioViolationReceiver)(
    void* user, const char* rule, const char* code, const char* message, int count, bool isRefusal);

/// Functions behind psstudio::TestMeeting; 0 is success, otherwise psstudio_meeting_message() has the reason.
SDK_API int psstudio_meeting_begin(const PSStudioMeetingOptions* options)
    PSSTUDIO_MEETINGSDK_SYMBOL("psstudio_meeting_begin");
SDK_API int psstudio_meeting_end() PSSTUDIO_MEETINGSDK_SYMBOL("psstudio_meeting_end");
/// `reply` is valid until the next call on this thread.
SDK_API int psstudio_meeting_perform(const char* command, const char** reply)
    PSSTUDIO_MEETINGSDK_SYMBOL("psstudio_meeting_perform");
SDK_API int psstudio_meeting_turn(double seconds) PSSTUDIO_MEETINGSDK_SYMBOL("psstudio_meeting_turn");
SDK_API int psstudio_meeting_violations(void* user, PSStudioViolationReceiver receiver)
    PSSTUDIO_MEETINGSDK_SYMBOL("psstudio_meeting_violations");
/// Why the last of these functions failed on this thread.
SDK_API const char* psstudio_meeting_message() PSSTUDIO_MEETINGSDK_SYMBOL("psstudio_meeting_message");

}  // extern "C"

namespace psstudio {

// A program may contain both branches, whose meetings differ.
#if defined(WIN32)
inline namespace wide {
#else
inline namespace narrow {
#endif

/// A call of a test that failed: a scenario or a command that does not exist, or a callback that does not return.
class TestFailure : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A rule that the client has broken.
struct Violation {
    /// Its identifier, such as ZM-VIEW-001; `psstudio rules` lists all.
    std::string rule;
    /// The name of the code that the call returned.
    std::string code;
    std::string message;
    /// How often.
    int count = 0;
    /// False for a call that was served, and probably not meant.
    bool isRefusal = true;
};

inline bool operator==(const Violation& left, const Violation& right) {
    return left.rule == right.rule && left.code == right.code && left.message == right.message &&
           left.count == right.count && left.isRefusal == right.isRefusal;
}

inline std::ostream& operator<<(std::ostream& stream, const Violation& violation) {
    return stream << violation.count << " x " << violation.message;
}

/// A scenario: a file, or the text of one.
class Scenario {
public:
    static Scenario file(std::string path) { return Scenario(std::move(path), false); }
    /// Media files in it are relative to the folder of temporary files; use absolute paths.
    static Scenario text(std::string yaml) { return Scenario(std::move(yaml), true); }

private:
    friend class TestMeeting;
    Scenario(std::string newContent, bool isNewText) : content(std::move(newContent)), isText(isNewText) {}

    std::string content;
    bool isText;
};

/// The meeting of a test. It begins before InitSDK; its end cleans the interface up. There is one at a time.
class TestMeeting {
public:
    struct Options {
        std::string role;
        uint64_t seed = 1;
        bool isRealTime = false;
        bool hasLatency = false;
    };

    TestMeeting() : TestMeeting(Scenario::text("version: 1\n")) {}
    explicit TestMeeting(const Scenario& scenario) : TestMeeting(scenario, Options()) {}
    TestMeeting(const Scenario& scenario, const Options& options) {
        const std::string path = scenario.isText ? write(scenario.content) : scenario.content;
        const char* const role = options.role.empty() ? nullptr : options.role.c_str();
        const PSStudioMeetingOptions parameters{
            path.c_str(), role, options.seed, options.isRealTime, options.hasLatency};
        const int result = psstudio_meeting_begin(&parameters);
        if (scenario.isText) ::unlink(path.c_str());
        check(result);
    }

    /// Receivers of the client may have been deleted already: none is called. Inside a callback it ends the process.
    ~TestMeeting() {
        if (psstudio_meeting_end() == 0) return;
        std::fprintf(stderr, "psstudio: %s\n", psstudio_meeting_message());
        std::abort();
    }

    TestMeeting(const TestMeeting&) = delete;
    TestMeeting& operator=(const TestMeeting&) = delete;

    /// Advances the clock, and delivers each event at its own time: on this thread, which runs GLib's default main
    /// context meanwhile, or on the thread that owns that context. Not inside a callback. GLib's timers keep real time.
    void turn(std::chrono::duration<double> time) { check(psstudio_meeting_turn(time.count())); }

    /// Performs a command in its JSON form, see docs/session.md.
    std::string perform(const std::string& command) {
        const char* reply = nullptr;
        check(psstudio_meeting_perform(command.c_str(), &reply));
        return reply;
    }

    /// Adds a participant; the client must have arrived.
    ///
    /// - Parameter role: attendee, coHost, host, panelist.
    /// - Returns: the user ID.
    unsigned int add(const std::string& name, const std::string& role = "attendee") {
        const std::string reply = perform(
            "{\"addParticipant\":{\"isVideoOn\":false,\"name\":" + quoted(name) + ",\"role\":" + quoted(role) + "}}");
        const size_t digits = reply.find_first_of("0123456789");
        if (digits == std::string::npos) throw TestFailure("the reply has no user: " + reply);
        return static_cast<unsigned int>(std::stoul(reply.substr(digits)));
    }

    void remove(unsigned int user) { perform(command("removeParticipant", user)); }

    /// The participant publishes camera and microphone: a file, coded:, or a test pattern without a source.
    void publish(unsigned int user, const std::string& source = "") {
        perform(command("publishMedia", user, media(source)));
    }

    /// The participant shares a screen with audio.
    void share(unsigned int user, const std::string& source = "") {
        perform(command("publishShare", user, media(source)));
    }

    void permitRecording(bool isPermitted = true) {
        perform(std::string("{\"permitRecording\":{\"isPermitted\":") + (isPermitted ? "true" : "false") + "}}");
    }

    /// The connection is lost, until it is regained.
    void loseConnection() { perform("{\"loseConnection\":{\"stopsStudio\":false}}"); }
    void regainConnection() { perform("{\"regainConnection\":{}}"); }

    /// What the client has violated, in the order of the first occurrences; also of its earlier meetings in this test.
    std::vector<Violation> violations() const {
        std::vector<Violation> list;
        check(psstudio_meeting_violations(
            &list, [](void* user, const char* rule, const char* code, const char* message, int count, bool isRefusal) {
                static_cast<std::vector<Violation>*>(user)->push_back({rule, code, message, count, isRefusal});
            }));
        return list;
    }

private:
    static void check(int result) {
        if (result != 0) throw TestFailure(psstudio_meeting_message());
    }

    static std::string write(const std::string& text) {
        const char* const folder = std::getenv("TMPDIR");
        // mkstemp replaces six of this letter.
        std::string path = folder && *folder ? folder : "/tmp";
        path += "/psstudio-scenario-" + std::string(6, 'X');
        const int file = ::mkstemp(&path[0]);
        if (file < 0) throw TestFailure("cannot write " + path);
        size_t done = 0;
        while (done < text.size()) {
            const ssize_t count = ::write(file, text.data() + done, text.size() - done);
            if (count <= 0) break;
            done += static_cast<size_t>(count);
        }
        if (::close(file) != 0 || done < text.size()) {
            ::unlink(path.c_str());
            throw TestFailure("cannot write " + path);
        }
        return path;
    }

    static std::string quoted(const std::string& text) {
        static const char digits[] = "0123456789abcdef";
        std::string result = "\"";
        for (const char one : text) {
            const unsigned char byte = static_cast<unsigned char>(one);
            if (one == '"' || one == '\\') {
                (result += '\\') += one;
            } else if (byte < 0x20) {
                ((result += "\\u00") += digits[byte >> 4]) += digits[byte & 15];
            } else {
                result += one;
            }
        }
        return result + '"';
    }

    static std::string media(const std::string& source) {
        return ",\"loops\":true" + (source.empty() ? "" : ",\"source\":" + quoted(source));
    }

    static std::string command(const std::string& name, unsigned int user, const std::string& fields = "") {
        return "{\"" + name + "\":{\"user\":" + std::to_string(user) + fields + "}}";
    }
};

}  // inline namespace

}  // namespace psstudio

#endif
