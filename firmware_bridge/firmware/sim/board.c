#include "board.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <avr_eeprom.h>
#include <avr_extint.h>
#include <avr_ioport.h>
#include <avr_spi.h>
#include <avr_uart.h>
#include <sim_avr.h>
#include <sim_elf.h>
#include <sim_hex.h>

#define RAM_START 0x100
#define TIMSK1_ADDRESS 0x6F
#define UCSR0A_ADDRESS 0xC0
#define UBRR0L_ADDRESS 0xC4
#define SPI_BYTE_CYCLES 32 /* at a quarter of the clock */
#define CHIP_FIFO 3 /* two bytes of buffer and the shift register: a fourth overruns */
#define QUEUE 65536

/* The pins of hal_328p.c. */
enum { PIN_SHOW = 0, PIN_LATCH = 1, PIN_LOAD = 2 };                          /* port B */
enum { PIN_STRAP = 2, PIN_DIAL_A = 4, PIN_BUZZER = 5, PIN_PUSH = 6, PIN_DIAL_B = 7 }; /* port D */

BoardFigures figures;

static avr_t *avr;
static avr_uart_t *uart;
static void (*chip_reset)(avr_t *);
static bool refit_due;
static uint64_t random_state;
static int banks_fitted;

static bool closed[CONTACTS];
static uint8_t shift_in[3], shift_at;
static uint32_t shift_out;
static bool shown;
static uint32_t latched;
static Lamp lamps[LAMP_COUNT];

typedef struct {
    uint64_t at;
    uint8_t contact;
    bool closes;
} Edge;
static Edge edges[4096]; /* sorted by time; the next one last */
static int edge_count;

static uint8_t line_in[QUEUE];
static uint32_t line_head, line_tail;
static bool line_busy;

uint32_t draw(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return (uint32_t)(*state * 2685821657736338717ULL >> 32);
}

/* ---- shift registers and lamps ---- */

static void look_at_lamps(void)
{
    bool any = false;
    for (int i = 0; i < LAMP_COUNT; i++) {
        Lamp *lamp = &lamps[i];
        uint8_t colour = shown ? (latched >> (i / 2 * 8 + i % 2 * 3)) & 7 : 0;
        if (colour == lamp->colour)
            continue;
        lamp->interval[1] = lamp->interval[0];
        lamp->interval[0] = avr->cycle - lamp->changed_at;
        lamp->changed_at = avr->cycle;
        lamp->colour = colour;
        if (colour)
            lamp->last_colour = colour;
        any = true;
    }
    if (any) {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        figures.lamps_changed_at_ns = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
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
    look_at_lamps();
}

static void on_show(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq, (void)param;
    shown = !value;
    look_at_lamps();
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

/* ---- contacts ---- */

static void set_pin(int pin, bool closes)
{
    avr_ioport_external_t external = {.name = 'D'};
    /* Each call replaces the whole port's mask, so all our pins are given together. */
    static const struct { uint8_t pin, contact; } wired[] = {
        {PIN_PUSH, CONTACT_PUSH}, {PIN_DIAL_A, CONTACT_A}, {PIN_DIAL_B, CONTACT_B}, {PIN_STRAP, CONTACT_STRAP}};
    for (unsigned i = 0; i < sizeof wired / sizeof *wired; i++) {
        external.mask |= (unsigned char)(1 << wired[i].pin);
        external.value |= (unsigned char)(!closed[wired[i].contact] << wired[i].pin);
    }
    avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL('D'), &external);
    avr_irq_t *irq = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), pin);
    avr_raise_irq(irq, closes); /* the level is filtered: first the other one, then ours */
    avr_raise_irq(irq, !closes);
}

static void apply_contact(uint8_t contact)
{
    switch (contact) {
    case CONTACT_PUSH:
        set_pin(PIN_PUSH, closed[contact]);
        break;
    case CONTACT_A:
        set_pin(PIN_DIAL_A, closed[contact]);
        break;
    case CONTACT_B:
        set_pin(PIN_DIAL_B, closed[contact]);
        break;
    case CONTACT_STRAP:
        set_pin(PIN_STRAP, closed[contact]);
        break;
    default:
        break; /* read through the shift registers */
    }
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

void board_contact(uint8_t contact, bool closes, uint64_t at)
{
    if (edge_count == sizeof edges / sizeof *edges)
        abort();
    int i = edge_count++;
    for (; i > 0 && edges[i - 1].at <= at; i--)
        edges[i] = edges[i - 1];
    edges[i] = (Edge){at, contact, closes};
    arm_edges();
}

/* ---- the serial line ---- */

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

static void arm_line(void)
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
        arm_line();
}

static void on_sent(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq, (void)param;
    uart->cycles_per_byte = byte_cycles();
    figures.sent++;
    cable_out((uint8_t)value);
}

/* ---- the chip ---- */

/* A reset drops cycle timers, pin levels and flags in the library: put them back. */
static void refit(void)
{
    refit_due = false;
    for (int i = 0; i < 2; i++)
        avr_extint_set_strict_lvl_trig(avr, (uint8_t)i, 0);
    uint32_t flags = 0;
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    for (int contact = CONTACT_PUSH; contact < CONTACTS; contact++)
        apply_contact((uint8_t)contact);
    shown = false; /* OE is pulled up until the firmware drives it */
    look_at_lamps();
    arm_edges();
    arm_line();
}

static void on_reset(avr_t *chip)
{
    if (chip_reset)
        chip_reset(chip);
    figures.resets++;
    refit_due = true;
}

static void no_sleep(avr_t *chip, avr_cycle_count_t cycles)
{
    (void)chip, (void)cycles; /* the main loop decides how virtual time meets the clock on the wall */
}

