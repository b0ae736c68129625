/* ATmega328P (Uno, Nano): pins, the UART, the buzzer on timer 0. The pin table is in firmware_bridge/README.md. */
#include <avr/interrupt.h>
#include <avr/io.h>

#include "hal.h"
#include "hal_avr.h"
#include "protocol.h"
#include "ring.h"

#define STRAP PD2  /* D2: to ground for single LEDs */
#define DIAL_A PD4 /* D4 */
#define BUZZER PD5 /* D5, OC0B */
#define PUSH PD6   /* D6 */
#define DIAL_B PD7 /* D7 */
#define SHOW PB0   /* D8: OE of the 74HC595s, low shows */
#define LATCH PB1  /* D9: their RCLK */
#define LOAD PB2   /* D10: SH/LD of the 74HC165s; being an output it also keeps SPI a master */
#define MOSI PB3   /* D11 */
#define SCK PB5    /* D13; D12 is MISO */

const uint8_t hal_chip = CHIP_ATMEGA328P;

static Ring received, to_send;

void chip_pins_start(void)
{
    PORTB = _BV(SHOW) | _BV(LOAD) | _BV(PB4);
    DDRB = _BV(SHOW) | _BV(LATCH) | _BV(LOAD) | _BV(MOSI) | _BV(SCK);
    PORTD = _BV(STRAP) | _BV(DIAL_A) | _BV(DIAL_B) | _BV(PUSH);
    DDRD = _BV(BUZZER);
    PORTC = 0x3F; /* unused pins must not float */
}

void chip_line_start(void)
{
    UCSR0A = 0;
    UBRR0 = F_CPU / 16 / LINE_BAUD - 1; /* exact: 16 MHz / 16 / 250 kHz = 4 */
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXCIE0) | _BV(RXEN0) | _BV(TXEN0);
}

uint8_t chip_dial(void)
{
    uint8_t pins = PIND;
    return (uint8_t)(!(pins & _BV(DIAL_A)) << 1 | !(pins & _BV(DIAL_B)));
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
        TCCR0A = TCCR0B = 0;
        return;
    }
    uint8_t top = (uint8_t)(F_CPU / 256 / 10 / ten_hz - 1); /* from 250 Hz up it fits a byte */
    OCR0A = top;
    OCR0B = top / 2;
    TCCR0A = _BV(COM0B1) | _BV(WGM01) | _BV(WGM00);
    TCCR0B = _BV(WGM02) | _BV(CS02);
}

ISR(USART_RX_vect)
{
    ring_put(&received, UDR0); /* when full the byte is dropped; its frame fails the CRC and is sent again */
}

ISR(USART_UDRE_vect)
{
    uint8_t byte;
    if (ring_get(&to_send, &byte))
        UDR0 = byte;
    else
        UCSR0B &= (uint8_t)~_BV(UDRIE0);
}

bool hal_line_get(uint8_t *byte)
{
    return ring_get(&received, byte);
}

bool chip_line_waits(void)
{
    return ring_used(&received) > 0;
}

uint8_t hal_line_room(void)
{
    return RING_BYTES - ring_used(&to_send);
}

void hal_line_put(const uint8_t *bytes, uint8_t count)
{
    while (count--)
        ring_put(&to_send, *bytes++);
    UCSR0B |= _BV(UDRIE0);
}
