#include <string.h>

#include "check.h"
#include "queue.h"
#include "tests.h"

static void fresh(void)
{
    memset(&keep, 0xA5, sizeof keep);
    queue_begin(0x12345678);
}

void test_edges_wait_in_order_until_acknowledged(void)
{
    fresh();
    for (uint8_t i = 0; i < 5; i++)
        queue_push(WHAT(KIND_DOWN, i), 100u + i);
    CHECK_EQUAL(queue_waiting(), 5);
    CHECK_EQUAL(queue_slot(3)->what, WHAT(KIND_DOWN, 3));
    CHECK(queue_acknowledge(3));
    CHECK_EQUAL(ledger.tail, 3);
    CHECK(!queue_acknowledge(3)); /* nothing new */
    CHECK(!queue_acknowledge(2)); /* the past */
    CHECK(!queue_acknowledge(6)); /* the future */
    CHECK(queue_acknowledge(5));
    CHECK_EQUAL(queue_waiting(), 0);
    CHECK_EQUAL(ledger.held[0], 31);
}

void test_a_full_queue_counts_and_follows_the_hands(void)
{
    fresh();
    for (int i = 0; i < QUEUE_SLOTS + 7; i++)
        queue_push(WHAT(i & 1 ? KIND_UP : KIND_DOWN, 1), (uint32_t)i);
    CHECK_EQUAL(queue_waiting(), QUEUE_SLOTS);
    CHECK_EQUAL(ledger.lost, 7);
    CHECK_EQUAL(ledger.held[0], 2); /* the last edge was a press */
}

void test_numbers_wrap(void)
{
    fresh();
    for (uint32_t i = 0; i < 70000; i++) {
        queue_push(WHAT(KIND_DOWN, 2), i);
        CHECK_EQUAL(queue_slot(ledger.tail)->at_ms, i);
        CHECK(queue_acknowledge((uint16_t)(i + 1)));
    }
    CHECK_EQUAL(ledger.head, 70000 - 65536);
    CHECK_EQUAL(ledger.lost, 0);
}

/* A reset anywhere in a change: replay the change byte by byte, stop, recover, compare. */
static void interrupted(const Keep *before, const Keep *after, const Ledger *old, const Ledger *new)
{
    /* The order of writes: first the slot, then one ledger copy; both from the first byte to the last. */
    unsigned changed[sizeof(Keep)], count = 0;
    const uint8_t *from = (const uint8_t *)before, *to = (const uint8_t *)after;
    unsigned slots = (unsigned)((const uint8_t *)before->slot - from);
    unsigned clocks = (unsigned)((const uint8_t *)before->clock_ms - from);
    for (unsigned i = slots; i < clocks; i++)
        if (from[i] != to[i])
            changed[count++] = i;
    for (unsigned i = 0; i < slots; i++)
        if (from[i] != to[i])
            changed[count++] = i;
    for (unsigned stop = 0; stop <= count; stop++) {
        keep = *before;
        for (unsigned i = 0; i < stop; i++)
            ((uint8_t *)&keep)[changed[i]] = to[changed[i]];
        memset(&ledger, 0x77, sizeof ledger);
        CHECK(queue_recover());
        bool is_old = ledger.head == old->head && ledger.tail == old->tail && !memcmp(ledger.held, old->held, DOWN_BYTES);
        bool is_new = ledger.head == new->head && ledger.tail == new->tail && !memcmp(ledger.held, new->held, DOWN_BYTES);
        CHECK(is_old || is_new);
        for (uint16_t number = ledger.tail; number != ledger.head; number++)
            CHECK_EQUAL(queue_slot(number)->number, number);
    }
}

void test_a_reset_in_the_middle_of_a_change_loses_nothing(void)
{
    uint32_t seed = 5;
    fresh();
    for (int round = 0; round < 3000; round++) {
        Keep before = keep;
        Ledger old = ledger;
        uint32_t what = roll(&seed);
        if (what % 3 && queue_waiting() < QUEUE_SLOTS)
            queue_push(WHAT(what >> 4 & 1, what >> 8 & 15), what);
        else
            queue_acknowledge((uint16_t)(ledger.tail + what % (queue_waiting() + 1u)));
        Keep after = keep;
        Ledger new = ledger;
        interrupted(&before, &after, &old, &new);
        keep = after;
        ledger = new;
    }
}

void test_decayed_memory_is_not_taken_up(void)
{
    uint32_t seed = 3;
    fresh();
    for (uint8_t i = 0; i < 20; i++)
        queue_push(WHAT(KIND_DOWN, i % 18), i);
    Keep sound = keep;
    for (int round = 0; round < 20000; round++) {
        for (unsigned i = 0; i < sizeof keep; i++)
            ((uint8_t *)&keep)[i] = (uint8_t)roll(&seed);
        CHECK(!queue_recover());
    }
    for (unsigned slot = 0; slot < 20; slot++) { /* one decayed edge is enough */
        keep = sound;
        keep.slot[slot].what ^= 4;
        CHECK(!queue_recover());
    }
}

void test_the_clock_goes_on_after_a_reset(void)
{
    fresh();
    queue_set_clock(123456);
    CHECK_EQUAL(queue_clock(), 123456);
    keep.clock_ms[0] = 123457; /* the reset came between the two copies */
    CHECK_EQUAL(queue_clock(), 123457);
    queue_push(WHAT(KIND_DOWN, 1), 123450);
    keep.clock_ms[0] = 0x010000FF; /* torn */
    CHECK_EQUAL(queue_clock(), 123450);
}

void test_what_is_old_stays_old_while_the_clock_wraps(void)
{
    fresh();
    queue_push(WHAT(KIND_DOWN, 1), 5);
    queue_push(WHAT(KIND_UP, 1), 9);
    queue_push(WHAT(KIND_DOWN, 2), 70000);
    queue_grow_old(0x20000);
    CHECK_EQUAL(ledger.old, 2);
    queue_grow_old(12); /* 49.7 days later: by the clock alone the first two are young */
    CHECK_EQUAL(ledger.old, 3);
    CHECK(queue_recover());
    CHECK_EQUAL(ledger.old, 3);
    queue_push(WHAT(KIND_UP, 2), 14);
    CHECK(queue_acknowledge(1));
    CHECK_EQUAL(ledger.old, 2);
    CHECK(queue_acknowledge(4)); /* one more than the old ones */
    CHECK_EQUAL(ledger.old, 0);
}
