/* The box between its inputs and the cable: everything but the chip itself. */
#ifndef BOX_H
#define BOX_H

#include <stdbool.h>
#include <stdint.h>

#include "hal.h"

/* After hal_start: takes up what survived the reset, or begins a new boot. */
void box_start(void);

/* One byte from the host. */
void box_receive(uint8_t byte);

/* One sample of the inputs, every half millisecond. */
void box_sample(const Inputs *inputs);

/* What leds and buzzer shall show now. False when nothing can have changed: then both are left as they are. */
bool box_outputs(uint8_t leds[LED_BYTES], uint8_t *tone);

/* Sends what is due, as far as the cable has room. */
void box_send(void);

#endif
