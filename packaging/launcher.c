// The entry of psstudio in the tar and the wheel. The program links GStreamer. Where that is not installed, the loader would name a
// file; this names the packages. It is linked statically, so that it runs where nothing is installed.
//
// It starts ../libexec/psstudio. It looks for libraries as the loader does, in LD_LIBRARY_PATH, the loader's cache and the folders of
// the system, and reads no more than that.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef LIBRARIES
#error "LIBRARIES are the names of the libraries that the program needs, each as a string with a comma"
#endif

static const char *const libraries[] = {LIBRARIES};
static const char *const folders[] = {"/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu", "/usr/lib64", "/lib64", "/usr/lib", "/lib"};
static const char packages[] =
    "libgstreamer-plugins-base1.0-0 libxxhash0 gstreamer1.0-plugins-base gstreamer1.0-plugins-good gstreamer1.0-plugins-bad "
    "gstreamer1.0-plugins-ugly gstreamer1.0-libav";

// A file in memory; its bytes are null where it cannot be read.
struct contents {
    const char *bytes;
    size_t size;
};

static struct contents contents_of(const char *path) {
    struct contents result = {NULL, 0};
    struct stat status;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return result;
    if (fstat(descriptor, &status) == 0 && status.st_size > 0) {
        void *bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, descriptor, 0);
        if (bytes != MAP_FAILED) result = (struct contents){bytes, (size_t)status.st_size};
    }
    close(descriptor);
    return result;
}

static int contains(struct contents file, const char *text) {
    // With its final zero: a name is not the beginning of another one.
    return file.bytes != NULL && memmem(file.bytes, file.size, text, strlen(text) + 1) != NULL;
}

// Whether a folder of the list has the library. The folders are separated by colons or semicolons.
static int is_in(const char *list, const char *library) {
    while (list != NULL && *list != 0) {
        size_t length = strcspn(list, ":;");
        char path[PATH_MAX];
        if (length > 0 && snprintf(path, sizeof path, "%.*s/%s", (int)length, list, library) < (int)sizeof path && access(path, R_OK) == 0)
            return 1;
        list += length + (list[length] != 0);
    }
    return 0;
}

static int is_installed(struct contents cache, const char *library) {
    if (contains(cache, library) || is_in(getenv("LD_LIBRARY_PATH"), library)) return 1;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (is_in(folders[i], library)) return 1;
    return 0;
}

// The C library of the system: the program's relocations are of a form that glibc reads since 2.36.
static int has_new_glibc(void) {
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%s/libc.so.6", folders[i]);
        struct contents library = contents_of(path);
        if (library.bytes == NULL) continue;
        int found = contains(library, "GLIBC_ABI_DT_RELR");
        munmap((void *)library.bytes, library.size);
        return found;
    }
    return 0;
}

int main(int count, char **arguments) {
    (void)count;
    char path[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - sizeof "/libexec/psstudio");
    if (length <= 0) {
        fprintf(stderr, "psstudio: /proc is not mounted; start libexec/psstudio instead of bin/psstudio\n");
        return 2;
    }
    path[length] = 0;
    for (int level = 0; level < 2; level++) {
        char *slash = strrchr(path, '/');
        if (slash != NULL) *slash = 0;
    }
    strcat(path, "/libexec/psstudio");
    if (!has_new_glibc()) {
        fprintf(stderr, "psstudio: it needs glibc 2.36 or newer, as Debian 12 and Ubuntu 22.10 have it\n");
        return 2;
    }
    struct contents cache = contents_of("/etc/ld.so.cache");
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
        if (is_installed(cache, libraries[i])) continue;
        fprintf(stderr, "psstudio: %s is missing; install it: sudo apt-get install %s\n", libraries[i], packages);
        return 2;
    }
    execv(path, arguments);
    fprintf(stderr, "psstudio: cannot start %s: %s\n", path, strerror(errno));
    return 2;
}
