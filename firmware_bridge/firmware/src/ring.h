/* A ring of bytes between an interrupt and the main loop: one puts, the other takes. */
#ifndef RING_H
#define RING_H

#include <stdbool.h>
#include <stdint.h>

#define RING_BYTES 64 /* a power of two */

typedef struct {
    volatile uint8_t head, tail; /* counted modulo 256 */
    volatile uint8_t byte[RING_BYTES];
} Ring;

static inline uint8_t ring_used(const Ring *ring)
{
    return (uint8_t)(ring->head - ring->tail);
}

static inline bool ring_put(Ring *ring, uint8_t byte)
{
    if (ring_used(ring) == RING_BYTES)
        return false;
    ring->byte[ring->head % RING_BYTES] = byte;
    ring->head++;
    return true;
}

static inline bool ring_get(Ring *ring, uint8_t *byte)
{
    if (ring_used(ring) == 0)
        return false;
    *byte = ring->byte[ring->tail % RING_BYTES];
    ring->tail++;
    return true;
}

#endif
