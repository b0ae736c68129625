/* Millions of spoiled frames against the receiver: none may pass as another message. Counts, and fails on one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frame.h"
#include "random.h"

#define MOST 96


/* Changes, drops, doubles and swaps bytes, cuts, joins, or is pure noise. */
static unsigned spoil(uint8_t *run, unsigned length)
{
    for (unsigned change = 1 + roll() % 6; change; change--) {
        unsigned at = length ? roll() % length : 0;
        switch (roll() % 6) {
        case 0:
        case 1:
            if (length)
                run[at] = (uint8_t)roll();
            break;
        case 2:
            if (length)
                memmove(run + at, run + at + 1, --length - at);
            break;
        case 3:
            if (length < MOST) {
                memmove(run + at + 1, run + at, length++ - at);
                run[at] = (uint8_t)roll();
            }
            break;
        case 4:
            if (at) {
                uint8_t kept = run[at];
                run[at] = run[at - 1];
                run[at - 1] = kept;
            }
            break;
        case 5:
            length = roll() % 45;
            for (unsigned i = 0; i < length; i++)
                run[i] = (uint8_t)roll();
        }
    }
    return length;
}

int main(int argc, char **argv)
{
    unsigned long count = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000000, taken = 0, bad = 0;
    random_seed(argc > 2 ? strtoul(argv[2], NULL, 10) : 1);
    for (unsigned long i = 0; i < count; i++) {
        uint8_t frame[FRAME_LENGTH(MAX_PAYLOAD)], run[MOST + 1], payload[MAX_PAYLOAD];
        uint8_t length = (uint8_t)(1 + roll() % MAX_PAYLOAD);
        for (uint8_t k = 0; k < length; k++)
            payload[k] = roll() % 4 ? (uint8_t)roll() : 0;
        memcpy(frame + FRAME_PAYLOAD, payload, length);
        unsigned whole = frame_seal(frame, length);
        memcpy(run, frame + 1, whole - 2);
        unsigned spoiled = spoil(run, whole - 2);
        run[spoiled++] = 0;
        Receiver receiver = {0};
        for (unsigned k = 0; k < spoiled; k++) {
            uint8_t got = frame_receive(&receiver, run[k]);
            if (!got)
                continue;
            taken++; /* a change can undo itself: then it is the same message */
            if (got != length || memcmp(receiver.bytes, payload, length)) {
                bad++;
                printf("passed: a frame of %u bytes, number %lu\n", got, i);
            }
        }
    }
    printf("%lu spoiled frames: %lu were still whole, %lu bad ones passed\n", count, taken, bad);
    return bad != 0;
}
