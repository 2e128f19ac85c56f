// Local sockets: what Swift does not import, and code that runs in a forked child, where Swift must not run.
#pragma once

#include <stdint.h>

/// The user and the process at the other end of a local connection.
struct pslocal_peer {
    uint32_t user;
    int32_t process;
};

/// A non-blocking local socket that no other program inherits. Returns a negative error number.
int pslocal_socket(void);

/// Accepts a connection, non-blocking, that no other program inherits. Returns a negative error number.
int pslocal_accept(int listener);

/// The process that has connected. Returns 0 or a negative error number.
int pslocal_read_peer(int connection, struct pslocal_peer *peer);

/// A counter that wakes a thread in poll(). Returns a negative error number.
int pslocal_event(void);

/// Wakes the thread.
void pslocal_signal(int event);

/// Resets the counter.
void pslocal_reset(int event);

/// Closes a descriptor in every forked child from now on, so that the child neither answers nor keeps a socket alive.
/// A descriptor beyond the capacity stays open in children.
void pslocal_close_in_children(int descriptor);

/// Ends that. Called before the descriptor is closed.
void pslocal_keep_in_children(int descriptor);
