/* What the box needs from the chip. One implementation per chip, one in memory for the tests on the host. */
#ifndef HAL_H
#define HAL_H

#include <stdbool.h>
#include <stdint.h>

#include "debounce.h"
#include "leds.h"

typedef struct {
    uint8_t contacts[CONTACT_BYTES]; /* 1 is closed; bit k of the whole is button k, the extra button included */
} Inputs;

extern const uint8_t hal_chip;

void hal_start(void);
uint8_t hal_reset_cause(void);   /* MCUSR as found at the start; 0 where a boot loader has cleared it */
bool hal_one_colour(void);       /* the strap for single LEDs is set */
bool hal_tick(void);             /* true once every half millisecond */
void hal_exchange(const uint8_t leds[LED_BYTES], Inputs *inputs);
void hal_tone(uint8_t ten_hz);
void hal_alive(void);            /* feeds the watchdog */
void hal_sleep(void);            /* until something may have happened */

bool hal_line_get(uint8_t *byte);
uint8_t hal_line_room(void);     /* bytes that hal_line_put takes now */
void hal_line_put(const uint8_t *bytes, uint8_t count);

uint8_t hal_eeprom_read(uint16_t address);
void hal_eeprom_write(uint16_t address, uint8_t byte);
uint64_t hal_entropy(void);      /* slow; only for a box that has no id yet */

#endif
