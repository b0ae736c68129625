/* The entry point every fuzzer knows. */
#ifndef TARGET_H
#define TARGET_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
