#include "tune.h"

#include "protocol.h"
#include "rom.h"

#define NOTES 4

/* Pairs of tone (10 Hz) and duration (4 ms); a duration of 0 ends the tune. */
static const uint8_t notes[TUNES][NOTES][2] ROM = {
    [TUNE_CLICK] = {{200, 2}},
    [TUNE_YOUR_TURN] = {{66, 25}, {0, 5}, {99, 40}},
    [TUNE_REFUSED] = {{33, 30}, {0, 10}, {33, 50}},
    [TUNE_DONE] = {{66, 25}, {83, 25}, {99, 25}, {132, 60}},
};

uint8_t tune_tone(Tune *tune, uint16_t now_ms)
{
    if (tune->tune == TUNE_SILENCE || tune->tune >= TUNES)
        return 0;
    uint16_t into_ms = now_ms - tune->since_ms;
    const uint8_t *note = notes[tune->tune][0];
    for (uint8_t i = 0; i < NOTES; i++, note += 2) {
        uint16_t lasts_ms = (uint16_t)(rom8(note + 1) * 4);
        if (into_ms < lasts_ms)
            return rom8(note);
        into_ms -= lasts_ms;
    }
    tune->tune = TUNE_SILENCE;
    return 0;
}
