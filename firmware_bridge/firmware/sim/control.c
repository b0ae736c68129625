/* The control socket: commands that come in lines, and their answers. */
#include "control.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "board.h"
#include "cable.h"

#define LINE (1 << 20)

static int control;
static char reply[2 * LINE];

void control_start(int descriptor)
{
    control = descriptor;
}

uint32_t from_hex(const char *text, uint8_t *bytes, uint32_t capacity)
{
    uint32_t count = 0;
    for (unsigned byte; count < capacity && sscanf(text + 2 * count, "%2x", &byte) == 1; count++)
        bytes[count] = (uint8_t)byte;
    return count;
}

static void to_hex(char *text, const uint8_t *bytes, uint32_t count)
{
    static const char digits[] = "0123456789abcdef";
    for (uint32_t i = 0; i < count; i++) {
        *text++ = digits[bytes[i] >> 4];
        *text++ = digits[bytes[i] & 15];
    }
    *text = 0;
}

/* step US: let virtual time pass; answers the time and what the box has sent. */
static void do_step(char *rest)
{
    board_run_until(board_now() + strtoull(rest, NULL, 10) * CYCLES_PER_US);
    const uint8_t *bytes;
    uint32_t count = cable_taken_out(&bytes);
    int at = sprintf(reply, "ok %llu ", (unsigned long long)(board_now() / CYCLES_PER_US));
    to_hex(reply + at, bytes, count < LINE / 2 ? count : LINE / 2);
}

/* line HEX: bytes from the host into the cable (stepped mode). */
static void do_line(char *rest)
{
    static uint8_t bytes[LINE / 2];
    cable_in(bytes, from_hex(rest, bytes, sizeof bytes));
    strcpy(reply, "ok");
}

/* in CONTACT (LEVEL DELAY_US)...: the contact closes (1) or opens (0) after each delay, counted from now. */
static void do_in(char *rest)
{
    unsigned long contact = strtoul(rest, &rest, 10);
    if (contact >= CONTACTS) {
        strcpy(reply, "no such contact");
        return;
    }
    unsigned words = 0;
    for (const char *at = rest; (at = strchr(at, ' ')); at++)
        words++;
    if (words / 2 > board_contact_room()) {
        strcpy(reply, "no room for more edges to come");
        return;
    }
    for (;;) {
        char *end;
        unsigned long level = strtoul(rest, &end, 10);
        if (end == rest)
            break;
        unsigned long long delay_us = strtoull(end, &rest, 10);
        board_contact((uint8_t)contact, level != 0, board_now() + delay_us * CYCLES_PER_US);
    }
    strcpy(reply, "ok");
}

/* leds: per led its colour now, the colour it last had, microseconds since the last change, between the
   last two and between the two before; then the tone in Hz and when a led last changed (nanoseconds of CLOCK_MONOTONIC). */
static void do_leds(char *rest)
{
    (void)rest;
    char *at = reply + sprintf(reply, "ok");
    for (int i = 0; i < LED_COUNT; i++) {
        Led led = board_led(i);
        unsigned long long ago = (board_now() - led.changed_at) / CYCLES_PER_US;
        at += sprintf(at, " %d,%d,%llu,%llu,%llu", led.colour, led.last_colour, ago,
                      (unsigned long long)(led.interval[0] / CYCLES_PER_US),
                      (unsigned long long)(led.interval[1] / CYCLES_PER_US));
    }
    sprintf(at, " %u %llu", board_tone_hz(), (unsigned long long)figures.leds_changed_at_ns);
}

/* reset (external | power | brown) */
static void do_reset(char *rest)
{
    board_reset(strncmp(rest, "power", 5) == 0 ? RESET_POWER : strncmp(rest, "brown", 5) == 0 ? RESET_BROWN_OUT : RESET_EXTERNAL);
    strcpy(reply, "ok");
}

/* cut, join: the cable is pulled and put back. */
static void do_cut(char *rest)
{
    (void)rest;
    cable_cut();
    strcpy(reply, "ok");
}

