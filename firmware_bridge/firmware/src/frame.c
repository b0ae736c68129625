#include "frame.h"

#include "bytes.h"
#include "crc.h"

static void append(Receiver *r, uint8_t byte)
{
    if (r->length == sizeof r->bytes)
        r->overlong = true;
    else
        r->bytes[r->length++] = byte;
}

static uint8_t finish(Receiver *r)
{
    uint8_t length = r->length;
    bool whole = r->begun && r->block == 0 && !r->overlong && length > CRC_BYTES;
    bool empty = !r->begun;
    r->length = r->block = 0;
    r->begun = r->overlong = false;
    if (whole) {
        length -= CRC_BYTES;
        if (crc32_of(r->bytes, length) == get32(r->bytes + length))
            return length;
    }
    if (!empty)
        r->spoiled++;
    return 0;
}

uint8_t frame_receive(Receiver *r, uint8_t byte)
{
    if (byte == 0)
        return finish(r);
    if (r->block) {
        r->block--;
        append(r, byte);
    } else {
        if (r->begun)
            append(r, 0); /* the zero the last block stood for; blocks of 254, which stand for none, are overlong */
        r->begun = true;
        r->block = byte - 1;
    }
    return 0;
}

uint8_t frame_seal(uint8_t *frame, uint8_t length)
{
    uint8_t end = FRAME_PAYLOAD + length;
    put32(frame + end, crc32_of(frame + FRAME_PAYLOAD, length));
    end += CRC_BYTES;
    uint8_t code = 1; /* where the count of bytes up to the next zero stands */
    frame[0] = 0;
    for (uint8_t at = FRAME_PAYLOAD; at < end; at++)
        if (frame[at] == 0) {
            frame[code] = (uint8_t)(at - code);
            code = at;
        }
    frame[code] = (uint8_t)(end - code);
    frame[end] = 0;
    return end + 1;
}
