/* CRC-32 for frames on the cable, CRC-16 for what survives a reset in RAM and EEPROM. */
#ifndef CRC_H
#define CRC_H

#include <stdint.h>

/* CRC-32 as in zlib: start with CRC32_START, feed, then complement. */
#define CRC32_START 0xFFFFFFFFUL
uint32_t crc32_update(uint32_t crc, uint8_t byte);
uint32_t crc32_of(const void *bytes, uint8_t length);

/* CRC-16 XMODEM (0x1021), started at `seed` and complemented, so that neither all zeros nor all ones is sealed. */
uint16_t crc16_of(uint16_t seed, const void *bytes, uint8_t length);

#endif
