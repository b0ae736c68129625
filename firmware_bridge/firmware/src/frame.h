/* Frames: 00 COBS(payload, CRC-32) 00. The receiver takes any bytes in any portions. */
#ifndef FRAME_H
#define FRAME_H

#include <stdbool.h>
#include <stdint.h>

#include "protocol.h"

typedef struct {
    uint8_t bytes[MAX_PAYLOAD + CRC_BYTES]; /* decoded so far; a payload when frame_receive returns its length */
    uint8_t length;
    uint8_t block;    /* bytes left until the next COBS code byte */
    bool begun;       /* a code byte has been seen */
    bool overlong;    /* more than any frame has: skip to the next delimiter */
    uint8_t spoiled;  /* frames refused, modulo 256 */
} Receiver;

/* Takes one byte from the cable. Returns the payload's length when a sound frame ends here, else 0. */
uint8_t frame_receive(Receiver *receiver, uint8_t byte);

/* Where the payload begins in a frame: frames are made in place. */
#define FRAME_PAYLOAD 2

/* Makes a frame of `length` payload bytes that stand at frame + FRAME_PAYLOAD; the array has room for
   FRAME_LENGTH(length). Returns the frame's length. */
uint8_t frame_seal(uint8_t *frame, uint8_t length);

#endif
