/* The chip's serial line, at the speed it is set to. */
#include "board.h"
#include "parts.h"

#include <stddef.h>

#define UCSR0A_ADDRESS 0xC0
#define UBRR0L_ADDRESS 0xC4
#define CHIP_FIFO 3 /* two bytes of buffer and the shift register: a fourth overruns */
#define QUEUE 65536

static avr_uart_t *uart;
static uint8_t line_in[QUEUE];
static uint32_t line_head, line_tail;
static bool line_busy;

static uint64_t byte_cycles(void)
{
    uint32_t divisor = avr->data[UBRR0L_ADDRESS] | (avr->data[UBRR0L_ADDRESS + 1] & 15u) << 8;
    return 10ull * (avr->data[UCSR0A_ADDRESS] & 2 ? 8 : 16) * (divisor + 1);
}

static avr_cycle_count_t next_byte(avr_t *chip, avr_cycle_count_t when, void *param)
{
    (void)param, (void)chip;
    if (line_tail == line_head) {
        line_busy = false;
        return 0;
    }
    uart->cycles_per_byte = byte_cycles(); /* the library counts 11 bits a byte */
    uint8_t byte = line_in[line_tail++ % QUEUE];
    unsigned unread = (unsigned)(uart->input.write - uart->input.read) % 64;
    if (unread >= CHIP_FIFO) {
        figures.overruns++;
    } else {
        avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT), byte);
        figures.taken++;
    }
    return when + byte_cycles();
}

void line_refit(void)
{
    avr_cycle_timer_cancel(avr, next_byte, NULL);
    line_busy = line_tail != line_head;
    if (line_busy)
        avr_cycle_timer_register(avr, byte_cycles(), next_byte, NULL);
}

void board_line_in(const uint8_t *bytes, uint32_t count)
{
    while (count-- && line_head - line_tail < QUEUE)
        line_in[line_head++ % QUEUE] = *bytes++;
    if (!line_busy)
        line_refit();
}

static void on_sent(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq, (void)param;
    uart->cycles_per_byte = byte_cycles();
    figures.sent++;
    cable_out((uint8_t)value);
}

void line_start(avr_uart_t *of)
{
    uart = of;
    hook(AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT, on_sent);
}
