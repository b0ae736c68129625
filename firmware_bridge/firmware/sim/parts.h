/* What the files of the emulated board share among themselves: the chip, and hooks after a reset. */
#ifndef PARTS_H
#define PARTS_H

#include <stdint.h>

#include <avr_uart.h>
#include <sim_avr.h>
#include <sim_irq.h>

extern avr_t *avr;

/* circuit.c: shift registers, leds, contacts */
void circuit_start(int banks);
void circuit_refit(void); /* after a reset */

/* line.c: the serial line */
void line_start(avr_uart_t *uart);
void line_refit(void);

void hook(uint32_t ioctl, int index, avr_irq_notify_t notify);

#endif
