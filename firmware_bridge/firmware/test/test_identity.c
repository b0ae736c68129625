#include <string.h>

#include "check.h"
#include "identity.h"
#include "memory_hal.h"
#include "tests.h"

void test_a_new_box_draws_its_id_once(void)
{
    uint8_t first[DEVICE_BYTES], second[DEVICE_BYTES];
    memory_fresh();
    identity_device(first);
    memory.entropy = 42;
    identity_device(second);
    CHECK(memcmp(first, second, DEVICE_BYTES) == 0);
}

void test_one_spoiled_copy_changes_nothing(void)
{
    uint8_t first[DEVICE_BYTES], again[DEVICE_BYTES];
    memory_fresh();
    identity_device(first);
    memory.entropy = 42;
    for (unsigned at = 0; at < sizeof memory.eeprom; at++) {
        uint8_t was = memory.eeprom[at];
        memory.eeprom[at] ^= 0x10;
        identity_device(again);
        CHECK(memcmp(first, again, DEVICE_BYTES) == 0);
        memory.eeprom[at] = was;
    }
}

/* Power goes after any number of EEPROM writes of any boot: the id stays, and no boot id comes twice. */
void test_power_lost_while_writing(void)
{
    for (int lost_after = 0; lost_after < 7; lost_after++) {
        uint8_t device[DEVICE_BYTES], again[DEVICE_BYTES];
        uint32_t seen[40];
        memory_fresh();
        identity_device(device);
        for (int boot = 0; boot < 40; boot++) {
            memory.eeprom_writes_left = boot % 3 == 2 ? lost_after : -1;
            seen[boot] = identity_new_boot(device);
            memory.eeprom_writes_left = -1;
            identity_device(again);
            CHECK(memcmp(device, again, DEVICE_BYTES) == 0);
            for (int earlier = 0; earlier < boot; earlier++)
                if (earlier % 3 != 2 && boot % 3 != 2) /* one whose write failed was never told to a host */
                    CHECK(seen[earlier] != seen[boot]);
        }
    }
}

void test_boots_of_two_boxes_differ(void)
{
    uint8_t one[DEVICE_BYTES] = {1}, two[DEVICE_BYTES] = {2};
    memory_fresh();
    uint32_t first = identity_new_boot(one);
    memory_fresh();
    CHECK(identity_new_boot(two) != first);
}