static void do_join(char *rest)
{
    (void)rest;
    strcpy(reply, cable_join() ? "ok" : "no terminal");
}

/* damage PER_MILLION SEED: this share of bytes is damaged from now on, both ways. */
static void do_damage(char *rest)
{
    unsigned long per_million = strtoul(rest, &rest, 10);
    cable_damage((uint32_t)per_million, (uint32_t)strtoul(rest, NULL, 10));
    strcpy(reply, "ok");
}

/* figures: bytes sent and taken, overruns of the chip's receiver, resets, bytes damaged, virtual microseconds. */
static void do_figures(char *rest)
{
    (void)rest;
    sprintf(reply, "ok %llu %llu %llu %llu %llu %llu", (unsigned long long)figures.sent, (unsigned long long)figures.taken,
            (unsigned long long)figures.overruns, (unsigned long long)figures.resets, (unsigned long long)cable_damaged,
            (unsigned long long)(board_now() / CYCLES_PER_US));
}

/* eeprom [HEX]: sets it, or answers what it holds. */
static void do_eeprom(char *rest)
{
    uint8_t bytes[1024];
    uint32_t count = from_hex(rest, bytes, sizeof bytes);
    int at = sprintf(reply, "ok ");
    if (count)
        board_eeprom_set(bytes, (uint16_t)count);
    else
        to_hex(reply + at, bytes, board_eeprom(bytes, sizeof bytes));
}

/* ram ADDRESS [HEX]: changes memory, or answers one byte; for tests of decay and faults. */
static void do_ram(char *rest)
{
    uint16_t address = (uint16_t)strtoul(rest, &rest, 0);
    uint8_t bytes[256], *ram = board_ram(address);
    while (*rest == ' ')
        rest++;
    uint32_t count = from_hex(rest, bytes, sizeof bytes);
    if (!ram || (count && !board_ram((uint16_t)(address + count - 1)))) {
        strcpy(reply, "no such memory");
        return;
    }
    memcpy(ram, bytes, count);
    sprintf(reply, "ok %02x", *ram);
}

/* hang: the firmware's tick stops; its watchdog must notice. */
static void do_hang(char *rest)
{
    (void)rest;
    board_stop_timer();
    strcpy(reply, "ok");
}

/* port: the pseudo-terminal's name. */
static void do_port(char *rest)
{
    (void)rest;
    sprintf(reply, "ok %s", cable_name());
}

static const struct {
    const char *word;
    void (*act)(char *rest);
} commands[] = {
    {"step", do_step}, {"line", do_line}, {"in", do_in}, {"leds", do_leds}, {"reset", do_reset},
    {"cut", do_cut}, {"join", do_join}, {"damage", do_damage}, {"figures", do_figures}, {"eeprom", do_eeprom},
    {"ram", do_ram}, {"hang", do_hang}, {"port", do_port},
};

static void answer(char *line)
{
    char *rest = line + strcspn(line, " ");
    if (*rest)
        *rest++ = 0;
    strcpy(reply, "no such command");
    for (unsigned i = 0; i < sizeof commands / sizeof *commands; i++)
        if (!strcmp(line, commands[i].word))
            commands[i].act(rest);
    size_t length = strlen(reply);
    reply[length++] = '\n';
    for (size_t done = 0; done < length;) {
        ssize_t wrote = write(control, reply + done, length - done);
        if (wrote < 0 && errno != EINTR)
            exit(0);
        done += wrote > 0 ? (size_t)wrote : 0;
    }
}

void control_listen(void)
{
    static char line[LINE];
    static size_t length;
    ssize_t count = read(control, line + length, sizeof line - length);
    if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) || length + (size_t)(count > 0 ? count : 0) == sizeof line)
        exit(0); /* whoever started us is gone */
    if (count < 0)
        return;
    length += (size_t)count;
    char *start = line, *end;
    while ((end = memchr(start, '\n', length - (size_t)(start - line)))) {
        *end = 0;
        answer(start);
        start = end + 1;
    }
    length -= (size_t)(start - line);
    memmove(line, start, length);
}
