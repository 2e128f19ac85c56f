// Reads frames from a pipe with minimal work: read(2) into three alternating buffers.
//
// pipe-reader BYTES-PER-FRAME prints the number of complete frames. Three buffers, because one is filled, one waits and
// one is in use. The pipe size is the same as in psstudio.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int count, char **arguments) {
    if (count != 2) return 2;
    size_t bytes = strtoul(arguments[1], NULL, 10);
    char *buffers[3];
    for (int index = 0; index < 3; index++) {
        if (posix_memalign((void **)&buffers[index], 64, bytes) != 0) return 1;
        memset(buffers[index], 0, bytes);
    }
    fcntl(STDIN_FILENO, F_SETPIPE_SZ, 512 * 1024);
    long frames = 0;
    size_t done = 0;
    for (;;) {
        ssize_t got = read(STDIN_FILENO, buffers[frames % 3] + done, bytes - done);
        if (got == 0) break;
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return perror("pipe-reader"), 1;
        done += (size_t)got;
        if (done == bytes) {
            done = 0;
            frames++;
        }
    }
    printf("%ld\n", frames);
    return done == 0 ? 0 : 1;
}
