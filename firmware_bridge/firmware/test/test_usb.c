/* The answers on USB's control endpoint, as a host asks when a box is plugged in. */
#include <string.h>

#include "check.h"
#include "tests.h"
#include "usb_control.h"

static UsbState state;

static UsbAnswer ask(uint8_t type, uint8_t request, uint16_t value, uint16_t index, uint16_t length)
{
    UsbSetup setup = {type, request, value, index, length};
    UsbAnswer answer;
    memset(&answer, 0xEE, sizeof answer);
    usb_control(&state, &setup, &answer);
    return answer;
}

static uint8_t byte(const UsbAnswer *answer, uint16_t at)
{
    return usb_control_byte(&state, answer, at);
}

static void plugged_in(void)
{
    memset(&state, 0xEE, sizeof state);
    memcpy(state.device, "\x01\x23\x45\x67\x89\xab\xcd\xef", 8);
    usb_control_reset(&state);
}

void test_usb_the_device_names_itself(void)
{
    plugged_in();
    UsbAnswer device = ask(0x80, 6, 0x0100, 0, 64);
    CHECK_EQUAL(device.length, 18);
    CHECK(device.cut_short);
    CHECK_EQUAL(byte(&device, 0), 18);
    CHECK_EQUAL(byte(&device, 7), USB_CONTROL_SIZE);
    CHECK_EQUAL(byte(&device, 8) | byte(&device, 9) << 8, USB_VENDOR);
    CHECK_EQUAL(byte(&device, 10) | byte(&device, 11) << 8, USB_PRODUCT);
    CHECK_EQUAL(ask(0x80, 6, 0x0100, 0, 8).length, 8); /* hosts ask for the first eight bytes first */
}

/* Walks the configuration descriptor: lengths add up, counts are true, endpoints are the ones set up. */
void test_usb_the_configuration_is_whole(void)
{
    plugged_in();
    UsbAnswer all = ask(0x80, 6, 0x0200, 0, 255);
    CHECK_EQUAL(byte(&all, 2) | byte(&all, 3) << 8, all.length);
    int interfaces = 0, endpoints = 0, announced = 0;
    uint16_t at = 0;
    while (at < all.length) {
        uint8_t length = byte(&all, at), kind = byte(&all, at + 1);
        CHECK(length >= 4);
        if (length < 4)
            return;
        if (kind == 4) {
            CHECK_EQUAL(byte(&all, at + 2), interfaces);
            interfaces++;
            announced += byte(&all, at + 4);
        }
        if (kind == 5) {
            static const uint8_t expected[3][3] = {{0x81, 3, 8}, {0x02, 2, 64}, {0x83, 2, 64}};
            for (int i = 0; i < 2; i++)
                CHECK_EQUAL(byte(&all, at + 2 + i), expected[endpoints][i]);
            CHECK_EQUAL(byte(&all, at + 4), expected[endpoints][2]);
            endpoints++;
        }
        at += length;
    }
    CHECK_EQUAL(at, all.length);
    CHECK_EQUAL(interfaces, byte(&all, 4));
    CHECK_EQUAL(endpoints, announced);
    CHECK_EQUAL(ask(0x80, 6, 0x0201, 0, 255).action, USB_STALL);
}

void test_usb_strings(void)
{
    plugged_in();
    static const char *const texts[] = {"Cat's Eye", "Button box", "0123456789abcdef"};
    for (uint16_t index = 1; index <= 3; index++) {
        UsbAnswer text = ask(0x80, 6, 0x0300 | index, 0x0409, 255);
        CHECK_EQUAL(byte(&text, 0), text.length);
        CHECK_EQUAL(byte(&text, 1), 3);
        CHECK_EQUAL(text.length, 2 + 2 * strlen(texts[index - 1]));
        for (uint16_t i = 2; i < text.length; i += 2) {
            CHECK_EQUAL(byte(&text, i), texts[index - 1][i / 2 - 1]);
            CHECK_EQUAL(byte(&text, i + 1), 0);
        }
    }
    CHECK_EQUAL(ask(0x80, 6, 0x0304, 0, 255).action, USB_STALL);
}

