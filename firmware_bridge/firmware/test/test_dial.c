#include "check.h"
#include "dial.h"
#include "tests.h"

static const uint8_t clockwise[4] = {2, 3, 1, 0};

static int turn(Dial *dial, int detents)
{
    int told = 0;
    for (int i = 0; i < (detents > 0 ? detents : -detents) * 4; i++) {
        int k = detents > 0 ? i % 4 : (2 - i % 4 + 4) % 4;
        told += dial_sample(dial, clockwise[k]);
    }
    return told;
}

void test_detents_are_counted_both_ways(void)
{
    Dial dial;
    dial_start(&dial, 0);
    CHECK_EQUAL(turn(&dial, 5), 5);
    CHECK_EQUAL(turn(&dial, -7), -7);
    CHECK_EQUAL(turn(&dial, 1), 1);
}

void test_bounce_over_one_transition_cancels(void)
{
    Dial dial;
    int told = 0;
    dial_start(&dial, 0);
    for (int i = 0; i < 4; i++) {
        uint8_t before = dial.phase;
        for (int bounce = 0; bounce < 5; bounce++) {
            told += dial_sample(&dial, clockwise[i]);
            told += dial_sample(&dial, before);
        }
        told += dial_sample(&dial, clockwise[i]);
    }
    CHECK_EQUAL(told, 1);
}

void test_half_a_turn_and_back_is_nothing(void)
{
    Dial dial;
    dial_start(&dial, 0);
    int told = dial_sample(&dial, 2) + dial_sample(&dial, 0) + dial_sample(&dial, 1) + dial_sample(&dial, 0);
    CHECK_EQUAL(told, 0);
}

void test_a_missed_transition_still_tells_the_detent(void)
{
    Dial dial;
    dial_start(&dial, 0);
    int told = dial_sample(&dial, 2) + dial_sample(&dial, 1) + dial_sample(&dial, 0);
    CHECK_EQUAL(told, 1);
}
