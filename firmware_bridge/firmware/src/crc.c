#include "crc.h"

#include "rom.h"

static const uint32_t nibbles[16] ROM = {
    0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
    0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
};

uint32_t crc32_update(uint32_t crc, uint8_t byte)
{
    crc ^= byte;
    crc = rom32(&nibbles[crc & 15]) ^ (crc >> 4);
    return rom32(&nibbles[crc & 15]) ^ (crc >> 4);
}

uint32_t crc32_of(const void *bytes, uint8_t length)
{
    const uint8_t *byte = bytes;
    uint32_t crc = CRC32_START;
    while (length--)
        crc = crc32_update(crc, *byte++);
    return ~crc;
}

uint16_t crc16_of(uint16_t seed, const void *bytes, uint8_t length)
{
    const uint8_t *byte = bytes;
    uint16_t crc = seed;
    while (length--) {
        uint8_t x = (uint8_t)(crc >> 8) ^ *byte++;
        x ^= x >> 4;
        crc = (uint16_t)(crc << 8) ^ (uint16_t)((uint16_t)x << 12) ^ (uint16_t)((uint16_t)x << 5) ^ x;
    }
    return (uint16_t)~crc;
}
