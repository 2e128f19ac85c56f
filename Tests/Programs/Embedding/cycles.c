// 100 sessions one after another, twice: memory, threads and descriptors stay flat.
#include "check.h"
#include "process.h"

#include <malloc.h>

static char frame[320 * 180 * 3 / 2];

static void ignore(void *user, const ps_event *event) { (*(long *)user)++; }

static void cycle(void) {
    long events = 0;
    ps_sender *sender;
    ps_session_options options = fast_options();
    options.on_event = ignore;
    options.user = &events;
    ps_session *session = begun(&options, &sender);
    for (int i = 0; i < 10; i++) {
        SUCCEEDS(ps_sender_send_video(sender, frame, sizeof frame, 320, 180, PS_FORMAT_I420_FULL));
        SUCCEEDS(ps_session_wait_for_next_frame(session));
    }
    SUCCEEDS(ps_session_finish(session, 30));
    SUCCEEDS(ps_session_close(session));
    CHECK(events > 5);
}

int main(void) {
    // The number of threads, each of which would get an arena of its own, depends on the machine.
    mallopt(M_ARENA_MAX, 1);
    for (int i = 0; i < 30; i++) cycle();
    CHECK(is_flat("sessions", cycle));
}
