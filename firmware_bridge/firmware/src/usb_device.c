#include "usb_device.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/wdt.h>
#include <string.h>

#include "usb_control.h"

#define BANKS_ONE 0
#define BANKS_TWO _BV(EPBK0)
#define SIZE_8 0
#define SIZE_64 (_BV(EPSIZE1) | _BV(EPSIZE0))
#define TYPE_CONTROL 0
#define TYPE_BULK _BV(EPTYPE1)
#define TYPE_INTERRUPT (_BV(EPTYPE1) | _BV(EPTYPE0))
#define DIRECTION_IN _BV(EPDIR)

/* Flags in UEINTX are cleared by writing 0; writing 1 leaves them. Only at an IN endpoint RXOUTI's bit is KILLBK, and
   writing 1 takes back the packet written last: there it is always among the flags. */
#define CLEAR(flags) (UEINTX = (uint8_t)~(flags))

/* Where the Arduino boot loader looks, after a watchdog reset, for the wish to stay in it. */
#define STAY_ADDRESS ((volatile uint16_t *)0x0800)
#define STAY_WORD 0x7777

/* A host that goes away in the middle of a request must not stop the box: about 3 ms. */
#define PATIENCE 4000

static UsbState state;

static void set_up_endpoint(uint8_t endpoint, uint8_t type_and_direction, uint8_t size_and_banks)
{
    UENUM = endpoint;
    UECONX = _BV(EPEN);
    UECFG0X = type_and_direction;
    UECFG1X = size_and_banks | _BV(ALLOC);
}

void usb_start(const uint8_t *device)
{
    memcpy(state.device, device, DEVICE_BYTES);
    usb_control_reset(&state);
    UDIEN = 0;
    USBCON = 0; /* the boot loader may have left it on */
    UHWCON = _BV(UVREGE);
    USBCON = _BV(USBE) | _BV(FRZCLK);
    PLLCSR = _BV(PINDIV) | _BV(PLLE); /* from 16 MHz */
    while (!(PLLCSR & _BV(PLOCK)))
        ;
    USBCON = _BV(USBE) | _BV(OTGPADE);
    UDCON = 0; /* attach, full speed */
}

static bool wait_for(uint8_t flags)
{
    for (uint16_t patience = PATIENCE; patience; patience--) {
        if (UEINTX & flags)
            return true;
        if (UDINT & _BV(EORSTI))
            return false;
    }
    return false;
}

static void finish_status(void)
{
    CLEAR(_BV(TXINI)); /* an empty packet */
}

static void send_answer(const UsbAnswer *answer)
{
    uint16_t at = 0;
    bool another = true;
    while (another) {
        if (!wait_for(_BV(TXINI) | _BV(RXOUTI)))
            return;
        if (UEINTX & _BV(RXOUTI))
            break; /* the host has enough */
        uint8_t count = 0;
        for (; count < USB_CONTROL_SIZE && at < answer->length; count++)
            UEDATX = usb_control_byte(&state, answer, at++);
        CLEAR(_BV(TXINI));
        another = at < answer->length || (count == USB_CONTROL_SIZE && answer->cut_short);
    }
    if (wait_for(_BV(RXOUTI)))
        CLEAR(_BV(RXOUTI));
}

static void take_coding(void)
{
    if (!wait_for(_BV(RXOUTI)))
        return;
    for (uint8_t i = 0; i < LINE_CODING_BYTES; i++)
        state.line_coding[i] = UEDATX;
    CLEAR(_BV(RXOUTI));
    finish_status();
}

static void take_address(uint8_t address)
{
    UDADDR = address;
    finish_status();
    if (wait_for(_BV(TXINI)))
        UDADDR = address | _BV(ADDEN);
}

static void configure(void)
{
    set_up_endpoint(USB_ENDPOINT_NOTIFY, TYPE_INTERRUPT | DIRECTION_IN, SIZE_8 | BANKS_ONE);
    set_up_endpoint(USB_ENDPOINT_OUT, TYPE_BULK, SIZE_64 | BANKS_TWO);
    set_up_endpoint(USB_ENDPOINT_IN, TYPE_BULK | DIRECTION_IN, SIZE_64 | BANKS_TWO);
    UERST = _BV(USB_ENDPOINT_NOTIFY) | _BV(USB_ENDPOINT_OUT) | _BV(USB_ENDPOINT_IN);
    UERST = 0;
    UENUM = 0;
}

