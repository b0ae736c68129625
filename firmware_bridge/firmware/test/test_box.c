/* The whole box in memory: half milliseconds pass, bytes go in and out. */
#include <string.h>

#include "box.h"
#include "bytes.h"
#include "check.h"
#include "debounce.h"
#include "frame.h"
#include "memory_hal.h"
#include "queue.h"
#include "tests.h"

#define SETTLED_MS (LOCK_SAMPLES / 2 + SAMPLES_ALIKE + 2) /* a contact is taken again after this */

static Inputs inputs;

static void pass_ms(unsigned ms)
{
    for (unsigned i = 0; i < 2 * ms; i++) {
        box_sample(&inputs);
        box_send();
    }
}

/* The last sound frame of a type the box has sent, or NULL; forgets all that was sent. */
static const uint8_t *sent(uint8_t type, uint8_t *length)
{
    static uint8_t found[MAX_PAYLOAD];
    Receiver receiver = {0};
    bool any = false;
    for (unsigned i = 0; i < memory.line_count; i++) {
        uint8_t got = frame_receive(&receiver, memory.line[i]);
        if (got && receiver.bytes[0] == type) {
            memcpy(found, receiver.bytes, got);
            *length = got;
            any = true;
        }
    }
    memory.line_count = 0;
    return any ? found : NULL;
}

static void host_says(const uint8_t *payload, uint8_t length)
{
    uint8_t frame[FRAME_LENGTH(MAX_PAYLOAD)];
    memcpy(frame + FRAME_PAYLOAD, payload, length);
    uint8_t count = frame_seal(frame, length);
    for (uint8_t i = 0; i < count; i++)
        box_receive(frame[i]);
}

static void switched_on(void)
{
    memory_fresh();
    memset(&inputs, 0, sizeof inputs);
    memset(&keep, 0x5A, sizeof keep);
    box_start();
    pass_ms(SETTLED_MS);
}

void test_the_box_says_hello_and_then_its_state(void)
{
    uint8_t length = 0;
    switched_on();
    const uint8_t *hello = sent('H', &length);
    CHECK(hello && length == HELLO_LENGTH && hello[1] == PROTOCOL_VERSION);
    CHECK(hello && get32(hello + 4) == ledger.boot && hello[8] == BUTTONS && hello[9] == LEDS);
    pass_ms(STATUS_MS + 2);
    CHECK(sent('S', &length) && length == STATUS_LENGTH);
    const uint8_t query[QUERY_LENGTH] = {'h', PROTOCOL_VERSION};
    host_says(query, QUERY_LENGTH);
    pass_ms(1);
    CHECK(sent('H', &length) != NULL);
}

void test_a_copied_box_takes_an_id_of_its_own_and_begins_anew(void)
{
    uint8_t length = 0, given[NEW_ID_LENGTH] = {'n', 0, 0, 0, 0, 'i', 't', 's', ' ', 'o', 'w', 'n', '!'};
    switched_on();
    inputs.contacts[0] = 1;
    pass_ms(SETTLED_MS);
    inputs.contacts[0] = 0;
    pass_ms(SETTLED_MS);
    CHECK(queue_waiting() == 2);
    uint32_t before = ledger.boot;
    put32(given + 1, before + 1); /* meant for another */
    host_says(given, sizeof given);
    pass_ms(1);
    const uint8_t *hello = sent('H', &length);
    CHECK(ledger.boot == before && queue_waiting() == 2);
    put32(given + 1, before);
    host_says(given, sizeof given);
    pass_ms(1);
    hello = sent('H', &length);
    CHECK(hello && memcmp(hello + 14, given + 5, DEVICE_BYTES) == 0);
    CHECK(ledger.boot != before && queue_waiting() == 0 && ledger.head == 0);
    uint32_t after = ledger.boot;
    box_start(); /* a reset: it is who it is now */
    pass_ms(1);
    hello = sent('H', &length);
    CHECK(hello && memcmp(hello + 14, given + 5, DEVICE_BYTES) == 0 && ledger.boot == after);
    memset(&keep, 0x5A, sizeof keep); /* power lost */
    box_start();
    pass_ms(1);
    hello = sent('H', &length);
    CHECK(hello && memcmp(hello + 14, given + 5, DEVICE_BYTES) == 0 && ledger.boot != after);
}

void test_a_press_is_sent_again_until_it_is_acknowledged(void)
{
    uint8_t length = 0;
    switched_on();
    inputs.contacts[1] = 1; /* button 8 */
    pass_ms(3);
    const uint8_t *events = sent('E', &length);
    CHECK(events && length == EVENTS_LENGTH(1) && events[7] == 1 && events[8] == WHAT(KIND_DOWN, 8));
    pass_ms(RESEND_MS + 2);
    events = sent('E', &length);
    CHECK(events && get16(events + 9) >= RESEND_MS); /* its age grows */
    uint8_t ack[ACK_LENGTH] = {'a'};
    put16(put32(ack + 1, ledger.boot ^ 1), 1);
    host_says(ack, ACK_LENGTH);
    pass_ms(RESEND_MS + 2);
    CHECK(sent('E', &length) != NULL); /* that was for another boot */
    put16(put32(ack + 1, ledger.boot), 1);
    host_says(ack, ACK_LENGTH);
    memory.line_count = 0;
    pass_ms(3 * RESEND_MS);
    CHECK(sent('E', &length) == NULL);
}

