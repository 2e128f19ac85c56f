// Loads the library and sends one frame through its first session: embedded-start LIBRARY FRAME.yuv WIDTH HEIGHT
#include <dlfcn.h>
#include "psstudio.h"
#include <stdio.h>
#include <stdlib.h>

static const char *(*message)(void);

static void check(ps_result result) {
    if (result != PS_OK) exit(fprintf(stderr, "%s\n", message()) > 0);
}

int main(int count, char **arguments) {
    if (count != 5) return 2;
    void *library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
    if (!library) return fprintf(stderr, "%s\n", dlerror()), 1;
    message = dlsym(library, "ps_last_message");
    ps_result (*create)(const ps_session_options *, ps_session **) = dlsym(library, "ps_session_create");
    ps_result (*begin)(ps_session *) = dlsym(library, "ps_session_begin");
    ps_result (*wait)(ps_session *, double, ps_sender **) = dlsym(library, "ps_session_wait_for_sender");
    ps_result (*send)(ps_sender *, const void *, size_t, int32_t, int32_t, int32_t) =
        dlsym(library, "ps_sender_send_video");
    ps_result (*finish)(ps_session *, double) = dlsym(library, "ps_session_finish");
    ps_result (*close)(ps_session *) = dlsym(library, "ps_session_close");

    int width = atoi(arguments[3]), height = atoi(arguments[4]);
    size_t bytes = (size_t)width * (size_t)height * 3 / 2;
    char *frame = malloc(bytes);
    FILE *file = fopen(arguments[2], "rb");
    if (!frame || !file || fread(frame, bytes, 1, file) != 1) return perror(arguments[2]), 1;
    ps_session_options options = PS_SESSION_OPTIONS_INIT;
    options.width = width;
    options.height = height;
    options.frame_rate_numerator = 30;
    options.frame_rate_denominator = 1;
    options.is_fast = 1;
    options.has_no_audio = 1;
    options.outputs = "null:";
    ps_session *session;
    ps_sender *sender;
    check(create(&options, &session));
    check(begin(session));
    check(wait(session, 10, &sender));
    check(send(sender, frame, bytes, width, height, PS_FORMAT_I420_FULL));
    check(finish(session, 10));
    check(close(session));
}
