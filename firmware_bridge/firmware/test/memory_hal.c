#include "memory_hal.h"

#include <string.h>

#include "protocol.h"

Memory memory;
const uint8_t hal_chip = CHIP_ATMEGA328P;

void memory_fresh(void)
{
    memset(&memory, 0, sizeof memory);
    memset(memory.eeprom, 0xFF, sizeof memory.eeprom);
    memory.eeprom_writes_left = -1;
    memory.room = 64;
    memory.entropy = 0x1122334455667788;
}

uint8_t hal_reset_cause(void)
{
    return 2;
}

bool hal_one_colour(void)
{
    return memory.one_colour;
}

uint8_t hal_line_room(void)
{
    return memory.room;
}

void hal_line_put(const uint8_t *bytes, uint8_t count)
{
    if (memory.line_count + count > sizeof memory.line)
        memory.line_count = 0;
    memcpy(memory.line + memory.line_count, bytes, count);
    memory.line_count += count;
}

uint8_t hal_eeprom_read(uint16_t address)
{
    return memory.eeprom[address];
}

void hal_eeprom_write(uint16_t address, uint8_t byte)
{
    if (memory.eeprom_writes_left == 0)
        return;
    if (memory.eeprom_writes_left > 0)
        memory.eeprom_writes_left--;
    memory.eeprom[address] = byte;
}

uint64_t hal_entropy(void)
{
    return memory.entropy;
}
