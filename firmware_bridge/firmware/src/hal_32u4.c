/* ATmega32U4 (Pro Micro, Leonardo): how its pins start, the buzzer on timer 3; the line is USB. */
#include <avr/io.h>

#include "hal.h"
#include "hal_avr.h"
#include "identity.h"
#include "pins.h"
#include "protocol.h"
#include "usb_device.h"

const uint8_t hal_chip = CHIP_ATMEGA32U4;

void chip_pins_start(void)
{
    CLKPR = _BV(CLKPCE); /* the full 16 MHz */
    CLKPR = 0;
    PORTB = _BV(SHOW) | _BV(LOAD) | _BV(SS) | _BV(PB3) | _BV(PB7);
    DDRB = _BV(SHOW) | _BV(LATCH) | _BV(LOAD) | _BV(MOSI) | _BV(SCK) | _BV(SS);
    PORTD = _BV(STRAP) | _BV(PD4) | _BV(EXTRA); /* PD4 and PE6 may have a dial of an older box at them */
    PORTE = _BV(PE6);
    DDRC = _BV(BUZZER);
}

void chip_line_start(void)
{
    uint8_t device[DEVICE_BYTES];
    identity_device(device); /* the USB serial number; a new box draws its id here, before it is attached */
    usb_start(device);
}

void hal_tone(uint8_t ten_hz)
{
    static uint8_t sounding;
    if (ten_hz == sounding)
        return;
    sounding = ten_hz;
    if (!ten_hz) {
        TCCR3A = TCCR3B = 0;
        return;
    }
    OCR3A = (uint16_t)(F_CPU / 8 / 2 / 10 / ten_hz - 1);
    TCCR3A = _BV(COM3A0); /* toggle: two matches a period */
    TCCR3B = _BV(WGM32) | _BV(CS31);
}

bool hal_line_get(uint8_t *byte)
{
    usb_look();
    return usb_get(byte);
}

bool chip_line_waits(void)
{
    return usb_waits();
}

uint8_t hal_line_room(void)
{
    return usb_room();
}

void hal_line_put(const uint8_t *bytes, uint8_t count)
{
    usb_put(bytes, count);
}
