#define _GNU_SOURCE
#include "cable.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "board.h"

#define BUFFER (1 << 20)

uint64_t cable_damaged;

static int terminal = -1;
static bool uses_terminal, cut, host_there;
static char name[128], link_path[512];
static uint8_t out[BUFFER];
static uint32_t out_count;
static uint32_t per_million_damaged;
static uint64_t random_state = 1;

void cable_damage(uint32_t per_million, uint32_t seed)
{
    per_million_damaged = per_million;
    random_state = 0x2545F4914F6CDD1DULL ^ seed;
}

/* A damaged byte is another one, now and then none at all or two. Returns how many bytes are in `to` (room for two). */
static int damaged(uint8_t byte, uint8_t to[2])
{
    to[0] = byte;
    if (per_million_damaged == 0 || draw(&random_state) % 1000000 >= per_million_damaged)
        return 1;
    cable_damaged++;
    uint32_t kind = draw(&random_state);
    if (kind % 8 == 0)
        return 0;
    if (kind % 8 == 1) {
        to[1] = (uint8_t)(kind >> 8);
        return 2;
    }
    to[0] = kind % 8 == 2 ? 0 : byte ^ (uint8_t)(1 + (kind >> 8) % 255);
    return 1;
}

void cable_out(uint8_t byte)
{
    if (cut)
        return;
    uint8_t bytes[2];
    int count = damaged(byte, bytes);
    if (uses_terminal) {
        /* A closed port loses what is sent, as a real one does; a full one too, rather than stop the chip. */
        if (host_there && terminal >= 0 && write(terminal, bytes, (size_t)count) < 0 && errno != EAGAIN && errno != EIO)
            perror("boxsim: terminal");
        return;
    }
    for (int i = 0; i < count && out_count < BUFFER; i++)
        out[out_count++] = bytes[i];
}

uint32_t cable_taken_out(const uint8_t **bytes)
{
    uint32_t count = out_count;
    *bytes = out;
    out_count = 0;
    return count;
}

void cable_in(uint8_t *bytes, uint32_t count)
{
    if (cut)
        return;
    for (uint32_t i = 0; i < count; i++) {
        uint8_t arrive[2];
        board_line_in(arrive, (uint32_t)damaged(bytes[i], arrive));
    }
}

bool cable_open_terminal(const char *link)
{
    uses_terminal = true;
    if (link)
        snprintf(link_path, sizeof link_path, "%s", link);
    return cable_join();
}

bool cable_join(void)
{
    cut = false;
    if (!uses_terminal || terminal >= 0)
        return true;
    int slave;
    struct termios raw;
    memset(&raw, 0, sizeof raw);
    cfmakeraw(&raw);
    cfsetspeed(&raw, B115200);
    if (openpty(&terminal, &slave, name, &raw, NULL) != 0)
        return false;
    close(slave); /* so that a hang-up tells whether a host has the port open */
    fcntl(terminal, F_SETFL, O_NONBLOCK);
    fcntl(terminal, F_SETFD, FD_CLOEXEC);
    host_there = false;
    if (*link_path) {
        char fresh[600];
        snprintf(fresh, sizeof fresh, "%s.new", link_path);
        unlink(fresh);
        if (symlink(name, fresh) != 0 || rename(fresh, link_path) != 0)
            return false;
    }
    return true;
}

void cable_cut(void)
{
    cut = true;
    out_count = 0;
    if (*link_path)
        unlink(link_path);
    if (terminal >= 0)
        close(terminal);
    terminal = -1;
    *name = 0;
}

const char *cable_name(void)
{
    return name;
}

int cable_descriptor(void)
{
    return host_there ? terminal : -1;
}

bool cable_poll(void)
{
    if (terminal < 0)
        return false;
    struct pollfd look = {.fd = terminal, .events = POLLIN};
    poll(&look, 1, 0);
    bool was = host_there;
    host_there = !(look.revents & POLLHUP);
    uint8_t bytes[512];
    ssize_t count;
    while ((look.revents & POLLIN) && (count = read(terminal, bytes, sizeof bytes)) > 0)
        cable_in(bytes, (uint32_t)count);
    return host_there && !was;
}
