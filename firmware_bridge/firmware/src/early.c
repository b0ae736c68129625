/* What must happen before main, before even the variables are set: in its own file, since it has no stack frame. */
#include <avr/io.h>
#include <avr/wdt.h>

#include "hal_avr.h"

uint8_t early_reset_cause __attribute__((section(".noinit")));

/* The watchdog may still run after it has bitten, with its shortest period. */
void early(void) __attribute__((naked, used, section(".init3")));
void early(void)
{
    early_reset_cause = MCUSR;
    MCUSR = 0;
    wdt_disable();
}
