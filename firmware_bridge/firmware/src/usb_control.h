/* What the box says on USB's control endpoint: descriptors and answers, without the hardware.

   It is a CDC-ACM device, a serial port to every system, with its device id as serial number. */
#ifndef USB_CONTROL_H
#define USB_CONTROL_H

#include <stdbool.h>
#include <stdint.h>

#include "protocol.h"

#define USB_VENDOR 0x16C0 /* shared by Objective Development for CDC-ACM devices told apart by their names */
#define USB_PRODUCT 0x05E1
#define USB_CONTROL_SIZE 64
#define USB_BULK_SIZE 64
#define USB_NOTIFY_SIZE 8
enum { USB_ENDPOINT_NOTIFY = 1, USB_ENDPOINT_OUT = 2, USB_ENDPOINT_IN = 3 };
#define LINE_CODING_BYTES 7

typedef struct {
    uint8_t type, request;
    uint16_t value, index, length;
} UsbSetup;

typedef enum {
    USB_STALL,          /* not understood */
    USB_DONE,           /* nothing to send: the status stage follows */
    USB_SEND_ROM,       /* `length` bytes of a constant table */
    USB_SEND_RAM,       /* `length` bytes of memory */
    USB_SEND_SERIAL,    /* the serial number's descriptor, made as it is sent */
    USB_TAKE_CODING,    /* LINE_CODING_BYTES follow for `line_coding` */
    USB_SET_ADDRESS,    /* take `argument` as address after the status stage */
    USB_CONFIGURE,      /* set up the endpoints of configuration `argument` */
    USB_SET_HALT,       /* halt, or below: un-halt, endpoint `argument` */
    USB_CLEAR_HALT,
    USB_BOOT_LOADER     /* after the status stage, go to the boot loader: the 1200-baud touch */
} UsbAction;

typedef struct {
    UsbAction action;
    const uint8_t *from;
    uint16_t length; /* already cut to what the host asked for */
    bool cut_short;  /* shorter than asked for: a full last packet is followed by an empty one */
    uint8_t argument;
} UsbAnswer;

typedef struct {
    uint8_t configuration;
    uint8_t line_state; /* bit 0 DTR, bit 1 RTS */
    uint8_t halted;     /* bit per endpoint */
    uint8_t line_coding[LINE_CODING_BYTES];
    uint8_t device[DEVICE_BYTES];
} UsbState;

/* The bus was reset. */
void usb_control_reset(UsbState *state);

/* Decides on one request; keeps `state` up to date. */
void usb_control(UsbState *state, const UsbSetup *setup, UsbAnswer *answer);

/* Byte `at` of an answer that sends. */
uint8_t usb_control_byte(const UsbState *state, const UsbAnswer *answer, uint16_t at);

#endif
