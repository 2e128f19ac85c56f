// Processes: what Swift does not import, and code that runs after a fork, where Swift must not run.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// An argument of main, the name of the program first. Returns NULL behind the last one. Swift's CommandLine reads /proc, and is empty
/// where that is missing.
const char *psprocess_argument(int index);

/// The path with which the program of this process was started, as the system knows it; NULL if it does not say.
const char *psprocess_program(void);

enum psprocess_event {
    /// The command runs; the value is its process and its group.
    psprocess_started = 1,
    /// The command could not be started; the value is the error number.
    psprocess_not_started,
    /// A signal stopped the command.
    psprocess_stopped,
    /// The command ended; the value is its exit code.
    psprocess_exited,
    /// The command was killed; the value is the signal.
    psprocess_killed,
};

/// What a keeper reports.
struct psprocess_report {
    int32_t event;
    int32_t value;
};

/// Starts a keeper: a process that runs a command in a process group of its own, and adopts the descendants of the command
/// whose parent ends. So the descendants of the keeper are those of the command, and no others. The keeper ends after all of
/// them.
///
///   file        a path, or a name that is searched in PATH
///   reports     gets a descriptor from which psprocess_read() reads
///
/// Returns the process ID of the keeper, or a negative error number.
pid_t psprocess_start_keeper(const char *file, char *const arguments[], char *const variables[], int *reports);

/// Waits for the next report. Returns 0 when the keeper has ended.
int psprocess_read(int reports, struct psprocess_report *report);

/// Waits at most this long for the end of a keeper. Returns 1 when it has ended.
int psprocess_wait_for_keeper(pid_t keeper, int reports, int milliseconds);

/// Handles a signal, unless the parent process ignores it.
void psprocess_handle(int number, void (*handler)(int));

/// Limits the number of arenas of the allocator. Returns 0 when it has no such limit.
int psprocess_limit_arenas(int count);

/// Lets each arena of the allocator begin with this many bytes, and the first one grow by them. No page is used before it is needed. Blocks
/// of the size `block` and more are mapped by themselves. Returns 0 when the allocator refuses.
int psprocess_set_growth(int bytes, int block);

/// Makes a pipe that no other program inherits: the end to read from, and the end to write to. Returns 0 or a negative error number.
int psprocess_pipe(int ends[2]);

/// Keeps an anonymous file with these bytes, to be read from its beginning. Returns its descriptor, which no other program inherits, or a
/// negative error number.
int psprocess_file(const char *name, const void *bytes, size_t count);

/// The standard streams of a process, as descriptors of this one. -1 is /dev/null for input and output, and that of this process for errors.
struct psprocess_streams {
    int input;
    int output;
    int errors;
};

/// Starts a process that belongs to this one, but shares only standard error with it: it has a process group of its own, and blocks no
/// signals.
///
///   folder      its current folder, or NULL for that of this process
///
/// Returns its process ID, or a negative error number.
pid_t psprocess_start_aside(const char *file, char *const arguments[], char *const variables[], const char *folder,
                            struct psprocess_streams streams);
