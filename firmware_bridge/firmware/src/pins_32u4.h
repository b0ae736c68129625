/* The pins of an ATmega32U4 (Pro Micro, Leonardo): the table in firmware_bridge/README.md. LATCH, LOAD, SHOW, SCK and MOSI are on
   port B, STRAP and EXTRA on port D. */
#ifndef PINS_32U4_H
#define PINS_32U4_H

#define STRAP PD1  /* D2: to ground for single LEDs */
#define BUZZER PC6 /* D5, OC3A */
#define EXTRA PD7  /* D6 */
#define SHOW PB4   /* D8: OE of the 74HC595s, low shows */
#define LATCH PB5  /* D9: their RCLK */
#define LOAD PB6   /* D10: SH/LD of the 74HC165s */
#define SS PB0     /* an output, so that SPI stays a master; the Pro Micro's receive light */
#define SCK PB1    /* D15 */
#define MOSI PB2   /* D16; D14 is MISO */

#endif