static bool load_hex(const char *path, uint32_t *start)
{
    ihex_chunk_p chunks = NULL;
    int count = read_ihex_chunks(path, &chunks);
    for (int i = 0; i < count; i++)
        memcpy(avr->flash + chunks[i].baseaddr, chunks[i].data, chunks[i].size);
    if (count > 0)
        *start = chunks[0].baseaddr;
    return count > 0;
}

static void hook(uint32_t ioctl, int index, avr_irq_notify_t notify)
{
    avr_irq_register_notify(avr_io_getirq(avr, ioctl, index), notify, NULL);
}

static void scramble_ram(void)
{
    for (uint32_t at = RAM_START; at <= avr->ramend; at++)
        avr->data[at] = (uint8_t)draw(&random_state);
}

static void no_log(avr_t *chip, const int level, const char *format, va_list values)
{
    (void)chip, (void)level, (void)format, (void)values;
}

bool board_start(const char *firmware, const char *boot_loader, uint32_t seed, int banks)
{
    random_state = 0x9E3779B97F4A7C15ULL ^ seed;
    banks_fitted = banks;
    avr_global_logger_set(no_log);
    avr = avr_make_mcu_by_name("atmega328p");
    if (!avr)
        return false;
    avr_init(avr);
    avr->log = LOG_NONE;
    avr->frequency = CHIP_HZ;
    avr->sleep = no_sleep;
    uint32_t start = 0;
    size_t length = strlen(firmware);
    if (length > 4 && !strcmp(firmware + length - 4, ".elf")) {
        elf_firmware_t elf;
        memset(&elf, 0, sizeof elf);
        if (elf_read_firmware(firmware, &elf) != 0)
            return false;
        avr_loadcode(avr, elf.flash, elf.flashsize, elf.flashbase);
    } else if (length && !load_hex(firmware, &start)) {
        return false;
    }
    if (boot_loader) {
        if (!load_hex(boot_loader, &start))
            return false;
        avr->reset_pc = start;
    }
    avr->codeend = avr->flashend;
    for (avr_io_t *io = avr->io_port; io; io = io->next) {
        if (!strcmp(io->kind, "uart"))
            uart = (avr_uart_t *)io;
        if (!strcmp(io->kind, "spi"))
            avr_register_io_write(avr, ((avr_spi_t *)io)->r_spdr, time_spi, io);
    }
    hook(AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT, on_sent);
    hook(AVR_IOCTL_SPI_GETIRQ(0), SPI_IRQ_OUTPUT, on_spi);
    hook(AVR_IOCTL_IOPORT_GETIRQ('B'), PIN_LOAD, on_load);
    hook(AVR_IOCTL_IOPORT_GETIRQ('B'), PIN_LATCH, on_latch);
    hook(AVR_IOCTL_IOPORT_GETIRQ('B'), PIN_SHOW, on_show);
    chip_reset = avr->reset;
    avr->reset = on_reset;
    board_reset(RESET_POWER);
    figures.resets = 0;
    return uart != NULL;
}

uint64_t board_now(void)
{
    return avr->cycle;
}

static avr_cycle_count_t stop_here(avr_t *chip, avr_cycle_count_t when, void *param)
{
    (void)chip, (void)when, (void)param;
    return 0; /* being due is enough: the core stops before it */
}

void board_run_until(uint64_t cycle)
{
    while (avr->cycle < cycle) {
        if (refit_due)
            refit();
        avr_cycle_timer_cancel(avr, stop_here, NULL);
        avr_cycle_timer_register(avr, cycle - avr->cycle, stop_here, NULL);
        while (avr->cycle < cycle && !refit_due) {
            int state = avr_run(avr);
            if (state == cpu_Crashed || state == cpu_Done)
                exit(3);
        }
    }
}

void board_reset(ResetKind kind)
{
    avr_reset(avr);
    if (kind == RESET_POWER)
        scramble_ram();
    avr_regbit_t flag = kind == RESET_POWER      ? avr->reset_flags.porf
                        : kind == RESET_BROWN_OUT ? avr->reset_flags.borf
                                                  : avr->reset_flags.extrf;
    avr_regbit_set(avr, flag);
    refit();
}

Lamp board_lamp(int lamp)
{
    return lamps[lamp];
}

unsigned board_tone_hz(void)
{
    enum { TCCR0A_ADDRESS = 0x44, TCCR0B_ADDRESS = 0x45, OCR0A_ADDRESS = 0x47 };
    bool sounding = (avr->data[TCCR0A_ADDRESS] & 0x20) && (avr->data[TCCR0B_ADDRESS] & 7) == 4;
    return sounding ? (unsigned)(CHIP_HZ / 256 / (avr->data[OCR0A_ADDRESS] + 1u)) : 0;
}

void board_stop_timer(void)
{
    avr->data[TIMSK1_ADDRESS] = 0;
}

uint16_t board_eeprom(uint8_t *bytes, uint16_t capacity)
{
    uint16_t size = (uint16_t)(avr->e2end + 1 < capacity ? avr->e2end + 1 : capacity);
    avr_eeprom_desc_t all = {.ee = bytes, .offset = 0, .size = size};
    avr_ioctl(avr, AVR_IOCTL_EEPROM_GET, &all);
    return size;
}

void board_eeprom_set(const uint8_t *bytes, uint16_t count)
{
    avr_eeprom_desc_t all = {.ee = (uint8_t *)(uintptr_t)bytes, .offset = 0, .size = count};
    avr_ioctl(avr, AVR_IOCTL_EEPROM_SET, &all);
}

uint8_t *board_ram(uint16_t address)
{
    return address <= avr->ramend ? avr->data + address : NULL;
}
