/* Debouncing of 24 contacts at once, sampled every half millisecond.

   A change counts when SAMPLES_ALIKE samples in a row show it; the contact is then left alone for LOCK_SAMPLES. So a
   spike of under a millisecond is nothing, a contact may bounce for 15 ms, and a press is told 1 to 1.5 ms after the
   contact first holds still. All counters are vertical: bit k of each byte belongs to contact k. */
#ifndef DEBOUNCE_H
#define DEBOUNCE_H

#include <stdbool.h>
#include <stdint.h>

#define CONTACT_BYTES 3
#define SAMPLES_ALIKE 3 /* 1.5 ms: 1, 2 or 3, which is what two bits count */
#define LOCK_BITS 5     /* each bit more doubles the time for which a contact is left alone */
#define LOCK_SAMPLES ((1 << LOCK_BITS) - 1) /* 15.5 ms */

typedef struct {
    uint8_t held[CONTACT_BYTES]; /* the debounced state: 1 is closed */
    uint8_t count0[CONTACT_BYTES], count1[CONTACT_BYTES];
    uint8_t lock[LOCK_BITS][CONTACT_BYTES];
} Debounce;

/* Starts with a known debounced state; every contact is left alone for LOCK_SAMPLES, since it may be bouncing now. */
void debounce_start(Debounce *d, const uint8_t held[CONTACT_BYTES]);

/* Takes a sample (1 is closed). Sets `changed` to the contacts whose debounced state turned; true when there is one. */
bool debounce_sample(Debounce *d, const uint8_t sample[CONTACT_BYTES], uint8_t changed[CONTACT_BYTES]);

#endif
