// What all parts share: the client of psstudio.h, results, diagnoses and callbacks.

#pragma once

#include <psstudio.h>

#include <atomic>
#include <exception>

#include "engine/texts.h"

namespace MEETINGSDK {

/// Reports a wrong use by a line on standard error.
void diagnose(const char* format, ...) __attribute__((format(printf, 1, 2)));

/// The client of this process; null before the first InitSDK.
ps_client* client();

/// Creates the client. Without a test, InitSDK does so, and it lives until the process ends.
ps_result beginClient(ps_client_options options);
/// Closes the client of a test, so that another one may begin.
ps_result closeClient();

/// Creates the client, if it is missing, and initialises it.
SDKError initialise(const RawDataOptions& options);
/// Ends the meeting and everything that belongs to it.
SDKError uninitialise();
bool isInitialised();

/// The interface's code of a result; a failure becomes the last error.
SDKError code(ps_result result);
/// A code with a diagnosis of this library, which is recorded as a violation; it becomes the last error.
///
/// @param rule that of the code without it
SDKError rejected(SDKError code, const char* message, const char* rule = nullptr);
/// Records a fault that was diagnosed, for the trace and the verdict. Before the first InitSDK, it waits for it.
void record(const char* rule, const char* message);
/// Whether this is the handler of a signal that interrupted the library on this thread.
bool isInterrupting();
/// The last error of GetZoomLastError(); null until an authentication has succeeded.
const IZoomLastError* lastError();

/// Performs an action of psstudio.h.
SDKError act(int32_t action, int64_t value = 0);
/// The result that the action would have.
SDKError check(int32_t action, int64_t value = 0);
int64_t query(int32_t query);
bool isInMeeting();

#if defined(__has_feature)
#define HAS_THREAD_SANITIZER __has_feature(thread_sanitizer)
#elif defined(__SANITIZE_THREAD__)
#define HAS_THREAD_SANITIZER 1
#else
#define HAS_THREAD_SANITIZER 0
#endif

/// Tells the thread sanitizer of a client what the C library orders by means that the sanitizer does not see.
class Order {
public:
#if HAS_THREAD_SANITIZER
    /// What this thread does before comes before what another one does after it.
    void mark() { marks.fetch_add(1); }

private:
    std::atomic<unsigned> marks{0};
#else
    void mark() {}
#endif
};

/// The order of calls and events.
extern Order callsAndEvents;

/// Calls a function of psstudio.h with the client.
template <class Function>
SDKError call(Function function) {
    ps_client* const target = client();
    if (!target) return rejected(SDKERR_UNINITIALIZE, "InitSDK was not called");
    callsAndEvents.mark();
    return code(function(target));
}

/// Ends the process with a diagnosis: an exception cannot pass through the library.
[[noreturn]] void endBecauseOfException(const char* callback, const char* what);

/// Calls a client's method.
template <class Function>
void guarded(const char* callback, Function function) noexcept {
    try {
        function();
    } catch (const std::exception& error) {
        endBecauseOfException(callback, error.what());
    } catch (...) {
        endBecauseOfException(callback, "an exception of another type");
    }
}

/// The receiver of events that a client has set. The client owns it.
template <class Event>
class Receiver {
public:
    void set(Event* event) { pointer.store(event); }
    Event* get() const { return pointer.load(); }

    /// Calls the receiver, if there is one.
    template <class Function>
    void call(const char* callback, Function function) {
        if (Event* const event = pointer.load()) guarded(callback, [&] { function(*event); });
    }

private:
    std::atomic<Event*> pointer{nullptr};
};

/// An object with a receiver of events, which SetEvent takes.
template <class Base, class Event>
class Notifying : public Base {
public:
    SDKError SetEvent(Event* event) override {
        receiver.set(event);
        return SDKERR_SUCCESS;
    }

    Receiver<Event> receiver;
};

/// Calls a method of a receiver's interface with arguments.
#define NOTIFY(receiver, Interface, method, ...) \
    (receiver).call(#Interface "::" #method, [&](Interface& to) { to.method(__VA_ARGS__); })

/// The only object of its type. It is never freed, because clients keep pointers.
template <class T>
T& shared() {
    static T* object = new T();
    return *object;
}

}  // namespace MEETINGSDK
