#include "box.h"

#include <stdbool.h>
#include <string.h>

#include "bytes.h"
#include "debounce.h"
#include "frame.h"
#include "identity.h"
#include "queue.h"
#include "tune.h"

#define SHORT_BATCH 4 /* edges per frame while none is acknowledged: of a line that spoils 4 to 10 % of bytes it gets most through */
#define OUTPUTS_MS 4 /* blinking and tunes need no finer time; new orders are shown at once */

static uint8_t device[DEVICE_BYTES];
static Receiver receiver;
static Debounce contacts;
static Leds leds;
static Tune tune;
static uint32_t now_ms;
static uint16_t resend_at, status_at, heard_at; /* the low half of now_ms */
static uint8_t batch; /* the most edges per frame */
static bool half_ms, host_heard;
static bool hello_due, events_due, status_due, outputs_due;

void box_start(void)
{
    identity_device(device);
    if (!queue_recover())
        queue_begin(identity_new_boot(device));
    now_ms = queue_clock();
    debounce_start(&contacts, ledger.held);
    memset(&receiver, 0, sizeof receiver);
    memset(&leds, 0, sizeof leds);
    leds.one_colour = hal_one_colour();
    batch = MAX_EVENTS;
    tune.tune = TUNE_SILENCE;
    half_ms = host_heard = false;
    hello_due = status_due = outputs_due = true;
    events_due = queue_waiting() > 0;
    status_at = resend_at = (uint16_t)now_ms;
}

static void take_acknowledgement(const uint8_t *payload)
{
    if (get32(payload + 1) != ledger.boot || !queue_acknowledge(get16(payload + 5)))
        return;
    batch = MAX_EVENTS;
    events_due = queue_waiting() > 0;
}

static void take_orders(const uint8_t *payload)
{
    uint16_t generation = get16(payload + 1);
    uint8_t nonce = payload[3], wanted_tune = payload[4];
    const uint8_t *code = payload + 5;
    if (!leds_valid(code) || wanted_tune >= TUNES) {
        receiver.spoiled++;
        return;
    }
    host_heard = true;
    heard_at = (uint16_t)now_ms;
    outputs_due = true;
    if (memcmp(leds.code, code, LEDS)) {
        memcpy(leds.code, code, LEDS);
        leds.since_ms = now_ms;
    }
    bool buzz = nonce && nonce != ledger.nonce;
    if (buzz) {
        tune.tune = wanted_tune;
        tune.since_ms = (uint16_t)now_ms;
        ledger.nonce = nonce;
    }
    if (buzz || generation != ledger.generation) {
        ledger.generation = generation;
        queue_commit();
        status_due = true;
    }
}

/* The memory of another box was copied to this one: with an id of its own it begins anew, as after power-up. */
static void take_id(const uint8_t *payload)
{
    if (get32(payload + 1) != ledger.boot)
        return;
    identity_keep(payload + 5);
    queue_forget();
    box_start();
}

void box_receive(uint8_t byte)
{
    uint8_t length = frame_receive(&receiver, byte);
    if (!length)
        return;
    const uint8_t *payload = receiver.bytes;
    if (payload[0] == 'a' && length == ACK_LENGTH)
        take_acknowledgement(payload);
    else if (payload[0] == 'o' && length == ORDERS_LENGTH)
        take_orders(payload);
    else if (payload[0] == 'h' && length == QUERY_LENGTH)
        hello_due = true;
    else if (payload[0] == 'n' && length == NEW_ID_LENGTH)
        take_id(payload);
    else
        receiver.spoiled++;
}

static void push(uint8_t what)
{
    queue_push(what, now_ms);
    events_due = true;
}

static void sample_contacts(const uint8_t sample[CONTACT_BYTES])
{
    uint8_t changed[CONTACT_BYTES];
    if (!debounce_sample(&contacts, sample, changed))
        return;
    for (uint8_t index = 0; index < BUTTONS; index++) {
        uint8_t bit = (uint8_t)(1 << (index & 7));
        if (changed[index >> 3] & bit)
            push(WHAT(contacts.held[index >> 3] & bit ? KIND_DOWN : KIND_UP, index));
    }
}

