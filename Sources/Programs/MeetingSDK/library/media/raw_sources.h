// The virtual devices of a client.

#pragma once


#include "engine/core.h"

namespace MEETINGSDK {

/// A helper as it is handed out. Bindings take ownership of helpers and free them, so that it has no state, and is made
/// again after its end; otherwise it stays the same.
template <class Helper>
class HandedOut {
public:
    static Helper* get() {
        const std::lock_guard<Mutex> lock(mutex());
        if (!current()) current() = new Helper();
        return current();
    }

protected:
    ~HandedOut() {
        const std::lock_guard<Mutex> lock(mutex());
        if (current() == this) current() = nullptr;
    }

private:
    static Mutex& mutex() { return shared<Mutex>(); }
    static Helper*& current() {
        static Helper* helper = nullptr;
        return helper;
    }
};

/// Sets or removes a source of the client. What is removed is not called any more, because its owner may delete it.
template <class Source>
SDKError setSource(Receiver<Source>& receiver, Source* source, ps_result (*set)(ps_client*, int32_t)) {
    Source* const former = receiver.get();
    // Before the call: its events may come at once, on the thread that runs the loop.
    receiver.set(source);
    const SDKError result = call([&](ps_client* target) { return set(target, source != nullptr); });
    if (result != SDKERR_SUCCESS && source) receiver.set(former);
    return result;
}

void emptyRenderers();
void markRenderers();
void forgetCamera();
void forgetShareSource();

}  // namespace MEETINGSDK
