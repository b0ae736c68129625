/* The box's main loop: sleep, take bytes, show, sample, send. */
#include "box.h"
#include "hal.h"

static uint8_t leds[LED_BYTES], tone;
static Inputs inputs;

/* New orders are shown at once; blinking and tunes follow the clock. */
static void show(void)
{
    if (!box_outputs(leds, &tone))
        return;
    hal_tone(tone);
    hal_exchange(leds, &inputs);
}

static void half_a_millisecond(void)
{
    hal_alive();
    hal_exchange(leds, &inputs);
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
        show();
        if (hal_tick())
            half_a_millisecond();
        box_send();
        hal_sleep();
    }
}
