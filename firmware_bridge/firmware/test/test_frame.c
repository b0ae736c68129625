#include <string.h>

#include "bytes.h"
#include "check.h"
#include "crc.h"
#include "frame.h"
#include "tests.h"

static uint8_t receive(Receiver *receiver, const uint8_t *bytes, unsigned count)
{
    uint8_t length = 0;
    for (unsigned i = 0; i < count; i++) {
        uint8_t got = frame_receive(receiver, bytes[i]);
        if (got)
            length = got;
    }
    return length;
}

void test_crc_has_the_published_check_values(void)
{
    CHECK_EQUAL(crc32_of("123456789", 9), 0xCBF43926u);
    CHECK_EQUAL((uint16_t)~crc16_of(0, "123456789", 9), 0x31C3); /* XMODEM */
}

void test_every_length_of_payload_comes_back(void)
{
    uint32_t seed = 1;
    for (uint8_t length = 1; length <= MAX_PAYLOAD; length++)
        for (int zeros = 0; zeros < 3; zeros++) {
            uint8_t frame[FRAME_LENGTH(MAX_PAYLOAD)], payload[MAX_PAYLOAD];
            for (uint8_t i = 0; i < length; i++)
                payload[i] = zeros == 2 || (zeros == 1 && roll(&seed) % 3 == 0) ? 0 : (uint8_t)(roll(&seed) | 1);
            memcpy(frame + FRAME_PAYLOAD, payload, length);
            CHECK_EQUAL(frame_seal(frame, length), FRAME_LENGTH(length));
            for (uint8_t i = 1; i < FRAME_LENGTH(length) - 1; i++)
                CHECK(frame[i] != 0);
            Receiver receiver = {0};
            CHECK_EQUAL(receive(&receiver, frame, FRAME_LENGTH(length)), length);
            CHECK(memcmp(receiver.bytes, payload, length) == 0);
            CHECK_EQUAL(receiver.spoiled, 0);
        }
}

void test_one_changed_byte_spoils_a_frame_and_the_next_is_sound(void)
{
    uint8_t good[FRAME_LENGTH(ACK_LENGTH)] = {0, 0, 'a', 1, 2, 0, 4, 9, 0};
    frame_seal(good, ACK_LENGTH);
    for (unsigned at = 1; at + 1 < sizeof good; at++)
        for (unsigned other = 0; other < 256; other++) {
            if (other == good[at])
                continue;
            uint8_t bad[sizeof good];
            memcpy(bad, good, sizeof good);
            bad[at] = (uint8_t)other;
            Receiver receiver = {0};
            CHECK_EQUAL(receive(&receiver, bad, sizeof bad), 0);
            CHECK(receiver.spoiled > 0);
            CHECK_EQUAL(receive(&receiver, good, sizeof good), ACK_LENGTH);
        }
}

void test_an_endless_run_is_one_spoiled_frame(void)
{
    Receiver receiver = {0};
    for (int i = 0; i < 5000; i++)
        CHECK_EQUAL(frame_receive(&receiver, (uint8_t)(1 + i % 255)), 0);
    CHECK_EQUAL(frame_receive(&receiver, 0), 0);
    CHECK_EQUAL(receiver.spoiled, 1);
}

void test_idle_delimiters_spoil_nothing(void)
{
    Receiver receiver = {0};
    for (int i = 0; i < 100; i++)
        frame_receive(&receiver, 0);
    CHECK_EQUAL(receiver.spoiled, 0);
}
