/* The pins of an ATmega328P (Uno, Nano): the table in firmware_bridge/README.md. LATCH, LOAD, SHOW, SCK and MOSI are on
   port B, STRAP and EXTRA on port D. */
#ifndef PINS_328P_H
#define PINS_328P_H

#define STRAP PD2  /* D2: to ground for single LEDs */
#define BUZZER PD5 /* D5, OC0B */
#define EXTRA PD6  /* D6 */
#define SHOW PB0   /* D8: OE of the 74HC595s, low shows */
#define LATCH PB1  /* D9: their RCLK */
#define LOAD PB2   /* D10: SH/LD of the 74HC165s; being an output it also keeps SPI a master */
#define MOSI PB3   /* D11 */
#define SCK PB5    /* D13; D12 is MISO */

#endif
