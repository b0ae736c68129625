/* The buzzer's short tunes, as tones over time. */
#ifndef TUNE_H
#define TUNE_H

#include <stdint.h>

typedef struct {
    uint8_t tune;
    uint16_t since_ms; /* the low half of the clock: a tune that is over is silence for good */
} Tune;

/* The tone to sound now, in units of 10 Hz; 0 is silence. Call it often: a tune that is over ends here. */
uint8_t tune_tone(Tune *tune, uint16_t now_ms);

#endif
