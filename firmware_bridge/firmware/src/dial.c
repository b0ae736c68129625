#include "dial.h"

void dial_start(Dial *dial, uint8_t phase)
{
    dial->phase = phase;
    dial->moved = 0;
}

int8_t dial_sample(Dial *dial, uint8_t phase)
{
    uint8_t was = dial->phase;
    if (phase == was)
        return 0;
    dial->phase = phase;
    if ((phase ^ was) == 3) /* both at once: a transition was missed and its direction is unknown */
        return 0;
    /* Clockwise is 00 10 11 01 00: A leads B. The old B against the new A tells the direction. */
    dial->moved += ((was & 1) ^ (phase >> 1)) ? 1 : -1;
    if (phase != 0) /* a detent rests with both contacts open */
        return 0;
    int8_t moved = dial->moved;
    dial->moved = 0;
    return moved >= TRANSITIONS_PER_DETENT / 2 ? 1 : moved <= -TRANSITIONS_PER_DETENT / 2 ? -1 : 0;
}
