/* The box's main loop: sleep, take bytes, sample, show, send. */
#include "box.h"
#include "hal.h"

static void half_a_millisecond(void)
{
    static uint8_t lamps[LAMP_BYTES], tone;
    Inputs inputs;
    hal_alive();
    if (box_outputs(lamps, &tone))
        hal_tone(tone);
    hal_exchange(lamps, &inputs);
    box_sample(&inputs);
}

int main(void)
{
    hal_start();
    box_start();
    for (;;) {
        uint8_t byte;
        while (hal_line_get(&byte))
            box_receive(byte);
        if (hal_tick())
            half_a_millisecond();
        box_send();
        hal_sleep();
    }
}
