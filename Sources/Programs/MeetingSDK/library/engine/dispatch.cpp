#include "engine/dispatch.h"

#include <glib.h>

namespace MEETINGSDK {

Order callsAndEvents;

namespace {

std::atomic<GSource*> source{nullptr};
thread_local int deliveries = 0;

/// The events that are delivered before the loop looks at its other sources.
constexpr int32_t turn = 16;

gboolean dispatch(GSource* self, GSourceFunc, gpointer) {
    // Before the delivery: an event that is pending afterwards sets it again.
    g_source_set_ready_time(self, -1);
    ps_client* const target = client();
    if (!target) return G_SOURCE_CONTINUE;
    int32_t left = 0;
    ++deliveries;
    // A bounded turn: other sources of the loop run between two of them.
    ps_client_dispatch(target, turn, &left);
    --deliveries;
    if (left) g_source_set_ready_time(self, 0);
    return G_SOURCE_CONTINUE;
}

// On any thread: this wakes up the loop.
void pending(void*) {
    if (GSource* const target = source.load()) g_source_set_ready_time(target, 0);
}

void receive(void*, const ps_client_event* event) {
    callsAndEvents.mark();
    deliver(*event);
    callsAndEvents.mark();
}

}  // namespace

ps_result createClient(ps_client_options options, ps_client** created) {
    static GSourceFuncs functions = {nullptr, nullptr, dispatch, nullptr, nullptr, nullptr};
    GSource* const target = g_source_new(&functions, sizeof(GSource));
    g_source_set_name(target, "psstudio meeting");
    source.store(target);
    options.on_event = receive;
    options.on_pending = pending;
    const ps_result result = ps_client_create(&options, created);
    if (result == PS_OK) {
        g_source_attach(target, nullptr);
    } else {
        source.store(nullptr);
        g_source_unref(target);
    }
    return result;
}

void endSource() {
    if (GSource* const ended = source.exchange(nullptr)) {
        g_source_destroy(ended);
        g_source_unref(ended);
    }
}

bool isDelivering() { return deliveries > 0; }

void later(void (*function)()) {
    GSource* const idle = g_idle_source_new();
    g_source_set_priority(idle, G_PRIORITY_DEFAULT);
    g_source_set_callback(
        idle,
        [](gpointer data) -> gboolean {
            ++deliveries;
            reinterpret_cast<void (*)()>(data)();
            --deliveries;
            return G_SOURCE_REMOVE;
        },
        reinterpret_cast<gpointer>(function), nullptr);
    g_source_attach(idle, nullptr);
    g_source_unref(idle);
}

}  // namespace MEETINGSDK
