/* What the lamps show: from the host's orders and the time to a bit per lamp colour. */
#ifndef LAMPS_H
#define LAMPS_H

#include <stdbool.h>
#include <stdint.h>

#include "protocol.h"

#define LAMP_BYTES 3 /* two seats a byte: bits 0-2 red, green, blue of the even seat, bits 3-5 of the odd one */

typedef struct {
    uint8_t code[LAMPS]; /* colour in bits 0-2, pattern in bits 3-4 */
    uint32_t since_ms;   /* when this was ordered: blinking starts lit */
    bool one_colour;     /* single LEDs on the red outputs instead of RGB ones */
} Lamps;

/* True when every code is one a lamp knows. */
bool lamps_valid(const uint8_t code[LAMPS]);

/* The outputs at this moment while a host is heard. */
void lamps_bits(const Lamps *lamps, uint32_t now_ms, uint8_t bits[LAMP_BYTES]);

/* The outputs while no host is heard: a short light going round, one seat after the other. */
void lamps_no_host(const Lamps *lamps, uint32_t now_ms, uint8_t bits[LAMP_BYTES]);

#endif
