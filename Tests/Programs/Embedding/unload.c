// dlclose while another thread sends: the library stays mapped, and the sends go on. Repeated, it leaves nothing.
#include "process.h"

#include <dlfcn.h>
#include <pthread.h>
#include <psstudio.h>
#include <stdatomic.h>

static ps_result (*send_video)(ps_sender *, const void *, size_t, int32_t, int32_t, int32_t);
static char frame[320 * 180 * 3 / 2];
static ps_sender *sender;
static atomic_long sent;
static atomic_bool is_over;

static void *keep_sending(void *unused) {
    while (!is_over) {
        if (send_video(sender, frame, sizeof frame, 320, 180, PS_FORMAT_I420_FULL) != PS_OK) exit(1);
        sent++;
    }
    return unused;
}

static const char *path;

static void load_and_unload(void) {
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library || dlclose(library) != 0) fprintf(stderr, "%s\n", dlerror()), exit(1);
}

int main(int count, char **arguments) {
    if (count != 2) return 2;
    path = arguments[1];
    // Loaded by this call, not with the program.
    if (dlopen(path, RTLD_NOW | RTLD_NOLOAD)) return fprintf(stderr, "the library is loaded already\n"), 1;
    for (int iteration = 0; iteration < 3; iteration++) {
        void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
        if (!library) return fprintf(stderr, "%s\n", dlerror()), 1;
        ps_result (*create)(const ps_session_options *, ps_session **) = dlsym(library, "ps_session_create");
        ps_result (*begin)(ps_session *) = dlsym(library, "ps_session_begin");
        ps_result (*wait)(ps_session *, double, ps_sender **) = dlsym(library, "ps_session_wait_for_sender");
        ps_result (*finish)(ps_session *, double) = dlsym(library, "ps_session_finish");
        ps_result (*close)(ps_session *) = dlsym(library, "ps_session_close");
        send_video = dlsym(library, "ps_sender_send_video");
        ps_session_options options = { sizeof options, 320, 180, PS_FORMAT_I420_FULL };
        options.outputs = "null:";
        ps_session *session;
        if (create(&options, &session) || begin(session) || wait(session, 60, &sender)) return 1;
        pthread_t thread;
        is_over = 0;
        pthread_create(&thread, NULL, keep_sending, NULL);
        while (sent < 20) sched_yield();
        dlclose(library);
        for (long before = sent; sent < before + 100;) sched_yield();
        is_over = 1;
        pthread_join(thread, NULL);
        if (finish(session, 60) || close(session)) return 1;
        sent = 0;
    }
    if (!is_flat("calls of dlopen and dlclose", load_and_unload)) return 1;
    printf("unload: passed\n");
}
