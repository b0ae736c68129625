/* The smallest test frame that prints where and what: CHECK, CHECK_EQUAL, and a list of tests in all.c. */
#ifndef CHECK_H
#define CHECK_H

#include <stdint.h>
#include <stdio.h>

extern int checks_failed;

#define CHECK(condition)                                                          \
    do {                                                                          \
        if (!(condition)) {                                                       \
            checks_failed++;                                                      \
            printf("%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition);  \
        }                                                                         \
    } while (0)

#define CHECK_EQUAL(is, should)                                                                                  \
    do {                                                                                                         \
        long long is_ = (long long)(is), should_ = (long long)(should);                                          \
        if (is_ != should_) {                                                                                    \
            checks_failed++;                                                                                     \
            printf("%s:%d: %s is %lld, should be %lld\n", __FILE__, __LINE__, #is, is_, should_);                \
        }                                                                                                        \
    } while (0)

/* xorshift32: repeatable randomness. */
static inline uint32_t roll(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

#endif
