#include "check.h"
#include "leds.h"
#include "tests.h"
#include "tune.h"

#define CODE(pattern, colour) ((pattern) << 3 | (colour))

static uint32_t bits(const Leds *leds, uint32_t now_ms)
{
    uint8_t out[LED_BYTES];
    leds_bits(leds, now_ms, out);
    return out[0] | (uint32_t)out[1] << 8 | (uint32_t)out[2] << 16;
}

void test_each_seat_has_its_outputs(void)
{
    for (int seat = 0; seat < LEDS; seat++)
        for (uint8_t colour = 0; colour < 8; colour++) {
            Leds leds = {.code = {0}};
            leds.code[seat] = CODE(PATTERN_ON, colour);
            CHECK_EQUAL(bits(&leds, 0), (uint32_t)colour << (seat / 2 * 8 + seat % 2 * 3));
        }
}

void test_blinking_starts_lit_and_keeps_time(void)
{
    Leds leds = {.code = {CODE(PATTERN_SLOW, 1), CODE(PATTERN_FAST, 1)}, .since_ms = 0xFFFFFF00};
    for (uint32_t into = 0; into < 5000; into++) {
        uint32_t now = leds.since_ms + into;
        CHECK_EQUAL(bits(&leds, now) & 1, !(into / 512 % 2));
        CHECK_EQUAL(bits(&leds, now) >> 3 & 1, !(into / 128 % 2));
    }
}

void test_single_leds_light_for_any_colour(void)
{
    Leds leds = {.code = {CODE(PATTERN_ON, 4), CODE(PATTERN_ON, 0), CODE(PATTERN_ON, 7)}, .one_colour = true};
    CHECK_EQUAL(bits(&leds, 0), 1 | 1 << 8);
}

void test_unknown_codes_are_refused(void)
{
    uint8_t code[LEDS] = {31, 31, 31, 31, 31, 31};
    CHECK(leds_valid(code));
    code[5] = 32;
    CHECK(!leds_valid(code));
}

void test_without_a_host_a_light_goes_round(void)
{
    Leds leds = {.code = {CODE(PATTERN_ON, 1)}};
    int lit[LEDS] = {0};
    for (uint32_t now = 0; now < 512 * LEDS; now++) {
        uint8_t out[LED_BYTES];
        leds_no_host(&leds, now, out);
        for (int seat = 0; seat < LEDS; seat++)
            lit[seat] += (out[seat / 2] >> (seat % 2 * 3) & 7) == 4;
    }
    for (int seat = 0; seat < LEDS; seat++)
        CHECK_EQUAL(lit[seat], 64);
}

void test_tunes_begin_and_end(void)
{
    for (uint8_t number = TUNE_CLICK; number < TUNES; number++) {
        Tune tune = {.tune = number, .since_ms = 0xFFF0};
        CHECK(tune_tone(&tune, tune.since_ms) >= 25); /* from 250 Hz up, as timer 0 needs */
        CHECK_EQUAL(tune_tone(&tune, (uint16_t)(tune.since_ms + 2000)), 0);
        CHECK_EQUAL(tune_tone(&tune, tune.since_ms), 0); /* the clock has wrapped: it does not sound again */
    }
    Tune silence = {.tune = TUNE_SILENCE};
    CHECK_EQUAL(tune_tone(&silence, 0), 0);
}
