/* The control socket of the emulator: every line on it is a command, listed in control.c, and is answered by one line,
   "ok ..." or "no ...". */
#ifndef CONTROL_H
#define CONTROL_H

#include <stdint.h>

void control_start(int descriptor);

/* Waits for something on the socket and answers every whole line; ends the process when whoever started it is gone. */
void control_listen(void);

/* How many bytes were read from the hex digits that the text begins with. */
uint32_t from_hex(const char *text, uint8_t *bytes, uint32_t capacity);

#endif
