/* What the leds show: from the host's orders and the time to a bit per led colour. */
#ifndef LEDS_H
#define LEDS_H

#include <stdbool.h>
#include <stdint.h>

#include "protocol.h"

#define LED_BYTES 3 /* two seats a byte: bits 0-2 red, green, blue of the even seat, bits 3-5 of the odd one */

typedef struct {
    uint8_t code[LEDS]; /* colour in bits 0-2, pattern in bits 3-4 */
    uint32_t since_ms;   /* when this was ordered: blinking starts lit */
    bool one_colour;     /* single LEDs on the red outputs instead of RGB ones */
} Leds;

/* True when every code is one a led knows. */
bool leds_valid(const uint8_t code[LEDS]);

/* The outputs at this moment while a host is heard. */
void leds_bits(const Leds *leds, uint32_t now_ms, uint8_t bits[LED_BYTES]);

/* The outputs while no host is heard: a short light going round, one seat after the other. */
void leds_no_host(const Leds *leds, uint32_t now_ms, uint8_t bits[LED_BYTES]);

#endif
