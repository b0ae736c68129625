/* The circuit around the chip: shift registers, leds, contacts. */
#include "board.h"
#include "parts.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <avr_ioport.h>
#include <avr_spi.h>

#define SPI_BYTE_CYCLES 32 /* at a quarter of the clock */

/* The pins of pins_328p.h. */
enum { PIN_SHOW = 0, PIN_LATCH = 1, PIN_LOAD = 2 };                  /* port B */
enum { PIN_STRAP = 2, PIN_EXTRA = 6 }; /* port D */

static int banks_fitted;
static bool closed[CONTACTS];
static uint8_t shift_in[3], shift_at;
static uint32_t shift_out;
static bool shown;
static uint32_t latched;
static Led leds[LED_COUNT];

typedef struct {
    uint64_t at;
    uint8_t contact;
    bool closes;
} Edge;
static Edge edges[4096]; /* sorted by time; the next one last */
static int edge_count;

static void look_at_leds(void)
{
    bool any = false;
    for (int i = 0; i < LED_COUNT; i++) {
        Led *led = &leds[i];
        uint8_t colour = shown ? (latched >> (i / 2 * 8 + i % 2 * 3)) & 7 : 0;
        if (colour == led->colour)
            continue;
        led->interval[1] = led->interval[0];
        led->interval[0] = avr->cycle - led->changed_at;
        led->changed_at = avr->cycle;
        led->colour = colour;
        if (colour)
            led->last_colour = colour;
        any = true;
    }
    if (any) {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        figures.leds_changed_at_ns = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
    }
}

static void on_load(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq, (void)param;
    if (!value)
        return;
    for (int bank = 0; bank < 3; bank++) {
        uint8_t bits = 0xFF; /* pulled up; a bank that is not fitted reads as its neighbour's tied input */
        for (int i = 0; i < 6 && bank < banks_fitted; i++)
            if (closed[bank * 6 + i])
                bits &= (uint8_t)~(1 << i);
        shift_in[bank] = bits;
    }
    shift_at = 0;
}

static void on_latch(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq, (void)param;
    if (!value)
        return;
    latched = shift_out & ((1u << 8 * banks_fitted) - 1);
    look_at_leds();
}

static void on_show(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq, (void)param;
    shown = !value;
    look_at_leds();
}

static void on_spi(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq, (void)param;
    shift_out = (shift_out << 8 | (uint8_t)value) & 0xFFFFFF;
    uint8_t in = shift_at < 3 ? shift_in[shift_at++] : 0xFF;
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_SPI_GETIRQ(0), SPI_IRQ_INPUT), in);
}

/* The library lets every SPI byte take 100 us; give it the time the chip takes. */
static void time_spi(avr_t *chip, avr_io_addr_t address, uint8_t value, void *param)
{
    (void)address, (void)value;
    for (avr_cycle_timer_slot_p slot = chip->cycle_timers.timer; slot; slot = slot->next)
        if (slot->param == param) {
            avr_cycle_timer_t done = slot->timer;
            avr_cycle_timer_cancel(chip, done, param);
            avr_cycle_timer_register(chip, SPI_BYTE_CYCLES, done, param);
            return;
        }
}

/* The contacts wired to pins of port D. */
static const struct {
    uint8_t pin, contact;
} wired[] = {{PIN_EXTRA, CONTACT_EXTRA}, {PIN_STRAP, CONTACT_STRAP}};
#define WIRED (int)(sizeof wired / sizeof *wired)

static void set_pin(int pin, bool closes)
{
    avr_ioport_external_t external = {.name = 'D'}; /* each call replaces the whole port's: all pins are given together */
    for (int i = 0; i < WIRED; i++) {
        external.mask |= (unsigned char)(1 << wired[i].pin);
        external.value |= (unsigned char)(!closed[wired[i].contact] << wired[i].pin);
    }
    avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL('D'), &external);
    avr_irq_t *irq = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), pin);
    avr_raise_irq(irq, closes); /* the level is filtered: first the other one, then ours */
    avr_raise_irq(irq, !closes);
}

/* Buttons of the seats are read through the shift registers and need nothing. */
static void apply_contact(uint8_t contact)
{
    for (int i = 0; i < WIRED; i++)
        if (wired[i].contact == contact)
            set_pin(wired[i].pin, closed[contact]);
}

static avr_cycle_count_t next_edge(avr_t *chip, avr_cycle_count_t when, void *param)
{
    (void)param, (void)when;
    while (edge_count && edges[edge_count - 1].at <= chip->cycle) {
        Edge edge = edges[--edge_count];
        closed[edge.contact] = edge.closes;
        apply_contact(edge.contact);
    }
    return edge_count ? edges[edge_count - 1].at : 0;
}

static void arm_edges(void)
{
    avr_cycle_timer_cancel(avr, next_edge, NULL);
    if (edge_count == 0)
        return;
    uint64_t at = edges[edge_count - 1].at;
    avr_cycle_timer_register(avr, at > avr->cycle ? at - avr->cycle : 1, next_edge, NULL);
}

unsigned board_contact_room(void)
{
    return (unsigned)(sizeof edges / sizeof *edges) - (unsigned)edge_count;
}

void board_contact(uint8_t contact, bool closes, uint64_t at)
{
    if (board_contact_room() == 0)
        abort();
    int i = edge_count++;
    for (; i > 0 && edges[i - 1].at <= at; i--)
        edges[i] = edges[i - 1];
    edges[i] = (Edge){at, contact, closes};
    arm_edges();
}

Led board_led(int led)
{
    return leds[led];
}

void circuit_refit(void)
{
    for (int i = 0; i < WIRED; i++)
        apply_contact(wired[i].contact);
    shown = false; /* OE is pulled up until the firmware drives it */
    look_at_leds();
    arm_edges();
}

void circuit_start(int banks)
{
    banks_fitted = banks;
    hook(AVR_IOCTL_SPI_GETIRQ(0), SPI_IRQ_OUTPUT, on_spi);
    hook(AVR_IOCTL_IOPORT_GETIRQ('B'), PIN_LOAD, on_load);
    hook(AVR_IOCTL_IOPORT_GETIRQ('B'), PIN_LATCH, on_latch);
    hook(AVR_IOCTL_IOPORT_GETIRQ('B'), PIN_SHOW, on_show);
    for (avr_io_t *io = avr->io_port; io; io = io->next)
        if (!strcmp(io->kind, "spi"))
            avr_register_io_write(avr, ((avr_spi_t *)io)->r_spdr, time_spi, io);
}
