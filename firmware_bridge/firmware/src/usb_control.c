#include "usb_control.h"

#include <string.h>

#include "bytes.h"
#include "rom.h"

enum { GET_STATUS = 0, CLEAR_FEATURE = 1, SET_FEATURE = 3, SET_ADDRESS = 5, GET_DESCRIPTOR = 6, GET_CONFIGURATION = 8,
       SET_CONFIGURATION = 9, GET_INTERFACE = 10, SET_INTERFACE = 11 };
enum { SET_LINE_CODING = 0x20, GET_LINE_CODING = 0x21, SET_CONTROL_LINE_STATE = 0x22, SEND_BREAK = 0x23 };
enum { DEVICE = 1, CONFIGURATION = 2, STRING = 3, INTERFACE = 4, ENDPOINT = 5, CLASS_INTERFACE = 0x24 };
enum { TO_DEVICE = 0x00, TO_INTERFACE = 0x01, TO_ENDPOINT = 0x02, TO_CLASS = 0x21, IN = 0x80 };
enum { STRING_LANGUAGES, STRING_MANUFACTURER, STRING_PRODUCT, STRING_SERIAL };
#define INTERFACES 2
#define HALT_FEATURE 0
#define BOOT_LOADER_BAUD 1200
#define SERIAL_LENGTH (2 + 4 * DEVICE_BYTES) /* header, then two hexadecimal digits a byte in UTF-16 */

#define LOW(number) ((number) & 255)
#define HIGH(number) ((number) >> 8)

static const uint8_t device_descriptor[] ROM = {
    18, DEVICE, 0x00, 0x02, /* USB 2.0 */
    0x02, 0, 0,             /* communications device */
    USB_CONTROL_SIZE, LOW(USB_VENDOR), HIGH(USB_VENDOR), LOW(USB_PRODUCT), HIGH(USB_PRODUCT),
    FIRMWARE_MINOR, FIRMWARE_MAJOR, STRING_MANUFACTURER, STRING_PRODUCT, STRING_SERIAL, 1,
};

#define CONFIGURATION_LENGTH (9 + 9 + 5 + 5 + 4 + 5 + 7 + 9 + 7 + 7)
static const uint8_t configuration_descriptor[CONFIGURATION_LENGTH] ROM = {
    9, CONFIGURATION, LOW(CONFIGURATION_LENGTH), HIGH(CONFIGURATION_LENGTH), INTERFACES, 1, 0,
    0x80, 100,                                       /* powered by the bus, up to 200 mA */
    9, INTERFACE, 0, 0, 1, 0x02, 0x02, 0x00, 0,      /* communications, abstract control model, no modem commands */
    5, CLASS_INTERFACE, 0x00, 0x10, 0x01,            /* header: CDC 1.10 */
    5, CLASS_INTERFACE, 0x01, 0x00, 1,               /* calls are not managed; data are on interface 1 */
    4, CLASS_INTERFACE, 0x02, 0x06,                  /* line coding, control line state, break */
    5, CLASS_INTERFACE, 0x06, 0, 1,                  /* interface 0 rules interface 1 */
    7, ENDPOINT, 0x80 | USB_ENDPOINT_NOTIFY, 3, USB_NOTIFY_SIZE, 0, 64,
    9, INTERFACE, 1, 0, 2, 0x0A, 0x00, 0x00, 0,      /* data */
    7, ENDPOINT, USB_ENDPOINT_OUT, 2, USB_BULK_SIZE, 0, 0,
    7, ENDPOINT, 0x80 | USB_ENDPOINT_IN, 2, USB_BULK_SIZE, 0, 0,
};

static const uint8_t languages[] ROM = {4, STRING, 0x09, 0x04};
static const uint8_t manufacturer[] ROM = {
    2 + 2 * 9, STRING, 'C', 0, 'a', 0, 't', 0, '\'', 0, 's', 0, ' ', 0, 'E', 0, 'y', 0, 'e', 0,
};
static const uint8_t product[] ROM = {
    2 + 2 * 10, STRING, 'B', 0, 'u', 0, 't', 0, 't', 0, 'o', 0, 'n', 0, ' ', 0, 'b', 0, 'o', 0, 'x', 0,
};
static const uint8_t zeros[2] ROM = {0, 0};
static const uint8_t halted_status[2] ROM = {1, 0};

void usb_control_reset(UsbState *state)
{
    state->configuration = state->line_state = state->halted = 0;
    memset(state->line_coding, 0, LINE_CODING_BYTES); /* one stop bit, no parity */
    put32(state->line_coding, LINE_BAUD);
    state->line_coding[LINE_CODING_BYTES - 1] = 8; /* data bits */
}

static void answers(UsbAnswer *answer, UsbAction action, uint8_t argument)
{
    answer->action = action;
    answer->argument = argument;
}

static void sends(UsbAnswer *answer, UsbAction action, const uint8_t *from, uint16_t length)
{
    answer->action = action;
    answer->from = from;
    answer->length = length;
}

