// 100 sessions one after another: memory, threads, descriptors and handles stay flat.
#include "check.h"

#include <dirent.h>
#include <malloc.h>

static char frame[320 * 180 * 3 / 2];

static long entries(const char *path) {
    DIR *folder = opendir(path);
    CHECK(folder);
    long count = 0;
    while (readdir(folder)) count++;
    closedir(folder);
    return count;
}

// In kilobytes.
static long resident(void) {
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    CHECK(file);
    CHECK(fscanf(file, "%*d %ld", &pages) == 1);
    fclose(file);
    return pages * 4;
}

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
    long memory = resident(), descriptors = entries("/proc/self/fd"), threads = entries("/proc/self/task");
    for (int i = 0; i < 100; i++) cycle();
    printf(
        "cycles: memory %+ld KB, descriptors %+ld, threads %+ld\n", resident() - memory,
        entries("/proc/self/fd") - descriptors, entries("/proc/self/task") - threads);
    CHECK(resident() - memory < 4096);
    // Dispatch opens its four descriptors and starts its threads when it likes; a leak in each cycle would be 100.
    CHECK(entries("/proc/self/fd") - descriptors < 50);
    CHECK(entries("/proc/self/task") - threads < 50);
}
