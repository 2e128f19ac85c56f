// A session of the C library, loaded like a C program's: the same frames as in Swift go through its functions.
#include "twins.h"

#include <dlfcn.h>
#include "psstudio.h"
#include <stdio.h>
#include <stdlib.h>

struct EmbeddedSession {
    ps_session *session;
    ps_sender *sender;
    int width, height;
    ps_result (*send)(ps_sender *, const void *, size_t, int32_t, int32_t, int32_t);
    ps_result (*finish)(ps_session *, double);
    ps_result (*close)(ps_session *);
};

EmbeddedSession *embedded_open(const char *path, int width, int height, const char *outputs) {
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) return fprintf(stderr, "%s\n", dlerror()), NULL;
    ps_result (*create)(const ps_session_options *, ps_session **) = dlsym(library, "ps_session_create");
    ps_result (*begin)(ps_session *) = dlsym(library, "ps_session_begin");
    ps_result (*wait)(ps_session *, double, ps_sender **) = dlsym(library, "ps_session_wait_for_sender");
    const char *(*message)(void) = dlsym(library, "ps_last_message");
    EmbeddedSession *self = calloc(1, sizeof *self);
    self->send = dlsym(library, "ps_sender_send_video");
    self->finish = dlsym(library, "ps_session_finish");
    self->close = dlsym(library, "ps_session_close");
    self->width = width;
    self->height = height;
    ps_session_options options = PS_SESSION_OPTIONS_INIT;
    options.width = width;
    options.height = height;
    options.outputs = outputs;
    if (create(&options, &self->session) || begin(self->session) || wait(self->session, 10, &self->sender)) {
        fprintf(stderr, "%s\n", message());
        free(self);
        return NULL;
    }
    return self;
}

bool embedded_send(EmbeddedSession *self, const void *source, long frames) {
    size_t bytes = (size_t)self->width * (size_t)self->height * 3 / 2;
    for (long frame = 0; frame < frames; frame++) {
        if (self->send(self->sender, source, bytes, self->width, self->height, PS_FORMAT_I420_FULL)) return false;
    }
    return true;
}

bool embedded_close(EmbeddedSession *self) {
    bool isComplete = self->finish(self->session, 60) == PS_OK;
    self->close(self->session);
    free(self);
    return isComplete;
}
