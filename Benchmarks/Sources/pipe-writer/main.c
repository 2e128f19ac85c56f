// Writes pictures into standard output as fast as they are taken: pipe-writer BYTES-PER-PICTURE PICTURES
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int count, char **arguments) {
    if (count != 3) return 2;
    size_t bytes = strtoul(arguments[1], NULL, 10);
    long pictures = strtol(arguments[2], NULL, 10);
    char *picture = malloc(bytes);
    if (!picture || bytes == 0) return 1;
    memset(picture, 0x55, bytes);
    for (; pictures > 0; pictures--) {
        for (size_t done = 0; done < bytes;) {
            ssize_t written = write(STDOUT_FILENO, picture + done, bytes - done);
            if (written > 0) done += (size_t)written;
            else if (errno != EINTR) return perror("pipe-writer"), 1;
        }
    }
    return 0;
}
