#include <string.h>

#include "check.h"
#include "debounce.h"
#include "tests.h"

#define SAMPLE_US 500

static const uint8_t none[CONTACT_BYTES];

/* Samples one contact that closes at time 0 with these edges (microseconds); returns the changes told and when. */
static int changes(Debounce *d, uint8_t contact, bool closed, const int *edges, int edge_count, int phase_us, int until_us, int *first_us)
{
    int told = 0;
    for (int now = phase_us; now < until_us; now += SAMPLE_US) {
        bool level = !closed;
        for (int i = 0; i < edge_count && edges[i] <= now; i++)
            level = !level;
        uint8_t sample[CONTACT_BYTES], changed[CONTACT_BYTES];
        memcpy(sample, d->held, CONTACT_BYTES);
        uint8_t bit = (uint8_t)(1 << (contact & 7));
        sample[contact >> 3] = (uint8_t)((sample[contact >> 3] & ~bit) | (level ? bit : 0));
        if (debounce_sample(d, sample, changed)) {
            if (told++ == 0)
                *first_us = now;
            for (int i = 0; i < CONTACT_BYTES; i++)
                CHECK_EQUAL(changed[i], i == contact >> 3 ? bit : 0);
        }
    }
    return told;
}

static void settle(Debounce *d)
{
    uint8_t changed[CONTACT_BYTES], sample[CONTACT_BYTES];
    for (int i = 0; i < LOCK_SAMPLES + SAMPLES_ALIKE; i++) {
        memcpy(sample, d->held, CONTACT_BYTES);
        CHECK(!debounce_sample(d, sample, changed));
    }
}

void test_a_clean_edge_is_told_once_within_1_5_ms(void)
{
    for (uint8_t contact = 0; contact < 24; contact++)
        for (int phase = 0; phase < SAMPLE_US; phase += 50) {
            Debounce d;
            int edge = 0, first = -1;
            debounce_start(&d, none);
            settle(&d);
            CHECK_EQUAL(changes(&d, contact, true, &edge, 1, phase, 60000, &first), 1);
            CHECK(first <= 1500);
            CHECK_EQUAL(changes(&d, contact, false, &edge, 1, phase, 60000, &first), 1);
            CHECK(first <= 1500);
        }
}

/* 1 to 12 edges within 10 ms, all phases against the sampling: exactly one change each time. */
void test_bounce_is_told_once(void)
{
    uint32_t seed = 7;
    for (int round = 0; round < 20000; round++) {
        Debounce d;
        int edges[12], count = 1 + (int)(roll(&seed) % 6) * 2, first = -1;
        uint8_t contact = (uint8_t)(roll(&seed) % 24);
        debounce_start(&d, none);
        settle(&d);
        for (int step = 0; step < 2; step++) {
            edges[0] = 0;
            for (int i = 1; i < count; i++) {
                int at = (int)(roll(&seed) % 10000), k = i;
                for (; k > 1 && edges[k - 1] > at; k--)
                    edges[k] = edges[k - 1];
                edges[k] = at;
            }
            int phase = (int)(roll(&seed) % SAMPLE_US);
            CHECK_EQUAL(changes(&d, contact, step == 0, edges, count, phase, 40000, &first), 1);
            CHECK(first <= 10000 + 1500);
        }
        CHECK(memcmp(d.held, none, CONTACT_BYTES) == 0);
    }
}

void test_a_spike_under_a_millisecond_is_nothing(void)
{
    for (int phase = 0; phase < SAMPLE_US; phase += 10) {
        Debounce d;
        int edges[2] = {0, 990}, first;
        debounce_start(&d, none);
        settle(&d);
        CHECK_EQUAL(changes(&d, 5, true, edges, 2, phase, 60000, &first), 0);
    }
}

/* Every contact bounces at once, each in its own way: none disturbs another. */
void test_contacts_do_not_disturb_each_other(void)
{
    uint32_t seed = 99;
    Debounce d;
    debounce_start(&d, none);
    settle(&d);
    int told[24] = {0};
    for (int now = 0; now < 60; now++) {
        uint8_t sample[CONTACT_BYTES] = {0xFF, 0xFF, 0xFF}, changed[CONTACT_BYTES];
        if (now < 20)
            for (int i = 0; i < CONTACT_BYTES; i++)
                sample[i] = (uint8_t)roll(&seed);
        if (debounce_sample(&d, sample, changed))
            for (int contact = 0; contact < 24; contact++)
                told[contact] += changed[contact >> 3] >> (contact & 7) & 1;
    }
    for (int contact = 0; contact < 24; contact++)
        CHECK_EQUAL(told[contact], 1);
}

void test_after_a_start_every_contact_rests(void)
{
    Debounce d;
    uint8_t held[CONTACT_BYTES] = {1, 0, 0}, changed[CONTACT_BYTES];
    debounce_start(&d, held);
    for (int i = 0; i < LOCK_SAMPLES; i++)
        CHECK(!debounce_sample(&d, none, changed));
    int told = 0;
    for (int i = 0; i < 10; i++)
        told += debounce_sample(&d, none, changed);
    CHECK_EQUAL(told, 1);
    CHECK_EQUAL(d.held[0], 0);
}
