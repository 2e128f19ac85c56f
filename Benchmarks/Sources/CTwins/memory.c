#define _GNU_SOURCE
#include "twins.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

void *twin_allocate(size_t bytes) {
    void *memory = NULL;
    if (posix_memalign(&memory, 64, bytes) != 0) abort();
    // Touched in advance, so that page faults do not affect the measurement.
    memset(memory, 0x55, bytes);
    return memory;
}

void twin_copy_rotating(void *first, void *second, const void *source, size_t bytes, long frames) {
    void *targets[2] = {first, second};
    for (long frame = 0; frame < frames; frame++) {
        memcpy(targets[frame & 1], source, bytes);
        // Marks the copy as used; otherwise the compiler may remove it.
        __asm__ volatile("" : : "r"(targets[frame & 1]) : "memory");
    }
}

void twin_render(void *bytes, size_t count, long frame) {
    memset(bytes, (int)(frame & 0xFF), count);
    __asm__ volatile("" : : "r"(bytes) : "memory");
}

void twin_allocate_deliberately(void) {
    void *volatile memory = malloc(64);
    free(memory);
}

typedef void begin_function(void);
typedef long end_function(void);

// The interposer is optional (LD_PRELOAD), so its functions are looked up.
bool twin_has_interposer(void) {
    return dlsym(RTLD_DEFAULT, "psbench_begin_counting") != NULL;
}

void twin_begin_counting(void) {
    begin_function *begin = (begin_function *)dlsym(RTLD_DEFAULT, "psbench_begin_counting");
    if (begin) begin();
}

long twin_end_counting(void) {
    end_function *end = (end_function *)dlsym(RTLD_DEFAULT, "psbench_end_counting");
    return end ? end() : -1;
}
