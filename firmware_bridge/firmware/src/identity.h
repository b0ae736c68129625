/* Who this box is: an id, its own for life unless it is given another, and the number of its power-ups, in EEPROM.

   Everything is there twice under a CRC-16 and written to the copy that does not hold, so that power lost in the middle
   of a write leaves the other. */
#ifndef IDENTITY_H
#define IDENTITY_H

#include <stdint.h>

#include "protocol.h"

/* Reads the box's id; a box that has none draws one and keeps it. */
void identity_device(uint8_t device[DEVICE_BYTES]);

/* Keeps another id, which this box has from its next start on. */
void identity_keep(const uint8_t device[DEVICE_BYTES]);

/* Counts this power-up. Returns a boot id that differs between boots and between boxes. */
uint32_t identity_new_boot(const uint8_t device[DEVICE_BYTES]);

#endif
