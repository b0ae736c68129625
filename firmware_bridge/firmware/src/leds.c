#include "leds.h"

#include <string.h>

#define SLOW_HALF_MS 512 /* powers of two: the phase is a bit of the time */
#define FAST_HALF_MS 128
#define ROUND_STEP_MS 512
#define ROUND_LIT_MS 64
#define NO_HOST_COLOUR 4 /* blue */

bool leds_valid(const uint8_t code[LEDS])
{
    for (uint8_t i = 0; i < LEDS; i++)
        if (code[i] >> 5)
            return false;
    return true;
}

static bool lit(uint8_t pattern, uint16_t phase_ms)
{
    switch (pattern) {
    case PATTERN_ON:
        return true;
    case PATTERN_SLOW:
        return !(phase_ms & SLOW_HALF_MS);
    case PATTERN_FAST:
        return !(phase_ms & FAST_HALF_MS);
    default:
        return false;
    }
}

static void light(const Leds *leds, uint8_t led, uint8_t colour, uint8_t bits[LED_BYTES])
{
    if (leds->one_colour && colour)
        colour = 1;
    bits[led >> 1] |= led & 1 ? (uint8_t)(colour << 3) : colour;
}

void leds_bits(const Leds *leds, uint32_t now_ms, uint8_t bits[LED_BYTES])
{
    uint16_t phase_ms = (uint16_t)(now_ms - leds->since_ms);
    memset(bits, 0, LED_BYTES);
    for (uint8_t i = 0; i < LEDS; i++)
        if (lit(leds->code[i] >> 3, phase_ms))
            light(leds, i, leds->code[i] & 7, bits);
}

void leds_no_host(const Leds *leds, uint32_t now_ms, uint8_t bits[LED_BYTES])
{
    memset(bits, 0, LED_BYTES);
    if ((now_ms & (ROUND_STEP_MS - 1)) < ROUND_LIT_MS)
        light(leds, (uint8_t)((now_ms / ROUND_STEP_MS) % LEDS), NO_HOST_COLOUR, bits);
}
