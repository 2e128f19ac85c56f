// The reader of an output closes its pipe: the output fails, and no signal ends the program.
#include "check.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

static char frame[320 * 180 * 3 / 2];

static void on_signal(int number) { _exit(100 + number); }

int main(int count, char **arguments) {
    if (count != 2) return 2;
    signal(SIGPIPE, on_signal);
    CHECK(mkfifo(arguments[1], 0600) == 0);
    int reader = open(arguments[1], O_RDONLY | O_NONBLOCK);
    CHECK(reader >= 0);
    ps_session_options options = fast_options();
    options.outputs = arguments[1];
    ps_sender *sender;
    ps_session *session = begun(&options, &sender);
    ps_result result = PS_OK;
    for (int i = 0; i < 10000 && result == PS_OK; i++) {
        if (i == 10) close(reader);
        memset(frame, i, sizeof frame);
        result = ps_sender_send_video(sender, frame, sizeof frame, 320, 180, PS_FORMAT_I420_FULL);
        SUCCEEDS(ps_session_wait_for_next_frame(session));
    }
    CHECK(ps_session_finish(session, 30) == PS_OUTPUT_FAILED);
    CHECK(strstr(ps_last_message(), "reader") || strstr(ps_last_message(), "pipe"));
    SUCCEEDS(ps_session_close(session));
    CHECK(signal(SIGPIPE, SIG_DFL) == on_signal);
    printf("pipes: passed\n");
}
