#pragma once
#include <stddef.h>
#include <stdint.h>

/// Runs libFuzzer with the options of a command line; it ends the process.
int psstudio_fuzz(int argc, char **argv, int (*input)(const uint8_t *bytes, size_t count));
