// The part of libsrt that psstudio uses. The library is loaded at run time: it comes with gstreamer1.0-plugins-bad, and
// psstudio works without it.
#ifndef CSRT_H
#define CSRT_H

#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

enum { CSRT_ERROR = -1 };

// States of a socket.
enum { CSRT_CONNECTING = 4, CSRT_CONNECTED = 5 };

// Options of a socket.
enum {
    CSRT_SEND_SYNCHRONOUS = 1, CSRT_RECEIVE_SYNCHRONOUS = 2, CSRT_LATENCY = 23, CSRT_PASSPHRASE = 26,
    CSRT_KEY_LENGTH = 27, CSRT_CONNECT_TIMEOUT = 36, CSRT_PEER_LATENCY = 44, CSRT_STREAM_ID = 46
};

// Reasons of a rejected connection.
enum { CSRT_NOT_REJECTED = 0, CSRT_REJECTED_SECRET = 10, CSRT_REJECTED_UNSECURE = 11, CSRT_REJECTED_TIMEOUT = 16 };

// An error of the latest call: no space in the send buffer.
enum { CSRT_WOULD_BLOCK = 6001 };

// Events of a socket.
enum { CSRT_CAN_ACCEPT = 1, CSRT_CAN_SEND = 4, CSRT_FAILED = 8 };

struct csrt_counts {
    // Data packets, without retransmissions.
    int64_t packets_sent;
    int64_t packets_retransmitted;
    // Packets that the sender gave up because they were too late.
    int64_t packets_dropped;
    // Received acknowledgements.
    int64_t acknowledgements;
    // The time until a packet is acknowledged, in milliseconds.
    double round_trip;
};

// Loads the library and starts it once. Returns 0, or -1 when it is not installed.
int csrt_load(void);

// A new socket, or CSRT_ERROR. The other functions need a loaded library.
int csrt_socket(void);
// Waits for no event; each returns 0 or CSRT_ERROR.
int csrt_set(int socket, int option, const void *value, int length);
int csrt_get_int(int socket, int option, int *value);
int csrt_bind(int socket, const struct sockaddr *address, int length);
int csrt_listen(int socket, int backlog);
int csrt_connect(int socket, const struct sockaddr *address, int length);
int csrt_close(int socket);
// The socket of a new caller, or CSRT_ERROR.
int csrt_accept(int socket);
// The number of bytes sent, or CSRT_ERROR.
int csrt_send(int socket, const void *bytes, int length);
// Waits until one of `events` has occurred, at most `milliseconds`. Returns whether one has.
int csrt_wait(int socket, int events, int64_t milliseconds);
int csrt_state(int socket);
// The code of the latest error of this thread, and its text.
int csrt_error(void);
const char *csrt_error_text(void);
int csrt_reject_reason(int socket);
const char *csrt_reject_text(int reason);
int csrt_port(int socket, uint16_t *port);
// The payload bytes that the peer has not acknowledged.
int csrt_unacknowledged(int socket, uint64_t *bytes);
int csrt_statistics(int socket, struct csrt_counts *statistics);

#endif
