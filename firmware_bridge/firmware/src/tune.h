/* The buzzer's short tunes, as tones over time. */
#ifndef TUNE_H
#define TUNE_H

#include <stdint.h>

typedef struct {
    uint8_t tune;
    uint32_t since_ms;
} Tune;

/* The tone to sound now, in units of 10 Hz; 0 is silence. */
uint8_t tune_tone(const Tune *tune, uint32_t now_ms);

#endif
