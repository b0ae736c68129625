/* The chip in memory: what the tests set and look at. */
#ifndef MEMORY_HAL_H
#define MEMORY_HAL_H

#include <stdint.h>

#include "hal.h"

typedef struct {
    uint8_t eeprom[128];
    int eeprom_writes_left; /* power is lost after this number of writes; below 0: never */
    uint8_t line[4096];     /* what the box has sent */
    unsigned line_count;
    uint8_t room;
    bool one_colour;
    uint64_t entropy;
} Memory;

extern Memory memory;

void memory_fresh(void); /* a chip as it comes from the factory */

#endif
