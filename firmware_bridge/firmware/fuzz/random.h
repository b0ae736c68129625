/* xorshift64*: fast and repeatable by its seed. */
#ifndef RANDOM_H
#define RANDOM_H

#include <stdint.h>

static uint64_t random_state;

static inline void random_seed(uint64_t seed)
{
    random_state = 0x9E3779B97F4A7C15ULL ^ seed;
}

static inline uint32_t roll(void)
{
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return (uint32_t)(random_state * 2685821657736338717ULL >> 32);
}

#endif
