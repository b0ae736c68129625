/* The chip: loading, running, resets, memory. */
#include "board.h"
#include "parts.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <avr_eeprom.h>
#include <avr_extint.h>
#include <avr_uart.h>
#include <sim_avr.h>
#include <sim_elf.h>
#include <sim_hex.h>

#define RAM_START 0x100
#define TIMSK1_ADDRESS 0x6F

BoardFigures figures;

avr_t *avr;

static void (*chip_reset)(avr_t *);
static bool refit_due;
static uint64_t random_state;

uint32_t draw(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return (uint32_t)(*state * 2685821657736338717ULL >> 32);
}

/* A reset drops cycle timers, pin levels and flags in the library: put them back. */
static void refit(void)
{
    refit_due = false;
    for (int i = 0; i < 2; i++)
        avr_extint_set_strict_lvl_trig(avr, (uint8_t)i, 0);
    uint32_t flags = 0;
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    circuit_refit();
    line_refit();
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

void hook(uint32_t ioctl, int index, avr_irq_notify_t notify)
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
    avr_uart_t *uart = NULL;
    for (avr_io_t *io = avr->io_port; io; io = io->next)
        if (!strcmp(io->kind, "uart"))
            uart = (avr_uart_t *)io;
    if (!uart)
        return false;
    line_start(uart);
    circuit_start(banks);
    chip_reset = avr->reset;
    avr->reset = on_reset;
    board_reset(RESET_POWER);
    figures.resets = 0;
    return true;
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
