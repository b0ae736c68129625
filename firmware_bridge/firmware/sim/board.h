/* The box's circuit around an emulated ATmega328P: shift registers, contacts, leds, buzzer, the serial line.

   Links libsimavr (GPLv3): built for tests and for trying things out, as a process of its own; never shipped. */
#ifndef BOARD_H
#define BOARD_H

#include <stdbool.h>
#include <stdint.h>

#define CHIP_HZ 16000000ULL
#define CYCLES_PER_US (CHIP_HZ / 1000000)

/* Contacts: 0-17 the buttons of the seats, 18 the extra one, then the strap for single LEDs. */
enum { CONTACT_EXTRA = 18, CONTACT_STRAP, CONTACTS };
#define LED_COUNT 6

typedef struct {
    uint8_t colour;          /* lit now: bits red, green, blue */
    uint8_t last_colour;     /* when it was last lit */
    uint64_t changed_at;     /* cycle of the last change */
    uint64_t interval[2];    /* cycles between the last two changes, and between the two before */
} Led;

typedef struct {
    uint64_t sent, taken, overruns, resets;
    uint64_t leds_changed_at_ns; /* CLOCK_MONOTONIC */
} BoardFigures;

extern BoardFigures figures;

/* Loads the firmware (.elf or .hex) and, if given, a boot loader's .hex that power-up and resets start in. */
bool board_start(const char *firmware, const char *boot_loader, uint32_t seed, int banks);

uint64_t board_now(void); /* cycles since the start, over resets */
void board_run_until(uint64_t cycle);

/* A contact closes or opens at a cycle (now, if that is past). So many more may be to come at a time. */
unsigned board_contact_room(void);
void board_contact(uint8_t contact, bool closed, uint64_t at);

/* Bytes for the chip's serial line, taken in at the speed it is set to. */
void board_line_in(const uint8_t *bytes, uint32_t count);

/* Given by the cable: a byte the chip has sent. */
void cable_out(uint8_t byte);

Led board_led(int led);
unsigned board_tone_hz(void);

typedef enum { RESET_EXTERNAL, RESET_POWER, RESET_BROWN_OUT } ResetKind;
void board_reset(ResetKind kind); /* RESET_POWER also scrambles the RAM */

void board_stop_timer(void); /* a fault: the tick stops; the watchdog must notice */
uint16_t board_eeprom(uint8_t *bytes, uint16_t capacity);
void board_eeprom_set(const uint8_t *bytes, uint16_t count);
uint8_t *board_ram(uint16_t address);

/* xorshift64*: one state per purpose, repeatable by its seed. */
uint32_t draw(uint64_t *state);

#endif
