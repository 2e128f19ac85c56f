#include "CSRT.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

// libsrt's statistics up to the last field used (libsrt 1.4 and 1.5); unused fields are reserved.
struct native_statistics {
    int64_t time, sent, received;
    int32_t send_loss, receive_loss, retransmitted, sent_ack, received_ack, sent_nak, received_nak;
    int64_t send_duration;
    int32_t send_dropped, receive_dropped, undecryptable;
    uint64_t total_bytes[7];
    int64_t local_sent, local_received;
    int32_t local_counts[8];
    double local_rates[2];
    int64_t local_duration;
    int32_t reorder_distance;
    double belated_time;
    int64_t belated;
    int32_t local_drops[3];
    uint64_t local_bytes[7];
    double send_period;
    int32_t windows[3];
    double round_trip, bandwidth;
    int32_t available[2];
    double maximum_bandwidth;
    int32_t segment_size;
    int32_t buffers[8];
    int32_t filters[8];
    int32_t reorder_tolerance;
    int64_t sent_unique;
    // Later versions append fields.
    uint8_t reserved[512];
};

static struct {
    int (*startup)(void);
    int (*create_socket)(void);
    int (*setsockflag)(int, int, const void *, int);
    int (*getsockflag)(int, int, void *, int *);
    int (*bind)(int, const struct sockaddr *, int);
    int (*listen)(int, int);
    int (*connect)(int, const struct sockaddr *, int);
    int (*close)(int);
    int (*accept)(int, struct sockaddr *, int *);
    int (*send)(int, const char *, int);
    int (*getsockstate)(int);
    int (*getlasterror)(int *);
    const char *(*getlasterror_str)(void);
    int (*getrejectreason)(int);
    const char *(*rejectreason_str)(int);
    int (*getsockname)(int, struct sockaddr *, int *);
    int (*getsndbuffer)(int, size_t *, size_t *);
    int (*bstats)(int, struct native_statistics *, int);
    int (*epoll_create)(void);
    int (*epoll_add_usock)(int, int, const int *);
    int (*epoll_wait)(int, int *, int *, int *, int *, int64_t, int *, int *, int *, int *);
    int (*epoll_release)(int);
    void (*setloglevel)(int);
} srt;

static int is_loaded = -1;

static void load(void) {
    static const char *const names[] = {"libsrt-gnutls.so.1.5", "libsrt-openssl.so.1.5", "libsrt.so.1.5", "libsrt.so.1"};
    void *library = NULL;
    for (size_t index = 0; !library && index < sizeof names / sizeof *names; index++) {
        library = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
    }
    if (!library) return;
    const struct { void *target; const char *name; } symbols[] = {
        {&srt.startup, "srt_startup"}, {&srt.create_socket, "srt_create_socket"},
        {&srt.setsockflag, "srt_setsockflag"}, {&srt.getsockflag, "srt_getsockflag"}, {&srt.bind, "srt_bind"},
        {&srt.listen, "srt_listen"}, {&srt.connect, "srt_connect"}, {&srt.close, "srt_close"},
        {&srt.accept, "srt_accept"}, {&srt.send, "srt_send"}, {&srt.getsockstate, "srt_getsockstate"},
        {&srt.getlasterror, "srt_getlasterror"}, {&srt.getlasterror_str, "srt_getlasterror_str"},
        {&srt.getrejectreason, "srt_getrejectreason"}, {&srt.rejectreason_str, "srt_rejectreason_str"},
        {&srt.getsockname, "srt_getsockname"}, {&srt.getsndbuffer, "srt_getsndbuffer"}, {&srt.bstats, "srt_bstats"},
        {&srt.epoll_create, "srt_epoll_create"}, {&srt.epoll_add_usock, "srt_epoll_add_usock"},
        {&srt.epoll_wait, "srt_epoll_wait"}, {&srt.epoll_release, "srt_epoll_release"},
        {&srt.setloglevel, "srt_setloglevel"},
    };
    for (size_t index = 0; index < sizeof symbols / sizeof *symbols; index++) {
        void *symbol = dlsym(library, symbols[index].name);
        if (!symbol) return;
        memcpy(symbols[index].target, &symbol, sizeof symbol);
    }
    // The library would print to standard error; psstudio reports failures itself. 2 is LOG_CRIT.
    srt.setloglevel(2);
    if (srt.startup() >= 0) is_loaded = 0;
}

int csrt_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded;
}

int csrt_socket(void) { return srt.create_socket(); }

int csrt_set(int socket, int option, const void *value, int length) {
    return srt.setsockflag(socket, option, value, length);
}

int csrt_get_int(int socket, int option, int *value) {
    int length = sizeof *value;
    return srt.getsockflag(socket, option, value, &length);
}

int csrt_bind(int socket, const struct sockaddr *address, int length) { return srt.bind(socket, address, length); }
int csrt_listen(int socket, int backlog) { return srt.listen(socket, backlog); }
int csrt_connect(int socket, const struct sockaddr *address, int length) {
    return srt.connect(socket, address, length);
}
int csrt_close(int socket) { return srt.close(socket); }
int csrt_accept(int socket) { return srt.accept(socket, NULL, NULL); }
int csrt_send(int socket, const void *bytes, int length) { return srt.send(socket, bytes, length); }
int csrt_state(int socket) { return srt.getsockstate(socket); }
int csrt_error(void) { return srt.getlasterror(NULL); }
const char *csrt_error_text(void) { return srt.getlasterror_str(); }
int csrt_reject_reason(int socket) { return srt.getrejectreason(socket); }
const char *csrt_reject_text(int reason) { return srt.rejectreason_str(reason); }

int csrt_wait(int socket, int events, int64_t milliseconds) {
    int poll = srt.epoll_create();
    if (poll < 0) return 0;
    int readable[1], writable[1], readable_count = 1, writable_count = 1, count = 0;
    if (srt.epoll_add_usock(poll, socket, &events) >= 0) {
        count = srt.epoll_wait(
            poll, readable, &readable_count, writable, &writable_count, milliseconds, NULL, NULL, NULL, NULL);
    }
    srt.epoll_release(poll);
    return count > 0;
}

int csrt_port(int socket, uint16_t *port) {
    struct sockaddr_storage address;
    int length = sizeof address;
    if (srt.getsockname(socket, (struct sockaddr *)&address, &length) < 0) return CSRT_ERROR;
    // The port has the same place in addresses of both families.
    *port = ntohs(((const struct sockaddr_in *)&address)->sin_port);
    return 0;
}

int csrt_unacknowledged(int socket, uint64_t *bytes) {
    size_t count = 0, blocks = 0;
    if (srt.getsndbuffer(socket, &blocks, &count) < 0) return CSRT_ERROR;
    *bytes = count;
    return 0;
}

int csrt_statistics(int socket, struct csrt_counts *statistics) {
    struct native_statistics native;
    memset(&native, 0, sizeof native);
    if (srt.bstats(socket, &native, 0) < 0) return CSRT_ERROR;
    statistics->packets_sent = native.sent_unique;
    statistics->packets_retransmitted = native.retransmitted;
    statistics->packets_dropped = native.send_dropped;
    statistics->acknowledgements = native.received_ack;
    statistics->round_trip = native.round_trip;
    return 0;
}
