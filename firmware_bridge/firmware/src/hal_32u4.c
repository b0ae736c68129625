/* ATmega32U4 (Pro Micro, Leonardo): pins, the buzzer on timer 3; the line is USB. Pin table: firmware_bridge/README.md. */
#include <avr/io.h>

#include "hal.h"
#include "hal_avr.h"
#include "identity.h"
#include "protocol.h"
#include "usb_device.h"

#define STRAP PD1  /* D2: to ground for single LEDs */
#define DIAL_A PD4 /* D4 */
#define BUZZER PC6 /* D5, OC3A */
#define PUSH PD7   /* D6 */
#define DIAL_B PE6 /* D7 */
#define SHOW PB4   /* D8: OE of the 74HC595s, low shows */
#define LATCH PB5  /* D9: their RCLK */
#define LOAD PB6   /* D10: SH/LD of the 74HC165s */
#define SS PB0     /* an output, so that SPI stays a master; the Pro Micro's receive light */
#define SCK PB1    /* D15 */
#define MOSI PB2   /* D16; D14 is MISO */

const uint8_t hal_chip = CHIP_ATMEGA32U4;

void chip_pins_start(void)
{
    CLKPR = _BV(CLKPCE); /* the full 16 MHz */
    CLKPR = 0;
    PORTB = _BV(SHOW) | _BV(LOAD) | _BV(SS) | _BV(PB3) | _BV(PB7);
    DDRB = _BV(SHOW) | _BV(LATCH) | _BV(LOAD) | _BV(MOSI) | _BV(SCK) | _BV(SS);
    PORTD = _BV(STRAP) | _BV(DIAL_A) | _BV(PUSH);
    PORTE = _BV(DIAL_B);
    DDRC = _BV(BUZZER);
}

void chip_line_start(void)
{
    uint8_t device[DEVICE_BYTES];
    identity_device(device); /* the USB serial number; a new box draws its id here, before it is attached */
    usb_start(device);
}

uint8_t chip_dial(void)
{
    return (uint8_t)(!(PIND & _BV(DIAL_A)) << 1 | !(PINE & _BV(DIAL_B)));
}

uint8_t chip_dial_button(void)
{
    return !(PIND & _BV(PUSH));
}

void chip_load(uint8_t high)
{
    if (high)
        PORTB |= _BV(LOAD);
    else
        PORTB &= (uint8_t)~_BV(LOAD);
}

void chip_latch(uint8_t high)
{
    if (high)
        PORTB |= _BV(LATCH);
    else
        PORTB &= (uint8_t)~_BV(LATCH);
}

void chip_show(void)
{
    PORTB &= (uint8_t)~_BV(SHOW);
}

bool hal_one_colour(void)
{
    return !(PIND & _BV(STRAP));
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
