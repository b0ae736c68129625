#include "hal_avr.h"

#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>

#include "crc.h"
#include "hal.h"
#include "pins.h"

#define TICK_HZ 2000
#define WATCHDOG WDTO_250MS
#define SEAT_BITS 6 /* contacts per bank */

static volatile uint8_t ticks;
static uint8_t taken; /* ticks the main loop has dealt with */
static volatile uint8_t jitter_ready;

ISR(TIMER1_COMPA_vect)
{
    ticks++;
}

/* Only while a new box draws its id. */
ISR(WDT_vect)
{
    jitter_ready = 1;
}

void avr_start_common(void)
{
    TCCR1A = 0;
    TCCR1B = _BV(WGM12) | _BV(CS10);
    OCR1A = F_CPU / TICK_HZ - 1;
    TIMSK1 = _BV(OCIE1A);
    SPCR = _BV(SPE) | _BV(MSTR); /* mode 0, a quarter of the clock: 4 MHz */
    set_sleep_mode(SLEEP_MODE_IDLE);
    sei();
}

void hal_start(void)
{
    chip_pins_start();
    avr_start_common();
    wdt_enable(WATCHDOG);
    chip_line_start();
}

uint8_t hal_reset_cause(void)
{
    return early_reset_cause;
}

bool hal_tick(void)
{
    if (taken == ticks)
        return false;
    taken++;
    return true;
}

void hal_alive(void)
{
    wdt_reset();
}

void hal_sleep(void)
{
    cli();
    if (taken == ticks && !chip_line_waits()) {
        sleep_enable();
        sei();
        sleep_cpu(); /* the instruction after sei always runs: no interrupt is slept over */
        sleep_disable();
    }
    sei();
}

static uint8_t transfer(uint8_t out)
{
    SPDR = out;
    while (!(SPSR & _BV(SPIF)))
        ;
    return SPDR;
}

/* Lays the six contacts of each bank side by side: bank k holds buttons 6k to 6k+5, the extra button follows. */
static void arrange(const uint8_t bank[CONTACT_BYTES], uint8_t contacts[CONTACT_BYTES])
{
    contacts[0] = bank[0] | (uint8_t)(bank[1] << SEAT_BITS);
    contacts[1] = (bank[1] >> 2) | (uint8_t)(bank[2] << 4);
    contacts[2] = (bank[2] >> 4) | (uint8_t)(!(PIND & _BV(EXTRA)) << 2);
}

void hal_exchange(const uint8_t leds[LED_BYTES], Inputs *inputs)
{
    uint8_t bank[CONTACT_BYTES];
    PORTB &= (uint8_t)~_BV(LOAD); /* the 74HC165s take their inputs */
    PORTB |= _BV(LOAD);
    for (uint8_t i = 0; i < CONTACT_BYTES; i++) /* the first byte out travels to the last bank */
        bank[i] = (uint8_t)~transfer(leds[LED_BYTES - 1 - i]) & ((1 << SEAT_BITS) - 1);
    PORTB |= _BV(LATCH); /* the 74HC595s show what was shifted in */
    PORTB &= (uint8_t)~(_BV(LATCH) | _BV(SHOW));
    arrange(bank, inputs->contacts);
}

bool hal_one_colour(void)
{
    return !(PIND & _BV(STRAP));
}

uint8_t hal_eeprom_read(uint16_t address)
{
    return eeprom_read_byte((const uint8_t *)address);
}

void hal_eeprom_write(uint16_t address, uint8_t byte)
{
    eeprom_update_byte((uint8_t *)address, byte);
    eeprom_busy_wait();
    wdt_reset();
}

/* What SRAM held at power-up, and the jitter between the watchdog's own oscillator and the crystal. */
uint64_t hal_entropy(void)
{
    uint32_t low = CRC32_START, high = ~CRC32_START;
    for (const uint8_t *ram = (const uint8_t *)RAMSTART; ram <= (const uint8_t *)RAMEND; ram++) {
        low = crc32_update(low, *ram);
        high = crc32_update(high, *ram ^ 0x5A);
    }
    wdt_reset();
    for (uint8_t round = 0; round < 64; round++) {
        jitter_ready = 0;
        cli();
        WDTCSR = _BV(WDCE) | _BV(WDE);
        WDTCSR = _BV(WDIE); /* an interrupt every 16 ms, no reset */
        sei();
        while (!jitter_ready)
            ;
        low = crc32_update(low, TCNT1L);
        high = crc32_update(high, (uint8_t)(low >> 24));
    }
    wdt_enable(WATCHDOG);
    return (uint64_t)high << 32 | low;
}
