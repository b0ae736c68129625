/* What the box must not forget in a reset: edges not yet acknowledged, the debounced state, what was lost.

   All of it lies in .noinit RAM under CRC-16 seals. Every change is made twice over: an edge is first written to its
   slot, then the ledger (tail, head, held buttons) is written to the older of its two copies. A reset at any point
   therefore leaves the state before the change or the state after it. */
#ifndef QUEUE_H
#define QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "protocol.h"

#define QUEUE_SLOTS 64  /* a power of two, so that slots follow the 16-bit numbers over their wrap */

typedef struct {
    uint16_t number;
    uint8_t what;
    uint32_t at_ms;
    uint16_t seal;
} __attribute__((packed)) Slot;

typedef struct {
    uint8_t serial; /* one more at every change; the copy with the later one holds */
    uint32_t boot;
    uint16_t tail, head; /* numbers of the oldest unacknowledged and of the next edge */
    uint16_t lost;
    uint16_t generation;
    uint8_t nonce;
    uint8_t old; /* this number of edges, from the tail, is older than an age can say */
    uint8_t held[DOWN_BYTES];
    uint16_t seal;
} __attribute__((packed)) Ledger;

typedef struct {
    Ledger copy[2];
    Slot slot[QUEUE_SLOTS];
    uint32_t clock_ms[2];
} Keep;

extern Keep keep;      /* survives a reset */
extern Ledger ledger;  /* the working copy; change it only by the functions below, or then call queue_commit */

/* After a reset: true when a sealed state was found and taken up, false when power was lost. */
bool queue_recover(void);

/* After power-up: an empty queue of a new boot. */
void queue_begin(uint32_t boot);

/* Nothing is taken up at the next start. */
void queue_forget(void);

/* The clock that survives a reset. */
uint32_t queue_clock(void);
void queue_set_clock(uint32_t ms);

/* Notes an edge. When there is no room it counts as lost; the held state follows in any case. */
void queue_push(uint8_t what, uint32_t at_ms);

/* Call it now and then, long before the clock wraps: what is old by now stays old. */
void queue_grow_old(uint32_t now_ms);

/* Everything before number `next` has arrived; ignored unless it lies between tail and head. True when taken. */
bool queue_acknowledge(uint16_t next);

static inline uint8_t queue_waiting(void)
{
    return (uint8_t)(ledger.head - ledger.tail);
}

static inline const Slot *queue_slot(uint16_t number)
{
    return &keep.slot[number % QUEUE_SLOTS];
}

void queue_commit(void);

#endif
