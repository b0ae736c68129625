/* Constant tables: in flash on the chip, plain memory on the host. */
#ifndef ROM_H
#define ROM_H

#ifdef __AVR__
#include <avr/pgmspace.h>
#define ROM PROGMEM
#define rom8(address) pgm_read_byte(address)
#define rom32(address) pgm_read_dword(address)
#else
#define ROM
#define rom8(address) (*(const uint8_t *)(address))
#define rom32(address) (*(const uint32_t *)(address))
#endif

#endif
