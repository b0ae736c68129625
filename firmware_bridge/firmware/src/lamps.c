#include "lamps.h"

#include <string.h>

#define SLOW_HALF_MS 512 /* powers of two: the phase is a bit of the time */
#define FAST_HALF_MS 128
#define ROUND_STEP_MS 512
#define ROUND_LIT_MS 64
#define NO_HOST_COLOUR 4 /* blue */

bool lamps_valid(const uint8_t code[LAMPS])
{
    for (uint8_t i = 0; i < LAMPS; i++)
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

static void light(const Lamps *lamps, uint8_t lamp, uint8_t colour, uint8_t bits[LAMP_BYTES])
{
    if (lamps->one_colour && colour)
        colour = 1;
    bits[lamp >> 1] |= lamp & 1 ? (uint8_t)(colour << 3) : colour;
}

void lamps_bits(const Lamps *lamps, uint32_t now_ms, uint8_t bits[LAMP_BYTES])
{
    uint16_t phase_ms = (uint16_t)(now_ms - lamps->since_ms);
    memset(bits, 0, LAMP_BYTES);
    for (uint8_t i = 0; i < LAMPS; i++)
        if (lit(lamps->code[i] >> 3, phase_ms))
            light(lamps, i, lamps->code[i] & 7, bits);
}

void lamps_no_host(const Lamps *lamps, uint32_t now_ms, uint8_t bits[LAMP_BYTES])
{
    memset(bits, 0, LAMP_BYTES);
    if ((now_ms & (ROUND_STEP_MS - 1)) < ROUND_LIT_MS)
        light(lamps, (uint8_t)((now_ms / ROUND_STEP_MS) % LAMPS), NO_HOST_COLOUR, bits);
}