void test_usb_becoming_configured(void)
{
    plugged_in();
    UsbAnswer answer = ask(0x00, 5, 42, 0, 0);
    CHECK(answer.action == USB_SET_ADDRESS && answer.argument == 42);
    CHECK_EQUAL(ask(0x00, 5, 128, 0, 0).action, USB_STALL);
    answer = ask(0x00, 9, 1, 0, 0);
    CHECK(answer.action == USB_CONFIGURE && state.configuration == 1);
    answer = ask(0x80, 8, 0, 0, 1);
    CHECK(answer.length == 1 && byte(&answer, 0) == 1);
    CHECK_EQUAL(ask(0x00, 9, 2, 0, 0).action, USB_STALL);
    answer = ask(0x80, 0, 0, 0, 2);
    CHECK(answer.length == 2 && byte(&answer, 0) == 0);
}

void test_usb_endpoints_halt_and_go_on(void)
{
    plugged_in();
    CHECK_EQUAL(ask(0x02, 3, 0, 0x83, 0).action, USB_SET_HALT);
    UsbAnswer status = ask(0x82, 0, 0, 0x83, 2);
    CHECK_EQUAL(byte(&status, 0), 1);
    CHECK_EQUAL(ask(0x02, 1, 0, 0x83, 0).action, USB_CLEAR_HALT);
    status = ask(0x82, 0, 0, 0x83, 2);
    CHECK_EQUAL(byte(&status, 0), 0);
    CHECK_EQUAL(ask(0x02, 3, 0, 0x80, 0).action, USB_STALL);
    CHECK_EQUAL(ask(0x02, 3, 0, 0x84, 0).action, USB_STALL);
}

void test_usb_the_serial_port_and_the_1200_baud_touch(void)
{
    plugged_in();
    CHECK_EQUAL(ask(0x21, 0x20, 0, 0, 7).action, USB_TAKE_CODING);
    CHECK_EQUAL(ask(0x21, 0x20, 0, 0, 6).action, USB_STALL);
    CHECK_EQUAL(ask(0x21, 0x22, 3, 0, 0).action, USB_DONE);
    CHECK_EQUAL(state.line_state, 3);
    CHECK_EQUAL(ask(0x21, 0x22, 0, 0, 0).action, USB_DONE); /* closed at another speed: no touch */
    memcpy(state.line_coding, "\xb0\x04\0\0\0\0\x08", 7);
    CHECK_EQUAL(ask(0x21, 0x22, 1, 0, 0).action, USB_DONE);
    CHECK_EQUAL(ask(0x21, 0x22, 0, 0, 0).action, USB_BOOT_LOADER);
    UsbAnswer coding = ask(0xA1, 0x21, 0, 0, 7);
    CHECK(coding.length == 7 && byte(&coding, 0) == 0xb0 && byte(&coding, 6) == 8);
}

/* Any setup packet at all: an answer is a stall, or within what was asked for. */
void test_usb_any_request_is_safe(void)
{
    uint32_t seed = 11;
    plugged_in();
    for (int i = 0; i < 2000000; i++) {
        uint32_t a = roll(&seed), b = roll(&seed);
        uint16_t length = (uint16_t)(b >> 16 & 127);
        UsbAnswer answer = ask((uint8_t)(a & 0xA3), (uint8_t)(a >> 8 & 0x2F), (uint16_t)(a >> 16 & 0x307), (uint16_t)(b & 0x87), length);
        if (answer.action >= USB_SEND_ROM && answer.action <= USB_SEND_SERIAL) {
            CHECK(answer.length <= length);
            for (uint16_t at = 0; at < answer.length; at++)
                (void)byte(&answer, at);
        }
    }
}
