#include "identity.h"

#include <stdbool.h>
#include <string.h>

#include "bytes.h"
#include "crc.h"
#include "hal.h"

enum { DEVICE_AT = 16, BOOTS_AT = 48, COPY_STEP = 16 };
#define SEED 0x1D1D
#define SEAL_BYTES 2

static bool read_copy(uint16_t address, uint8_t *bytes, uint8_t count)
{
    uint8_t seal[SEAL_BYTES];
    for (uint8_t i = 0; i < count; i++)
        bytes[i] = hal_eeprom_read(address + i);
    for (uint8_t i = 0; i < SEAL_BYTES; i++)
        seal[i] = hal_eeprom_read(address + count + i);
    return get16(seal) == crc16_of(SEED, bytes, count);
}

static void write_copy(uint16_t address, const uint8_t *bytes, uint8_t count)
{
    uint8_t seal[SEAL_BYTES];
    put16(seal, crc16_of(SEED, bytes, count));
    for (uint8_t i = 0; i < count; i++)
        hal_eeprom_write(address + i, bytes[i]);
    for (uint8_t i = 0; i < SEAL_BYTES; i++)
        hal_eeprom_write(address + count + i, seal[i]);
}

void identity_keep(const uint8_t device[DEVICE_BYTES])
{
    for (uint8_t copy = 0; copy < 2; copy++)
        write_copy(DEVICE_AT + copy * COPY_STEP, device, DEVICE_BYTES);
}

void identity_device(uint8_t device[DEVICE_BYTES])
{
    for (uint8_t copy = 0; copy < 2; copy++)
        if (read_copy(DEVICE_AT + copy * COPY_STEP, device, DEVICE_BYTES))
            return;
    uint64_t drawn = hal_entropy();
    memcpy(device, &drawn, DEVICE_BYTES);
    identity_keep(device);
}

uint32_t identity_new_boot(const uint8_t device[DEVICE_BYTES])
{
    uint8_t raw[2][4];
    bool sound[2];
    for (uint8_t copy = 0; copy < 2; copy++)
        sound[copy] = read_copy(BOOTS_AT + copy * COPY_STEP, raw[copy], 4);
    bool second = sound[1] && (!sound[0] || get32(raw[1]) > get32(raw[0]));
    uint32_t boots = sound[second] ? get32(raw[second]) + 1 : 1;
    uint8_t bytes[DEVICE_BYTES + 4];
    memcpy(bytes, device, DEVICE_BYTES);
    put32(bytes + DEVICE_BYTES, boots);
    write_copy(BOOTS_AT + !second * COPY_STEP, bytes + DEVICE_BYTES, 4);
    return crc32_of(bytes, sizeof bytes);
}
