/* An emulated button box for tests and for trying things out: one process, steered by lines on a control socket.

   Stepped mode: virtual time passes only on request, everything repeats exactly. Real mode: virtual time follows the
   clock on the wall and the cable is a pseudo-terminal. The process ends when the control socket closes, so it never
   outlives who started it.

   Links libsimavr (GPLv3): built for tests and for trying things out, as a process of its own; never shipped. */
#define _GNU_SOURCE
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "board.h"
#include "cable.h"
#include "control.h"

#define SLICE_NS 200000 /* real mode: the longest pause between two looks at the clock */
#define FALLEN_BEHIND_NS 50000000

static int control;
static bool real_mode, reset_on_open;

static uint64_t wall_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static uint64_t began_ns, began;

/* Runs until now. Where the machine was busy elsewhere it goes on from here rather than race: what came meanwhile has
   not been read yet, and the boot loader's watchdog would end it before. */
static void catch_up(void)
{
    uint64_t now_ns = wall_ns();
    if (began + (now_ns - began_ns) * CYCLES_PER_US / 1000 > board_now() + FALLEN_BEHIND_NS * CYCLES_PER_US / 1000) {
        began_ns = now_ns;
        began = board_now();
    }
    board_run_until(began + (now_ns - began_ns) * CYCLES_PER_US / 1000);
}

static void follow_the_clock(void)
{
    began_ns = wall_ns();
    began = board_now();
    for (;;) {
        catch_up();
        struct pollfd look[2] = {{.fd = control, .events = POLLIN}, {.fd = cable_descriptor(), .events = POLLIN}};
        struct timespec pause = {.tv_nsec = SLICE_NS};
        ppoll(look, 2, &pause, NULL);
        catch_up();
        if (cable_poll() && reset_on_open)
            board_reset(RESET_EXTERNAL); /* an Uno wires the port's DTR to its reset */
        if (look[0].revents)
            control_listen();
    }
}

static void usage(void)
{
    fputs("boxsim --control FD --firmware FILE [--real [--link PATH] [--reset-on-open]] [--boot-loader HEX] "
          "[--seed N] [--banks N] [--eeprom HEX]\n", stderr);
    exit(2);
}

int main(int argc, char **argv)
{
    const char *firmware = "", *boot_loader = NULL, *link = NULL, *eeprom = "";
    uint32_t seed = 1;
    int banks = 3;
    control = -1;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--real"))
            real_mode = true;
        else if (!strcmp(argv[i], "--reset-on-open"))
            reset_on_open = true;
        else if (i + 1 == argc)
            usage();
        else if (!strcmp(argv[i], "--control"))
            control = atoi(argv[++i]);
        else if (!strcmp(argv[i], "--firmware"))
            firmware = argv[++i];
        else if (!strcmp(argv[i], "--boot-loader"))
            boot_loader = argv[++i];
        else if (!strcmp(argv[i], "--eeprom"))
            eeprom = argv[++i];
        else if (!strcmp(argv[i], "--link"))
            link = argv[++i];
        else if (!strcmp(argv[i], "--seed"))
            seed = (uint32_t)strtoul(argv[++i], NULL, 10);
        else if (!strcmp(argv[i], "--banks"))
            banks = atoi(argv[++i]);
        else
            usage();
    }
    if (control < 0 || banks < 1 || banks > 3)
        usage();
    control_start(control);
    signal(SIGPIPE, SIG_IGN);
    if (!board_start(firmware, boot_loader, seed, banks)) {
        fprintf(stderr, "boxsim: cannot load %s\n", firmware);
        return 1;
    }
    uint8_t bytes[1024];
    board_eeprom_set(bytes, (uint16_t)from_hex(eeprom, bytes, sizeof bytes));
    if (!real_mode)
        for (;;)
            control_listen();
    if (!cable_open_terminal(link)) {
        perror("boxsim: terminal");
        return 1;
    }
    follow_the_clock();
}
