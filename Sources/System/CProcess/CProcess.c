#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

// The loader of glibc calls it with what it passes to main.
static int argument_count;
static char **argument_values;
__attribute__((constructor)) static void keep_arguments(int count, char **values) {
    argument_count = count;
    argument_values = values;
}

const char *psprocess_argument(int index) {
    return index >= 0 && index < argument_count ? argument_values[index] : NULL;
}

const char *psprocess_program(void) { return (const char *)getauxval(AT_EXECFN); }

static void report(int reports, int event, int value) {
    struct psprocess_report message = {event, value};
    // The reader may have ended.
    while (write(reports, &message, sizeof message) < 0 && errno == EINTR) {}
}

// Gives the command the signals that this process was started with.
static void reset_signals(void) {
    for (int number = 1; number < NSIG; number++) {
        struct sigaction action;
        if (sigaction(number, NULL, &action) != 0 || action.sa_handler == SIG_DFL) continue;
        // psstudio ignores the first two for itself. With the third one ignored, no process can wait for its children.
        int is_ours = number == SIGPIPE || number == SIGXFSZ || number == SIGCHLD;
        if (action.sa_handler != SIG_IGN || is_ours) signal(number, SIG_DFL);
    }
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

// Returns the process of the command, or -1 with errno.
static pid_t start_command(const char *file, char *const arguments[], char *const variables[]) {
    int failure[2];
    if (pipe2(failure, O_CLOEXEC) != 0) return -1;
    pid_t command = _Fork();
    if (command == 0) {
        setpgid(0, 0);
        reset_signals();
        execvpe(file, arguments, variables);
        int error = errno;
        while (write(failure[1], &error, sizeof error) < 0 && errno == EINTR) {}
        _exit(127);
    }
    int error = errno;
    close(failure[1]);
    ssize_t count = 0;
    if (command > 0) {
        // The end, once the command runs.
        while ((count = read(failure[0], &error, sizeof error)) < 0 && errno == EINTR) {}
    }
    close(failure[0]);
    if (command > 0 && count == 0) return command;
    errno = error;
    return -1;
}

static void keep(int reports, const char *file, char *const arguments[], char *const variables[]) {
    prctl(PR_SET_NAME, "psstudio-keeper");
    signal(SIGCHLD, SIG_DFL);
    pid_t command = prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0 ? start_command(file, arguments, variables) : -1;
    if (command < 0) {
        report(reports, psprocess_not_started, errno);
        return;
    }
    report(reports, psprocess_started, command);
    int has_ended = 0;
    while (1) {
        int status;
        pid_t process = waitpid(-1, &status, WUNTRACED);
        if (process < 0 && errno != EINTR) return;
        // Once it has ended, another process may get its number.
        if (process != command || has_ended) continue;
        has_ended = !WIFSTOPPED(status);
        if (WIFSTOPPED(status)) {
            report(reports, psprocess_stopped, WSTOPSIG(status));
        } else if (WIFEXITED(status)) {
            report(reports, psprocess_exited, WEXITSTATUS(status));
        } else {
            report(reports, psprocess_killed, WTERMSIG(status));
        }
    }
}

pid_t psprocess_start_keeper(const char *file, char *const arguments[], char *const variables[], int *reports) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return -errno;
    // Inherited from a parent that ignores it, it would keep this process from waiting for the keeper.
    signal(SIGCHLD, SIG_DFL);
    // No signal ends the keeper before the processes that it keeps.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t keeper = _Fork();
    if (keeper == 0) {
        close(ends[0]);
        keep(ends[1], file, arguments, variables);
        _exit(0);
    }
    int error = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(ends[1]);
    if (keeper > 0) {
        *reports = ends[0];
        return keeper;
    }
    close(ends[0]);
    return -error;
}

int psprocess_read(int reports, struct psprocess_report *report) {
    ssize_t count;
    // A report is shorter than what a pipe writes at once.
    while ((count = read(reports, report, sizeof *report)) < 0 && errno == EINTR) {}
    return count == sizeof *report;
}

int psprocess_wait_for_keeper(pid_t keeper, int reports, int milliseconds) {
    // Its end closes the pipe.
    struct pollfd end = {.fd = reports};
    if (poll(&end, 1, milliseconds) <= 0) return 0;
    while (waitpid(keeper, NULL, 0) < 0 && errno == EINTR) {}
    return 1;
}

void psprocess_handle(int number, void (*handler)(int)) {
    struct sigaction action;
    if (sigaction(number, NULL, &action) == 0 && action.sa_handler != SIG_IGN) signal(number, handler);
}

int psprocess_limit_arenas(int count) { return mallopt(M_ARENA_MAX, count); }

int psprocess_set_growth(int bytes, int block) {
    // A size of growth switches off the limits that follow from the blocks in use. These are what they become with frames.
    return mallopt(M_TOP_PAD, bytes) && mallopt(M_MMAP_THRESHOLD, block) && mallopt(M_TRIM_THRESHOLD, 2 * block);
}

int psprocess_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC) == 0 ? 0 : -errno; }

int psprocess_file(const char *name, const void *bytes, size_t count) {
    int file = memfd_create(name, MFD_CLOEXEC);
    if (file < 0) return -errno;
    const char *rest = bytes;
    while (count > 0) {
        ssize_t written = write(file, rest, count);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) {
            int error = written < 0 ? errno : EIO;
            close(file);
            return -error;
        }
        rest += written;
        count -= (size_t)written;
    }
    lseek(file, 0, SEEK_SET);
    return file;
}

// Takes a descriptor of this process, or /dev/null, as a standard stream.
static int add_stream(posix_spawn_file_actions_t *actions, int stream, int source) {
    if (source >= 0) return posix_spawn_file_actions_adddup2(actions, source, stream);
    int flags = stream == STDIN_FILENO ? O_RDONLY : O_WRONLY;
    return posix_spawn_file_actions_addopen(actions, stream, "/dev/null", flags, 0);
}

pid_t psprocess_start_aside(const char *file, char *const arguments[], char *const variables[], const char *folder,
                            struct psprocess_streams streams) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int error = posix_spawn_file_actions_init(&actions);
    if (error != 0) return -error;
    error = posix_spawnattr_init(&attributes);
    if (error != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return -error;
    }
    sigset_t none;
    sigemptyset(&none);
    pid_t pid = 0;
    error = add_stream(&actions, STDIN_FILENO, streams.input);
    if (error == 0) error = add_stream(&actions, STDOUT_FILENO, streams.output);
    if (error == 0 && streams.errors >= 0) error = add_stream(&actions, STDERR_FILENO, streams.errors);
    if (error == 0 && folder) error = posix_spawn_file_actions_addchdir_np(&actions, folder);
    if (error == 0) error = posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
    if (error == 0) error = posix_spawnattr_setsigmask(&attributes, &none);
    if (error == 0) error = posix_spawnattr_setpgroup(&attributes, 0);
    if (error == 0) error = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
    if (error == 0) error = posix_spawn(&pid, file, &actions, &attributes, arguments, variables);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error == 0 ? pid : -error;
}
