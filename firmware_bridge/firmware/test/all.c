/* Runs every unit test of the portable firmware on this machine, under the sanitizers. */
#include <stdio.h>

#include "check.h"
#include "tests.h"

int checks_failed;

int main(void)
{
    int count = 0, failed = 0;
#define RUN(name)                                    \
    {                                                \
        int before = checks_failed;                  \
        name();                                      \
        count++;                                     \
        if (checks_failed != before) {               \
            failed++;                                \
            printf("FAILED %s\n", #name);            \
        }                                            \
    }
    ALL_TESTS(RUN)
    printf("%d tests, %d failed\n", count, failed);
    return failed != 0;
}
