/* The ATmega32U4's USB port, looked after from the main loop: no interrupts, nothing waits for a host. */
#ifndef USB_DEVICE_H
#define USB_DEVICE_H

#include <stdbool.h>
#include <stdint.h>

void usb_start(const uint8_t *device);

/* Looks after bus resets and control requests; call it at least every few milliseconds. */
void usb_look(void);

bool usb_waits(void);           /* bytes from the host, or a request, are there */
bool usb_get(uint8_t *byte);
uint8_t usb_room(void);         /* bytes usb_put takes now: a packet, or none */
void usb_put(const uint8_t *bytes, uint8_t count);

#endif