static void halt(uint8_t endpoint, bool halted)
{
    UENUM = endpoint;
    if (halted) {
        UECONX = _BV(STALLRQ) | _BV(EPEN);
    } else {
        UECONX = _BV(STALLRQC) | _BV(RSTDT) | _BV(EPEN);
        UERST = (uint8_t)(1 << endpoint);
        UERST = 0;
    }
    UENUM = 0;
}

static void go_to_boot_loader(void)
{
    finish_status();
    wait_for(_BV(TXINI));
    cli();
    *STAY_ADDRESS = STAY_WORD;
    wdt_enable(WDTO_120MS);
    for (;;)
        ;
}

static void act(const UsbAnswer *answer)
{
    switch (answer->action) {
    case USB_STALL:
        UECONX = _BV(STALLRQ) | _BV(EPEN);
        return;
    case USB_SEND_ROM:
    case USB_SEND_RAM:
    case USB_SEND_SERIAL:
        send_answer(answer);
        return;
    case USB_TAKE_CODING:
        take_coding();
        return;
    case USB_SET_ADDRESS:
        take_address(answer->argument);
        return;
    case USB_CONFIGURE:
        configure();
        break;
    case USB_SET_HALT:
    case USB_CLEAR_HALT:
        halt(answer->argument, answer->action == USB_SET_HALT);
        break;
    case USB_BOOT_LOADER:
        go_to_boot_loader();
        return;
    case USB_DONE:
        break;
    }
    finish_status();
}

static void take_request(void)
{
    UsbSetup setup;
    setup.type = UEDATX;
    setup.request = UEDATX;
    setup.value = UEDATX;
    setup.value |= (uint16_t)UEDATX << 8;
    setup.index = UEDATX;
    setup.index |= (uint16_t)UEDATX << 8;
    setup.length = UEDATX;
    setup.length |= (uint16_t)UEDATX << 8;
    CLEAR(_BV(RXSTPI) | _BV(RXOUTI) | _BV(TXINI));
    UsbAnswer answer;
    usb_control(&state, &setup, &answer);
    act(&answer);
}

void usb_look(void)
{
    if (UDINT & _BV(EORSTI)) {
        UDINT = (uint8_t)~_BV(EORSTI);
        usb_control_reset(&state);
        set_up_endpoint(0, TYPE_CONTROL, SIZE_64 | BANKS_ONE);
    }
    UENUM = 0;
    if (UEINTX & _BV(RXSTPI))
        take_request();
}

bool usb_waits(void)
{
    UENUM = 0;
    if (UEINTX & _BV(RXSTPI))
        return true;
    UENUM = USB_ENDPOINT_OUT;
    return state.configuration && (UEINTX & (_BV(RWAL) | _BV(RXOUTI)));
}

bool usb_get(uint8_t *byte)
{
    if (!state.configuration)
        return false;
    UENUM = USB_ENDPOINT_OUT;
    bool got = UEINTX & _BV(RWAL);
    if (got)
        *byte = UEDATX;
    if ((UEINTX & _BV(RXOUTI)) && !(UEINTX & _BV(RWAL))) /* the packet is used up, or was empty: give its bank back */
        CLEAR(_BV(FIFOCON) | _BV(NAKOUTI) | _BV(RXOUTI));
    return got;
}

uint8_t usb_room(void)
{
    if (!state.configuration)
        return 0;
    UENUM = USB_ENDPOINT_IN;
    return UEINTX & _BV(RWAL) ? USB_BULK_SIZE : 0;
}

void usb_put(const uint8_t *bytes, uint8_t count)
{
    UENUM = USB_ENDPOINT_IN;
    while (count--)
        UEDATX = *bytes++;
    /* one frame, one packet: it never waits for a second */
    CLEAR(_BV(FIFOCON) | _BV(NAKINI) | _BV(RXOUTI) | _BV(TXINI));
}
