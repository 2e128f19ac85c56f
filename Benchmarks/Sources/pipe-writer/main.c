// Writes frames to standard output as fast as possible: pipe-writer BYTES-PER-FRAME FRAMES
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int count, char **arguments) {
    if (count != 3) return 2;
    size_t bytes = strtoul(arguments[1], NULL, 10);
    long frames = strtol(arguments[2], NULL, 10);
    char *frame = malloc(bytes);
    if (!frame || bytes == 0) return 1;
    memset(frame, 0x55, bytes);
    for (; frames > 0; frames--) {
        for (size_t done = 0; done < bytes;) {
            ssize_t written = write(STDOUT_FILENO, frame + done, bytes - done);
            if (written > 0) done += (size_t)written;
            else if (errno != EINTR) return perror("pipe-writer"), 1;
        }
    }
    return 0;
}
