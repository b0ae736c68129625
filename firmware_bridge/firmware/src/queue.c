#include "queue.h"

#include <stddef.h>
#include <string.h>

#include "crc.h"

#ifdef __AVR__
#define SURVIVES_RESET __attribute__((section(".noinit")))
#else
#define SURVIVES_RESET
#endif

/* A firmware with another layout must not take up what it finds. */
#define LAYOUT ((uint16_t)(0xCA7E ^ sizeof(Keep)))

Keep keep SURVIVES_RESET;
Ledger ledger;

static uint16_t slot_seal(const Slot *slot)
{
    return crc16_of(LAYOUT ^ (uint16_t)ledger.boot, slot, offsetof(Slot, seal));
}

static uint16_t ledger_seal(const Ledger *copy)
{
    return crc16_of(LAYOUT, copy, offsetof(Ledger, seal));
}

static bool sound(const Ledger *copy)
{
    return copy->seal == ledger_seal(copy) && (uint16_t)(copy->head - copy->tail) <= QUEUE_SLOTS;
}

/* A compiler may not move writes to `keep` past this point: their order is what makes them safe. */
static inline void in_order(void)
{
    __asm__ volatile("" ::: "memory");
}

void queue_commit(void)
{
    ledger.serial++;
    ledger.seal = ledger_seal(&ledger);
    in_order();
    keep.copy[ledger.serial & 1] = ledger;
    in_order();
}

void queue_begin(uint32_t boot)
{
    memset(&keep, 0, sizeof keep);
    for (uint8_t i = 0; i < QUEUE_SLOTS; i++)
        keep.slot[i].number = i + 1; /* a number that never belongs in this slot: no slot is mistaken for written */
    memset(&ledger, 0, sizeof ledger);
    ledger.boot = boot;
    queue_commit();
    queue_commit();
}

static void hold(uint8_t what)
{
    uint8_t index = WHAT_INDEX(what);
    uint8_t bit = (uint8_t)(1 << (index & 7));
    if (WHAT_KIND(what) == KIND_DOWN)
        ledger.held[index >> 3] |= bit;
    else if (WHAT_KIND(what) == KIND_UP)
        ledger.held[index >> 3] &= (uint8_t)~bit;
}

bool queue_recover(void)
{
    bool first = sound(&keep.copy[0]), second = sound(&keep.copy[1]);
    if (!first && !second)
        return false;
    bool later = first && second ? (int8_t)(keep.copy[1].serial - keep.copy[0].serial) > 0 : second;
    ledger = keep.copy[later];
    for (uint16_t number = ledger.tail; number != ledger.head; number++)
        if (queue_slot(number)->seal != slot_seal(queue_slot(number)))
            return false; /* the memory has decayed: power was away */
    const Slot *next = queue_slot(ledger.head);
    bool room = queue_waiting() < QUEUE_SLOTS;
    if (room && next->number == ledger.head && next->seal == slot_seal(next)) {
        hold(next->what); /* written just before the reset, its ledger not yet */
        ledger.head++;
    }
    queue_commit();
    queue_commit();
    return true;
}

void queue_forget(void)
{
    for (uint8_t i = 0; i < 2; i++)
        keep.copy[i].seal = (uint16_t)~ledger_seal(&keep.copy[i]);
}

uint32_t queue_clock(void)
{
    uint32_t a = keep.clock_ms[0], b = keep.clock_ms[1];
    if (a == b || a == b + 1)
        return a;
    return queue_waiting() ? queue_slot((uint16_t)(ledger.head - 1))->at_ms : b; /* torn by the reset */
}

void queue_set_clock(uint32_t ms)
{
    keep.clock_ms[0] = ms;
    in_order();
    keep.clock_ms[1] = ms;
    in_order();
}

void queue_push(uint8_t what, uint32_t at_ms)
{
    if (queue_waiting() >= QUEUE_SLOTS) {
        ledger.lost++;
    } else {
        Slot slot = {.number = ledger.head, .what = what, .at_ms = at_ms};
        slot.seal = slot_seal(&slot);
        in_order();
        keep.slot[ledger.head % QUEUE_SLOTS] = slot;
        in_order();
        ledger.head++;
    }
    hold(what);
    queue_commit();
}

void queue_grow_old(uint32_t now_ms)
{
    while (ledger.old < queue_waiting()) {
        const Slot *slot = queue_slot(ledger.tail + ledger.old);
        if ((uint16_t)((now_ms >> 16) - (slot->at_ms >> 16)) < 2) /* their high halves say enough */
            break;
        ledger.old++;
    }
    queue_commit();
}

bool queue_acknowledge(uint16_t next)
{
    uint16_t done = next - ledger.tail;
    if (done == 0 || done > queue_waiting())
        return false;
    ledger.tail = next;
    ledger.old = ledger.old > done ? (uint8_t)(ledger.old - done) : 0;
    queue_commit();
    return true;
}
