/* A rotary encoder: quadrature in, detents out. Contact bounce goes back and forth over one transition and cancels. */
#ifndef DIAL_H
#define DIAL_H

#include <stdint.h>

#define TRANSITIONS_PER_DETENT 4

typedef struct {
    uint8_t phase;  /* the last A and B, bits 1 and 0 */
    int8_t moved;   /* transitions since the last rest, clockwise positive */
} Dial;

void dial_start(Dial *dial, uint8_t phase);

/* Takes a sample of A (bit 1) and B (bit 0), 1 is closed. Returns +1 or -1 when a detent was passed, else 0. */
int8_t dial_sample(Dial *dial, uint8_t phase);

#endif
