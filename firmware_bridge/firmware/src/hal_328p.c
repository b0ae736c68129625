/* ATmega328P (Uno, Nano): how its pins start, the UART, the buzzer on timer 0. */
#include <avr/interrupt.h>
#include <avr/io.h>

#include "hal.h"
#include "hal_avr.h"
#include "pins.h"
#include "protocol.h"
#include "ring.h"

const uint8_t hal_chip = CHIP_ATMEGA328P;

static Ring received, to_send;

void chip_pins_start(void)
{
    PORTB = _BV(SHOW) | _BV(LOAD) | _BV(PB4);
    DDRB = _BV(SHOW) | _BV(LATCH) | _BV(LOAD) | _BV(MOSI) | _BV(SCK);
    PORTD = _BV(STRAP) | _BV(PD4) | _BV(EXTRA) | _BV(PD7); /* PD4 and PD7 may have a dial of an older box at them */
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
