// What this process occupies. It needs no function of the library, so that a test can load it later.
#pragma once

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct usage {
    long kilobytes, descriptors, threads;
} usage;

static inline long entries(const char *path) {
    DIR *folder = opendir(path);
    if (!folder) perror(path), exit(1);
    long count = 0;
    while (readdir(folder)) count++;
    closedir(folder);
    return count;
}

static inline usage used(void) {
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%*d %ld", &pages) != 1) perror("/proc/self/statm"), exit(1);
    fclose(file);
    usage usage = {pages * 4, entries("/proc/self/fd"), entries("/proc/self/task")};
    return usage;
}

// Whether 100 rounds have left nothing. Dispatch opens its four descriptors and starts its threads when it likes; a leak in
// each round would be 100 of them.
static inline int is_flat(const char *what, usage before) {
    usage now = used();
    long kilobytes = now.kilobytes - before.kilobytes, descriptors = now.descriptors - before.descriptors;
    long threads = now.threads - before.threads;
    printf("100 %s: memory %+ld KB, descriptors %+ld, threads %+ld\n", what, kilobytes, descriptors, threads);
    return kilobytes < 4096 && descriptors < 50 && threads < 50;
}
