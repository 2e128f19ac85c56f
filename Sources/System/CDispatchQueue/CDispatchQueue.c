#include "CDispatchQueue.h"

#include <string.h>

extern const char *dispatch_queue_get_label(void *queue);

/// The queue of a thread that no queue runs. libdispatch runs no work of a client on it: the global queues have names without
/// `.overcommit`, and serial queues have names of their own.
static const char *const queue_of_threads = "com.apple.root.default-qos.overcommit";

bool psdispatch_is_on_queue(void) {
    const char *label = dispatch_queue_get_label(NULL);
    return label == NULL || strcmp(label, queue_of_threads) != 0;
}

bool psdispatch_is_on_main_queue(void) {
    const char *label = dispatch_queue_get_label(NULL);
    return label != NULL && strcmp(label, "com.apple.main-thread") == 0;
}
