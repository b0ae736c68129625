/* The pins of the chip this is compiled for. */
#ifndef PINS_H
#define PINS_H

#include <avr/io.h>

#ifdef __AVR_ATmega32U4__
#include "pins_32u4.h"
#else
#include "pins_328p.h"
#endif

#endif
