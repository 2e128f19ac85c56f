#define _GNU_SOURCE
#include "CLocalSocket.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

int pslocal_socket(void) {
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    return descriptor < 0 ? -errno : descriptor;
}

int pslocal_accept(int listener) {
    int descriptor = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    return descriptor < 0 ? -errno : descriptor;
}

int pslocal_read_peer(int connection, struct pslocal_peer *peer) {
    struct ucred credentials;
    socklen_t size = sizeof credentials;
    if (getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0) return -errno;
    peer->user = credentials.uid;
    peer->process = credentials.pid;
    return 0;
}

int pslocal_event(void) {
    int descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return descriptor < 0 ? -errno : descriptor;
}

void pslocal_signal(int event) {
    uint64_t one = 1;
    while (write(event, &one, sizeof one) < 0 && errno == EINTR) {}
}

void pslocal_reset(int event) {
    uint64_t count;
    while (read(event, &count, sizeof count) < 0 && errno == EINTR) {}
}

// The numbers are one too large, so that 0 is a free place.
enum { capacity = 1024 };
static _Atomic int descriptors[capacity];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void closeAll(void) {
    for (int index = 0; index < capacity; index++) {
        int place = atomic_exchange(&descriptors[index], 0);
        if (place > 0) close(place - 1);
    }
}

static void prepare(void) { pthread_atfork(NULL, NULL, closeAll); }

void pslocal_close_in_children(int descriptor) {
    pthread_once(&once, prepare);
    for (int index = 0; index < capacity; index++) {
        int free = 0;
        if (atomic_compare_exchange_strong(&descriptors[index], &free, descriptor + 1)) return;
    }
}

void pslocal_keep_in_children(int descriptor) {
    for (int index = 0; index < capacity; index++) {
        int place = descriptor + 1;
        if (atomic_compare_exchange_strong(&descriptors[index], &place, 0)) return;
    }
}
