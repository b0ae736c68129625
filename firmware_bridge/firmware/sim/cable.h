/* The cable between the emulated box and a host: a pseudo-terminal, or a buffer in stepped mode. */
#ifndef CABLE_H
#define CABLE_H

#include <stdbool.h>
#include <stdint.h>

/* From now on the cable is a pseudo-terminal, found under the name `link` (a symbolic link; may be NULL). */
bool cable_open_terminal(const char *link);
const char *cable_name(void); /* the terminal's own name; "" when cut or in stepped mode */
int cable_descriptor(void);   /* to poll for bytes from the host; -1 while no host has opened it */

/* Takes what the host wrote; true when a host has just opened the port. */
bool cable_poll(void);

void cable_cut(void);
bool cable_join(void);

/* Damages this share of bytes, in both directions, from now on. */
void cable_damage(uint32_t per_million, uint32_t seed);

/* Stepped mode: bytes from the host; what the box has sent since the last call. */
void cable_in(uint8_t *bytes, uint32_t count);
uint32_t cable_taken_out(const uint8_t **bytes);

extern uint64_t cable_damaged;

#endif
