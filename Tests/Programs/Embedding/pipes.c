// The reader of an output closes its pipe, and a file reaches the limit of its size: the output fails, and no signal ends the
// program. Arguments: the paths of the pipe and of the file, which do not exist.
#include "check.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LIMIT = 65536 };

static char frame[320 * 180 * 3 / 2];

static void on_signal(int number) { _exit(100 + number); }

// Sends until the session has ended. Its frames are noise, which no encoder makes small.
//
//   reader   closed before the tenth frame; -1 for none
static ps_result send_all(ps_session *session, ps_sender *sender, int reader) {
    ps_result result = PS_OK;
    for (int i = 0; i < 10000 && result == PS_OK; i++) {
        if (i == 10 && reader >= 0) close(reader);
        for (size_t place = 0; place < sizeof frame; place++) frame[place] = rand();
        result = ps_sender_send_video(sender, frame, sizeof frame, 320, 180, PS_FORMAT_I420_FULL);
        SUCCEEDS(ps_session_wait_for_next_frame(session));
    }
    return ps_session_finish(session, 30);
}

static void closed_reader(const char *path) {
    CHECK(signal(SIGPIPE, on_signal) != SIG_ERR);
    CHECK(mkfifo(path, 0600) == 0);
    int reader = open(path, O_RDONLY | O_NONBLOCK);
    CHECK(reader >= 0);
    ps_session_options options = fast_options();
    options.outputs = path;
    ps_sender *sender;
    ps_session *session = begun(&options, &sender);
    CHECK(send_all(session, sender, reader) == PS_OUTPUT_FAILED);
    CHECK(strstr(ps_last_message(), "reader") || strstr(ps_last_message(), "pipe"));
    SUCCEEDS(ps_session_close(session));
    CHECK(signal(SIGPIPE, SIG_DFL) == on_signal);
}

static void limited_file(const char *path) {
    struct rlimit before, limited;
    CHECK(signal(SIGXFSZ, on_signal) != SIG_ERR);
    CHECK(getrlimit(RLIMIT_FSIZE, &before) == 0);
    limited = before;
    limited.rlim_cur = LIMIT;
    ps_session_options options = fast_options();
    options.outputs = path;
    ps_sender *sender;
    ps_session *session = begun(&options, &sender);
    CHECK(setrlimit(RLIMIT_FSIZE, &limited) == 0);
    ps_result result = send_all(session, sender, -1);
    // Before anything is printed, which may go to a longer file.
    CHECK(setrlimit(RLIMIT_FSIZE, &before) == 0);
    CHECK(result == PS_OUTPUT_FAILED);
    CHECK(strstr(ps_last_message(), "size limit"));
    struct stat file;
    CHECK(stat(path, &file) == 0);
    CHECK(file.st_size == LIMIT);
    SUCCEEDS(ps_session_close(session));
    CHECK(signal(SIGXFSZ, SIG_DFL) == on_signal);
}

int main(int count, char **arguments) {
    if (count != 3) return 2;
    closed_reader(arguments[1]);
    limited_file(arguments[2]);
    printf("pipes: passed\n");
}
