#include "CFuzzer.h"

// libFuzzer's own entry point for programs with a main of their own.
extern int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*input)(const uint8_t *bytes, size_t count));

int psstudio_fuzz(int argc, char **argv, int (*input)(const uint8_t *bytes, size_t count)) {
    return LLVMFuzzerRunDriver(&argc, &argv, input);
}
