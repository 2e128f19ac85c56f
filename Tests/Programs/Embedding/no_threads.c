// A machine that has no more threads: sessions and receivers that need one are rejected, and the program goes on.
#define _GNU_SOURCE
#include "check.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>

static _Thread_local int has_threads = 1;

// Replaces the function of the C library in all libraries of this program, for calls on this thread.
int pthread_create(
    pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
    static int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    if (!has_threads) return EAGAIN;
    if (!create) create = dlsym(RTLD_NEXT, "pthread_create");
    return create(thread, attributes, body, argument);
}

static void on_event(void *user, const ps_event *event) { (*(int *)user)++; }

static void session(void) {
    int events = 0;
    ps_session_options options = fast_options();
    ps_session *session = (ps_session *)1;
    options.on_event = on_event;
    options.user = &events;
    has_threads = 0;
    FAILS(ps_session_create(&options, &session), PS_NO_RESOURCES, "C-SESSION-003");
    has_threads = 1;
    CHECK(session == NULL);
    SUCCEEDS(ps_session_create(&options, &session));
    SUCCEEDS(ps_session_close(session));
    CHECK(events > 0);
}

static void on_audio(void *user, const ps_received_audio *audio) {}

static void receiver(void) {
    ps_studio *studio;
    ps_studio_options options = PS_STUDIO_OPTIONS_INIT;
    ps_audio_request request = PS_AUDIO_REQUEST_INIT;
    ps_subscription *subscription = (ps_subscription *)1;
    request.on_audio = on_audio;
    SUCCEEDS(ps_studio_create(&options, NULL, &studio));
    has_threads = 0;
    FAILS(ps_studio_subscribe_audio(studio, &request, &subscription), PS_NO_RESOURCES, "RX-AUDIO-004");
    has_threads = 1;
    CHECK(subscription == NULL);
    SUCCEEDS(ps_studio_subscribe_audio(studio, &request, &subscription));
    SUCCEEDS(ps_studio_close(studio));
}

int main(void) {
    session();
    receiver();
    printf("no_threads: passed\n");
}
