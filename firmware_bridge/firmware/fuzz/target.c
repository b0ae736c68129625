/* What is fuzzed: the whole portable firmware behind its serial line, driven by a script made of any bytes. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "box.h"
#include "bytes.h"
#include "frame.h"
#include "memory_hal.h"
#include "queue.h"
#include "target.h"

#define MUST(condition)                                                              \
    do {                                                                             \
        if (!(condition)) {                                                          \
            fprintf(stderr, "%s:%d: %s is broken\n", __FILE__, __LINE__, #condition); \
            abort();                                                                 \
        }                                                                            \
    } while (0)

static Inputs inputs;

static void pass(unsigned half_ms)
{
    uint8_t leds[LED_BYTES], tone;
    while (half_ms--) {
        if (box_outputs(leds, &tone))
            MUST(!(leds[0] & 0xC0) && !(leds[1] & 0xC0) && !(leds[2] & 0xC0));
        box_sample(&inputs);
        box_send();
    }
}

/* A sound frame of any payload: without it no fuzzer guesses a CRC, and what lies behind it is never reached. */
static void deliver(const uint8_t *payload, uint8_t length)
{
    uint8_t frame[FRAME_LENGTH(MAX_PAYLOAD)];
    memcpy(frame + FRAME_PAYLOAD, payload, length);
    if (length >= 5 && (payload[0] == 'a' || payload[0] == 'n') && payload[1] & 1)
        put32(frame + FRAME_PAYLOAD + 1, ledger.boot);
    uint8_t count = frame_seal(frame, length);
    for (uint8_t i = 0; i < count; i++)
        box_receive(frame[i]);
}

/* Everything the box has sent is sound and says what is true. */
static void check_sent(void)
{
    Receiver receiver = {0};
    for (unsigned i = 0; i < memory.line_count; i++) {
        uint8_t length = frame_receive(&receiver, memory.line[i]);
        if (!length)
            continue;
        const uint8_t *p = receiver.bytes;
        MUST((p[0] == 'H' && length == HELLO_LENGTH) || (p[0] == 'S' && length == STATUS_LENGTH) ||
             (p[0] == 'E' && p[7] >= 1 && p[7] <= MAX_EVENTS && length == EVENTS_LENGTH(p[7])));
        if (p[0] == 'S')
            MUST((uint16_t)(get16(p + 10) - get16(p + 8)) <= QUEUE_SLOTS);
    }
    MUST(receiver.spoiled == 0);
    memory.line_count = 0;
}

static void check_state(void)
{
    MUST(queue_waiting() <= QUEUE_SLOTS);
    for (uint16_t number = ledger.tail; number != ledger.head; number++)
        MUST(queue_slot(number)->number == number);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    memory_fresh();
    memset(&inputs, 0, sizeof inputs);
    memset(&keep, 0x5A, sizeof keep);
    box_start();
    for (size_t at = 0; at + 1 < size;) {
        uint8_t what = data[at] & 7, amount = data[at] >> 3;
        at++;
        size_t left = size - at;
        uint8_t take = (uint8_t)(amount < left ? amount : left);
        switch (what) {
        case 0: /* bytes as they are */
        case 1:
            for (uint8_t i = 0; i < take; i++)
                box_receive(data[at + i]);
            at += take;
            break;
        case 2: /* a sound frame */
        case 3:
            take = take > MAX_PAYLOAD ? MAX_PAYLOAD : take;
            if (take)
                deliver(data + at, take);
            at += take;
            break;
        case 4:
            pass(amount);
            break;
        case 5:
            inputs.contacts[amount % CONTACT_BYTES] ^= data[at++];
            inputs.contacts[2] &= 7;
            pass(8);
            break;
        case 7:
            memory.room = data[at++] % 65;
            if (amount & 1)
                box_start(); /* a reset */
            break;
        }
        check_sent();
        check_state();
    }
    return 0;
}
