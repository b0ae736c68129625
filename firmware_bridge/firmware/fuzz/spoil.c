/* Millions of spoiled frames against the receiver: none may pass as another message. Counts, and fails on one. As in the
   box a message has a known type and exactly its length: a checksum alone lets a frame of zeros pass as a shorter one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frame.h"
#include "random.h"

#define MOST 96

static const struct { uint8_t type, length; } MESSAGES[] = {
    {'a', ACK_LENGTH}, {'o', ORDERS_LENGTH}, {'h', QUERY_LENGTH}, {'n', NEW_ID_LENGTH},
};
#define TYPES (sizeof MESSAGES / sizeof *MESSAGES)

static bool is_message(const uint8_t *payload, uint8_t length)
{
    for (unsigned k = 0; k < TYPES; k++)
        if (payload[0] == MESSAGES[k].type && length == MESSAGES[k].length)
            return true;
    return false;
}


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
        unsigned type = roll() % TYPES;
        uint8_t length = MESSAGES[type].length;
        payload[0] = MESSAGES[type].type;
        for (uint8_t k = 1; k < length; k++)
            payload[k] = roll() % 4 ? (uint8_t)roll() : 0;
        memcpy(frame + FRAME_PAYLOAD, payload, length);
        unsigned whole = frame_seal(frame, length);
        memcpy(run, frame + 1, whole - 2);
        unsigned spoiled = spoil(run, whole - 2);
        run[spoiled++] = 0;
        Receiver receiver = {0};
        for (unsigned k = 0; k < spoiled; k++) {
            uint8_t got = frame_receive(&receiver, run[k]);
            if (!got || !is_message(receiver.bytes, got))
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
