/* What both chips share: the shift registers, the tick, the watchdog, EEPROM. Pins are named in pins.h.

   Three 74HC165 read 24 contacts and three 74HC595 drive 24 outputs in one SPI transfer of three bytes. The first byte
   in comes from the bank wired nearest to the chip (seats 1 and 2). In each bank bits 0-2 are yes, no, next of the odd
   seat, bits 3-5 of the even one (seats counted from 1); inputs are pulled up, a closed contact reads 0. */
#ifndef HAL_AVR_H
#define HAL_AVR_H

#include <stdbool.h>
#include <stdint.h>

extern uint8_t early_reset_cause; /* MCUSR as found before main */

void avr_start_common(void);

/* Each chip's file gives these. */
void chip_pins_start(void);
void chip_line_start(void);    /* after the timers run */
bool chip_line_waits(void);    /* bytes from the host have not been taken yet */

#endif
