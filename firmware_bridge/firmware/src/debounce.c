#include "debounce.h"

#include <string.h>

void debounce_start(Debounce *d, const uint8_t held[CONTACT_BYTES])
{
    memset(d, 0, sizeof *d);
    memcpy(d->held, held, CONTACT_BYTES);
    memset(d->lock, 0xFF, sizeof d->lock);
}

static uint8_t locked(const Debounce *d, uint8_t i)
{
    uint8_t any = 0;
    for (uint8_t bit = 0; bit < LOCK_BITS; bit++)
        any |= d->lock[bit][i];
    return any;
}

/* The contacts whose two bits say `number`. */
static inline uint8_t counted_to(uint8_t number, uint8_t count0, uint8_t count1)
{
    return (number & 1 ? count0 : (uint8_t)~count0) & (number & 2 ? count1 : (uint8_t)~count1);
}

static void unlock_one_step(Debounce *d, uint8_t i, uint8_t borrow)
{
    for (uint8_t bit = 0; bit < LOCK_BITS; bit++) {
        uint8_t was = d->lock[bit][i];
        d->lock[bit][i] = was ^ borrow;
        borrow &= (uint8_t)~was;
    }
}

bool debounce_sample(Debounce *d, const uint8_t sample[CONTACT_BYTES], uint8_t changed[CONTACT_BYTES])
{
    bool any = false;
    for (uint8_t i = 0; i < CONTACT_BYTES; i++) {
        uint8_t differ = sample[i] ^ d->held[i];
        uint8_t resting = locked(d, i);
        changed[i] = 0;
        if (resting)
            unlock_one_step(d, i, resting);
        else if (!differ) {
            d->count0[i] = d->count1[i] = 0; /* the common case: nothing moves */
            continue;
        }
        differ &= (uint8_t)~resting;
        d->count1[i] = (d->count1[i] ^ d->count0[i]) & differ;
        d->count0[i] = (uint8_t)~d->count0[i] & differ;
        uint8_t turned = counted_to(SAMPLES_ALIKE, d->count0[i], d->count1[i]);
        if (!turned)
            continue;
        d->held[i] ^= turned;
        d->count0[i] &= (uint8_t)~turned;
        d->count1[i] &= (uint8_t)~turned;
        for (uint8_t bit = 0; bit < LOCK_BITS; bit++)
            d->lock[bit][i] |= turned;
        changed[i] = turned;
        any = true;
    }
    return any;
}