/* Lets 2^32 ms pass, of which only the first and the last two minutes are lived through. */
static void pass_a_wrap(void)
{
    uint32_t began = queue_clock();
    pass_ms(0x20000);
    queue_set_clock(began - 0x20000);
    box_start();
    pass_ms(0x20000);
}

void test_an_edge_that_waits_for_weeks_never_seems_young(void)
{
    uint8_t length = 0;
    switched_on();
    inputs.contacts[0] = 1;
    pass_ms(3);
    CHECK(sent('E', &length) != NULL);
    pass_a_wrap();
    memory.line_count = 0;
    pass_ms(RESEND_MS + 2);
    const uint8_t *events = sent('E', &length);
    CHECK(events && events[7] == 1 && get16(events + 9) == OLDEST_MS);
    inputs.contacts[0] = 0;
    pass_ms(RESEND_MS + 2);
    events = sent('E', &length);
    CHECK(events && events[7] == 2 && get16(events + 12) < 100); /* what came just now is young */
}

void test_a_reset_keeps_what_waits_and_what_is_held(void)
{
    uint8_t length = 0;
    switched_on();
    inputs.contacts[0] = 6;
    pass_ms(30);
    uint32_t boot = ledger.boot;
    memory.line_count = 0;
    box_start();
    pass_ms(60);
    const uint8_t *events = sent('E', &length);
    CHECK_EQUAL(ledger.boot, boot);
    CHECK(events && events[7] == 2); /* the two presses, and no third */
    CHECK_EQUAL(queue_waiting(), 2);
    inputs.contacts[0] = 0;
    pass_ms(30);
    CHECK_EQUAL(queue_waiting(), 4);
}

void test_power_loss_is_a_new_boot(void)
{
    switched_on();
    uint32_t boot = ledger.boot;
    memset(&keep, 0x33, sizeof keep);
    box_start();
    CHECK(ledger.boot != boot);
    CHECK_EQUAL(queue_waiting(), 0);
}

void test_orders_light_leds_and_a_nonce_plays_once(void)
{
    uint8_t leds[LED_BYTES] = {0}, tone = 0;
    switched_on();
    uint8_t orders[ORDERS_LENGTH] = {'o', 7, 0, 3, TUNE_YOUR_TURN, 1 << 3 | 2};
    host_says(orders, ORDERS_LENGTH);
    CHECK(box_outputs(leds, &tone));
    CHECK_EQUAL(leds[0], 2);
    CHECK(tone > 0);
    CHECK_EQUAL(ledger.generation, 7);
    pass_ms(1000);
    host_says(orders, ORDERS_LENGTH); /* the heartbeat: the same nonce */
    box_outputs(leds, &tone);
    CHECK_EQUAL(tone, 0);
    CHECK_EQUAL(leds[0], 2);
    pass_ms(HOST_GONE_MS + STATUS_MS + 10);
    uint8_t length = 0;
    memory.line_count = 0;
    pass_ms(STATUS_MS + 1);
    const uint8_t *status = sent('S', &length);
    CHECK(status && status[21] == 0); /* no host is heard any more */
}

void test_a_tune_is_not_heard_again_when_the_clock_wraps(void)
{
    uint8_t leds[LED_BYTES] = {0}, tone = 0;
    switched_on();
    uint8_t orders[ORDERS_LENGTH] = {'o', 7, 0, 3, TUNE_YOUR_TURN};
    host_says(orders, ORDERS_LENGTH);
    for (uint32_t ms = 0; ms < 0x10000; ms++) { /* so much of the clock the tune goes by */
        pass_ms(1);
        if (box_outputs(leds, &tone) && ms > 1000)
            CHECK_EQUAL(tone, 0);
    }
    pass_ms(50);
    box_outputs(leds, &tone);
    CHECK_EQUAL(tone, 0);
}

void test_nonsense_orders_change_nothing_and_are_counted(void)
{
    uint8_t leds[LED_BYTES] = {0}, tone = 0, length = 0;
    switched_on();
    uint8_t orders[ORDERS_LENGTH] = {'o', 7, 0, 3, TUNES, 1 << 3 | 2};
    host_says(orders, ORDERS_LENGTH);
    orders[4] = 0;
    orders[10] = 0x80;
    host_says(orders, ORDERS_LENGTH);
    host_says(orders, ORDERS_LENGTH - 1);
    box_outputs(leds, &tone);
    CHECK_EQUAL(ledger.generation, 0);
    CHECK_EQUAL(tone, 0);
    pass_ms(STATUS_MS + 1);
    const uint8_t *status = sent('S', &length);
    CHECK(status && status[22] == 3);
}

void test_a_full_line_delays_and_loses_nothing(void)
{
    uint8_t length = 0;
    switched_on();
    memory.room = 10;
    inputs.contacts[0] = 1;
    pass_ms(500);
    CHECK_EQUAL(memory.line_count == 0 || sent('E', &length) == NULL, 1);
    memory.room = 64;
    memory.line_count = 0;
    pass_ms(1);
    CHECK(sent('E', &length) != NULL);
}