static void describe(const UsbSetup *setup, UsbAnswer *answer)
{
    if (setup->value == DEVICE << 8)
        sends(answer, USB_SEND_ROM, device_descriptor, sizeof device_descriptor);
    else if (setup->value == CONFIGURATION << 8)
        sends(answer, USB_SEND_ROM, configuration_descriptor, sizeof configuration_descriptor);
    else if (setup->value == (STRING << 8 | STRING_LANGUAGES))
        sends(answer, USB_SEND_ROM, languages, sizeof languages);
    else if (setup->value == (STRING << 8 | STRING_MANUFACTURER))
        sends(answer, USB_SEND_ROM, manufacturer, sizeof manufacturer);
    else if (setup->value == (STRING << 8 | STRING_PRODUCT))
        sends(answer, USB_SEND_ROM, product, sizeof product);
    else if (setup->value == (STRING << 8 | STRING_SERIAL))
        sends(answer, USB_SEND_SERIAL, 0, SERIAL_LENGTH);
}

static void to_device(UsbState *state, const UsbSetup *setup, UsbAnswer *answer)
{
    uint8_t value = (uint8_t)setup->value;
    if (setup->request == SET_ADDRESS && setup->value < 128) {
        answers(answer, USB_SET_ADDRESS, value);
    } else if (setup->request == SET_CONFIGURATION && setup->value <= 1) {
        state->configuration = value;
        state->halted = 0;
        answers(answer, USB_CONFIGURE, value);
    }
}

static void from_device(UsbState *state, const UsbSetup *setup, UsbAnswer *answer)
{
    if (setup->request == GET_DESCRIPTOR)
        describe(setup, answer);
    else if (setup->request == GET_STATUS)
        sends(answer, USB_SEND_ROM, zeros, 2);
    else if (setup->request == GET_CONFIGURATION)
        sends(answer, USB_SEND_RAM, &state->configuration, 1);
}

static void to_endpoint(UsbState *state, const UsbSetup *setup, UsbAnswer *answer)
{
    uint8_t endpoint = setup->index & 15;
    if (endpoint == 0 || endpoint > USB_ENDPOINT_IN || setup->value != HALT_FEATURE)
        return;
    uint8_t bit = (uint8_t)(1 << endpoint);
    if (setup->request == SET_FEATURE) {
        state->halted |= bit;
        answers(answer, USB_SET_HALT, endpoint);
    } else if (setup->request == CLEAR_FEATURE) {
        state->halted &= (uint8_t)~bit;
        answers(answer, USB_CLEAR_HALT, endpoint);
    }
}

static void from_endpoint(UsbState *state, const UsbSetup *setup, UsbAnswer *answer)
{
    uint8_t endpoint = setup->index & 15;
    if (setup->request == GET_STATUS && endpoint <= USB_ENDPOINT_IN)
        sends(answer, USB_SEND_ROM, state->halted & 1 << endpoint ? halted_status : zeros, 2);
}

static void to_class(UsbState *state, const UsbSetup *setup, UsbAnswer *answer)
{
    if (setup->request == SET_LINE_CODING) {
        if (setup->length == LINE_CODING_BYTES)
            answers(answer, USB_TAKE_CODING, 0);
    } else if (setup->request == SET_CONTROL_LINE_STATE) {
        state->line_state = (uint8_t)setup->value & 3;
        bool touched = !(state->line_state & 1) && get32(state->line_coding) == BOOT_LOADER_BAUD;
        answers(answer, touched ? USB_BOOT_LOADER : USB_DONE, 0);
    } else if (setup->request == SEND_BREAK) {
        answers(answer, USB_DONE, 0);
    }
}

void usb_control(UsbState *state, const UsbSetup *setup, UsbAnswer *answer)
{
    bool of_interface = setup->index < INTERFACES;
    answer->action = USB_STALL;
    answer->length = 0;
    switch (setup->type) {
    case TO_DEVICE:
        to_device(state, setup, answer);
        break;
    case IN | TO_DEVICE:
        from_device(state, setup, answer);
        break;
    case TO_INTERFACE:
        if (of_interface && setup->request == SET_INTERFACE && setup->value == 0)
            answers(answer, USB_DONE, 0);
        break;
    case IN | TO_INTERFACE:
        if (of_interface && (setup->request == GET_STATUS || setup->request == GET_INTERFACE))
            sends(answer, USB_SEND_ROM, zeros, setup->request == GET_STATUS ? 2 : 1);
        break;
    case TO_ENDPOINT:
        to_endpoint(state, setup, answer);
        break;
    case IN | TO_ENDPOINT:
        from_endpoint(state, setup, answer);
        break;
    case TO_CLASS:
        to_class(state, setup, answer);
        break;
    case IN | TO_CLASS:
        if (setup->request == GET_LINE_CODING)
            sends(answer, USB_SEND_RAM, state->line_coding, LINE_CODING_BYTES);
        break;
    }
    answer->cut_short = answer->length < setup->length;
    if (!answer->cut_short)
        answer->length = setup->length;
}

static uint8_t serial_byte(const UsbState *state, uint16_t at)
{
    if (at < 2)
        return at ? STRING : SERIAL_LENGTH;
    if (at & 1)
        return 0;
    uint8_t digit = (uint8_t)(at - 2) / 2;
    uint8_t byte = state->device[digit / 2];
    uint8_t nibble = digit & 1 ? byte & 15 : byte >> 4;
    return (uint8_t)(nibble + (nibble < 10 ? '0' : 'a' - 10));
}

uint8_t usb_control_byte(const UsbState *state, const UsbAnswer *answer, uint16_t at)
{
    switch (answer->action) {
    case USB_SEND_ROM:
        return rom8(answer->from + at);
    case USB_SEND_RAM:
        return answer->from[at];
    case USB_SEND_SERIAL:
        return serial_byte(state, at);
    default:
        return 0;
    }
}
