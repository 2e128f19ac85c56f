// Counts the allocations of all threads between two marks. Loaded by LD_PRELOAD; forwards to glibc's own functions.
//
// The thread of the diagnosis of contents is left out: its work is bounded by time, not by frames, so that a sample may or may not be
// taken between the marks.
//
// With PSBENCH_BACKTRACES=n it prints where the first n of them came from.
#define _GNU_SOURCE
#include <errno.h>
#include <execinfo.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);

static atomic_bool is_counting;
static atomic_long allocations;
static atomic_long backtraces;
static __thread int is_inside;
static __thread enum { UNKNOWN, COUNTED, LEFT_OUT } thread_kind;

static bool is_left_out(void) {
    if (thread_kind == UNKNOWN) {
        char name[16] = "";
        pthread_getname_np(pthread_self(), name, sizeof name);
        thread_kind = strcmp(name, "contents") == 0 ? LEFT_OUT : COUNTED;
    }
    return thread_kind == LEFT_OUT;
}

static void count(void) {
    if (!atomic_load_explicit(&is_counting, memory_order_relaxed) || is_inside || is_left_out()) return;
    atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
    if (atomic_fetch_sub_explicit(&backtraces, 1, memory_order_relaxed) <= 0) return;
    is_inside = 1;
    void *frames[24];
    backtrace_symbols_fd(frames, backtrace(frames, 24), STDERR_FILENO);
    (void)!write(STDERR_FILENO, "\n", 1);
    is_inside = 0;
}

void psbench_begin_counting(void) {
    const char *wanted = getenv("PSBENCH_BACKTRACES");
    atomic_store(&backtraces, wanted ? atol(wanted) : 0);
    atomic_store(&allocations, 0);
    atomic_store(&is_counting, true);
}

long psbench_end_counting(void) {
    atomic_store(&is_counting, false);
    return atomic_load(&allocations);
}

void *malloc(size_t size) {
    count();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count();
    return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
    count();
    return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
    count();
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    count();
    void *memory = __libc_memalign(alignment, size);
    if (!memory) return ENOMEM;
    *result = memory;
    return 0;
}
