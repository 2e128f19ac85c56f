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

static inline long smaller(long first, long second) { return first < second ? first : second; }

// Whether 100 iterations leave less than 4 KB and half a descriptor or thread each. Counted twice: Dispatch opens its four
// descriptors, starts its threads and allocates for them when it likes, but a leak grows in both.
static inline int is_flat(const char *what, void (*iterate)(void)) {
    usage growth[2];
    for (int series = 0; series < 2; series++) {
        usage before = used();
        for (int i = 0; i < 100; i++) iterate();
        usage after = used();
        growth[series].kilobytes = after.kilobytes - before.kilobytes;
        growth[series].descriptors = after.descriptors - before.descriptors;
        growth[series].threads = after.threads - before.threads;
        printf("100 %s: memory %+ld KB, descriptors %+ld, threads %+ld\n", what, growth[series].kilobytes,
               growth[series].descriptors, growth[series].threads);
    }
    return smaller(growth[0].kilobytes, growth[1].kilobytes) < 400 &&
        smaller(growth[0].descriptors, growth[1].descriptors) < 50 && smaller(growth[0].threads, growth[1].threads) < 50;
}
