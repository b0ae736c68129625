/* The box's messages: the same figures as PROTOCOL.md, messages.py and wire.py; a test holds them together. */
#ifndef PROTOCOL_H
#define PROTOCOL_H

#include <stdint.h>

#define PROTOCOL_VERSION 1
#define FIRMWARE_MAJOR 1
#define FIRMWARE_MINOR 2

#define LINE_BAUD 250000UL

#define SEATS 6
#define SEAT_BUTTONS (SEATS * 3)
#define BUTTONS (SEAT_BUTTONS + 1) /* the extra button is the last one */
#define LEDS SEATS
#define ENCODERS 0 /* firmware up to 1.1 had a dial, whose steps were edges of kinds 2 and 3 */
#define BUZZERS 1
#define DEVICE_BYTES 8
#define DOWN_BYTES 3

#define MAX_EVENTS 8

enum { KIND_UP, KIND_DOWN };
#define WHAT(kind, index) ((uint8_t)((kind) << 5 | (index)))
#define WHAT_KIND(what) ((what) >> 5)
#define WHAT_INDEX(what) ((what) & 31)

enum { PATTERN_OFF, PATTERN_ON, PATTERN_SLOW, PATTERN_FAST };
enum { TUNE_SILENCE, TUNE_CLICK, TUNE_YOUR_TURN, TUNE_REFUSED, TUNE_DONE, TUNES };
enum { CHIP_ATMEGA328P = 1, CHIP_ATMEGA32U4 = 2 };

/* Payload lengths, without CRC and framing. */
#define HELLO_LENGTH 22
#define EVENTS_LENGTH(n) (8 + 3 * (n))
#define STATUS_LENGTH 23
#define ACK_LENGTH 7
#define ORDERS_LENGTH (5 + LEDS)
#define QUERY_LENGTH 2
#define NEW_ID_LENGTH (5 + DEVICE_BYTES)

#define MAX_PAYLOAD EVENTS_LENGTH(MAX_EVENTS)
#define CRC_BYTES 4
#define FRAME_LENGTH(payload) ((payload) + CRC_BYTES + 3) /* one COBS code byte, two delimiters */

/* Times, in milliseconds. */
#define RESEND_MS 20
#define STATUS_MS 250
#define HOST_GONE_MS 2000
#define OLDEST_MS 0xFFFF /* an age of that or more */

#endif