static void pass_millisecond(void)
{
    queue_set_clock(++now_ms);
    uint16_t now = (uint16_t)now_ms;
    if (now % OUTPUTS_MS == 0)
        outputs_due = true;
    if (now == 0)
        queue_grow_old(now_ms);
    if ((uint16_t)(now - resend_at) >= RESEND_MS) {
        resend_at = now;
        events_due = queue_waiting() > 0;
        if (events_due)
            batch = SHORT_BATCH;
    }
    if ((uint16_t)(now - status_at) >= STATUS_MS) {
        status_at = now;
        status_due = true;
        if (host_heard && (uint16_t)(now - heard_at) >= HOST_GONE_MS)
            host_heard = false;
    }
}

void box_sample(const Inputs *inputs)
{
    half_ms = !half_ms;
    if (half_ms)
        pass_millisecond();
    sample_contacts(inputs->contacts);
}

bool box_outputs(uint8_t bits[LED_BYTES], uint8_t *tone)
{
    if (!outputs_due)
        return false;
    outputs_due = false;
    if (host_heard)
        leds_bits(&leds, now_ms, bits);
    else
        leds_no_host(&leds, now_ms, bits);
    *tone = tune_tone(&tune, (uint16_t)now_ms);
    return true;
}

/* Lays down a message's type and boot id; returns where it goes on. */
static uint8_t *begin(uint8_t *frame, uint8_t type)
{
    frame[FRAME_PAYLOAD] = type;
    return put32(frame + FRAME_PAYLOAD + 1, ledger.boot);
}

static bool send(uint8_t *frame, uint8_t length)
{
    if (hal_line_room() < FRAME_LENGTH(length))
        return false;
    hal_line_put(frame, frame_seal(frame, length));
    return true;
}

static bool send_hello(uint8_t *frame)
{
    uint8_t *at = frame + FRAME_PAYLOAD;
    *at++ = 'H';
    *at++ = PROTOCOL_VERSION;
    *at++ = FIRMWARE_MAJOR;
    *at++ = FIRMWARE_MINOR;
    at = put32(at, ledger.boot);
    *at++ = BUTTONS;
    *at++ = LEDS;
    *at++ = ENCODERS;
    *at++ = BUZZERS;
    *at++ = hal_chip;
    *at++ = hal_reset_cause();
    memcpy(at, device, DEVICE_BYTES);
    return send(frame, HELLO_LENGTH);
}

static bool send_events(uint8_t *frame)
{
    uint8_t count = queue_waiting() > batch ? batch : queue_waiting();
    if (count == 0)
        return true;
    uint8_t *at = put16(begin(frame, 'E'), ledger.tail);
    *at++ = count;
    for (uint8_t i = 0; i < count; i++) {
        const Slot *slot = queue_slot(ledger.tail + i);
        uint32_t age_ms = i < ledger.old ? OLDEST_MS : now_ms - slot->at_ms;
        *at++ = slot->what;
        at = put16(at, age_ms > OLDEST_MS ? OLDEST_MS : (uint16_t)age_ms);
    }
    resend_at = (uint16_t)now_ms;
    return send(frame, EVENTS_LENGTH(count));
}

static bool send_status(uint8_t *frame)
{
    uint8_t *at = begin(frame, 'S');
    memcpy(at, ledger.held, DOWN_BYTES);
    at = put16(put16(put16(put16(at + DOWN_BYTES, ledger.tail), ledger.head), ledger.lost), ledger.generation);
    *at++ = ledger.nonce;
    at = put32(at, now_ms);
    *at++ = host_heard;
    *at++ = receiver.spoiled;
    return send(frame, STATUS_LENGTH);
}

void box_send(void)
{
    uint8_t frame[FRAME_LENGTH(MAX_PAYLOAD)];
    if (hello_due)
        hello_due = !send_hello(frame);
    if (events_due)
        events_due = !send_events(frame);
    if (status_due)
        status_due = !send_status(frame);
}
