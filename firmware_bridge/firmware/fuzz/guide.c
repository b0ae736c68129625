/* A small coverage-guided fuzzer: gcc's -fsanitize-coverage=trace-pc tells which edges a run takes; inputs that take new
   ones are kept and changed further. The sanitizers and the target's own checks stop it on a fault, and the input that
   caused it is written to a file. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "random.h"
#include "target.h"

#define MAP 65536
#define LONGEST 512
#define CORPUS 8192

void __sanitizer_cov_trace_pc(void);
void __asan_on_error(void);

static uint8_t hits[MAP], seen[MAP];
static unsigned touched[MAP], touched_count;
static uintptr_t before;
static struct {
    uint8_t *bytes;
    size_t length;
} corpus[CORPUS];
static unsigned corpus_count;
static uint8_t input[LONGEST];
static size_t length;

void __sanitizer_cov_trace_pc(void)
{
    uintptr_t here = (uintptr_t)__builtin_return_address(0);
    unsigned edge = (unsigned)((here ^ before * 31) * 2654435761u >> 7) % MAP;
    before = here >> 1;
    if (!hits[edge])
        touched[touched_count++] = edge;
    if (hits[edge] < 255)
        hits[edge]++;
}

static void keep_culprit(void)
{
    FILE *file = fopen("build/fuzz-fault", "wb");
    if (file) {
        fwrite(input, 1, length, file);
        fclose(file);
        fputs("the input is in build/fuzz-fault: run build/fuzz with its name to see it again\n", stderr);
    }
}

void __asan_on_error(void)
{
    keep_culprit();
}

/* Hit counts matter by their order of magnitude: 1, 2, 3, 4-7, 8-15, 16-31, 32-127, 128 and more. */
static uint8_t bucket(uint8_t count)
{
    return count < 4 ? (uint8_t)(1 << (count - 1)) : count < 8 ? 8 : count < 16 ? 16 : count < 32 ? 32 : count < 128 ? 64 : 128;
}

/* Runs the target on `input`; true when it took edges, or took them so often, as no run before. */
static int is_new(void)
{
    for (unsigned i = 0; i < touched_count; i++)
        hits[touched[i]] = 0;
    touched_count = 0;
    before = 0;
    LLVMFuzzerTestOneInput(input, length);
    int fresh = 0;
    for (unsigned i = 0; i < touched_count; i++) {
        uint8_t bit = bucket(hits[touched[i]]);
        fresh |= !(seen[touched[i]] & bit);
        seen[touched[i]] |= bit;
    }
    return fresh;
}

static void keep_input(void)
{
    if (corpus_count == CORPUS)
        return;
    corpus[corpus_count].bytes = malloc(length ? length : 1);
    memcpy(corpus[corpus_count].bytes, input, length);
    corpus[corpus_count++].length = length;
}

static void change(void)
{
    static const uint8_t telling[] = {0, 1, 7, 8, 'a', 'o', 'h', 'E', 'S', 'H', 0x7F, 0x80, 0xFF, 37, 38, 39, 40};
    for (unsigned rounds = 1 + roll() % 8; rounds; rounds--) {
        size_t at = length ? roll() % length : 0;
        switch (roll() % 7) {
        case 0:
            if (length)
                input[at] ^= (uint8_t)(1 << roll() % 8);
            break;
        case 1:
            if (length)
                input[at] = telling[roll() % sizeof telling];
            break;
        case 2:
            if (length)
                input[at] = (uint8_t)roll();
            break;
        case 3: /* insert */
            if (length < LONGEST) {
                memmove(input + at + 1, input + at, length++ - at);
                input[at] = (uint8_t)roll();
            }
            break;
        case 4: { /* drop some */
            size_t count = length ? 1 + roll() % (length - at < 16 ? length - at : 16) : 0;
            memmove(input + at, input + at + count, length - at - count);
            length -= count;
            break;
        }
        case 5: { /* append a piece of another input */
            unsigned other = roll() % corpus_count;
            if (!corpus[other].length)
                break;
            size_t from = roll() % corpus[other].length, count = corpus[other].length - from;
            if (count > LONGEST - length)
                count = LONGEST - length;
            memcpy(input + length, corpus[other].bytes + from, count);
            length += count;
            break;
        }
        case 6: { /* repeat a piece */
            size_t count = length ? 1 + roll() % (length - at) : 0;
            if (count > LONGEST - length)
                count = LONGEST - length;
            memcpy(input + length, input + at, count);
            length += count;
        }
        }
    }
}

static int load(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        return 0;
    }
    length = fread(input, 1, LONGEST, file);
    fclose(file);
    return 1;
}

static int replay(int count, char **paths)
{
    for (int i = 0; i < count; i++) {
        if (!load(paths[i]))
            return 2;
        fprintf(stderr, "%s\n", paths[i]);
        LLVMFuzzerTestOneInput(input, length);
    }
    puts("no fault");
    return 0;
}

/* The inputs that are kept in a folder. */
static int keep_all(const char *folder)
{
    DIR *files = opendir(folder);
    if (!files) {
        perror(folder);
        return 0;
    }
    for (struct dirent *file; (file = readdir(files));) {
        char path[4096];
        if (file->d_name[0] == '.' || snprintf(path, sizeof path, "%s/%s", folder, file->d_name) >= (int)sizeof path)
            continue;
        if (!load(path))
            return 0;
        is_new();
        keep_input();
    }
    closedir(files);
    return 1;
}

int main(int argc, char **argv)
{
    char *end;
    unsigned long runs = argc > 1 ? strtoul(argv[1], &end, 10) : 100000;
    if (argc > 1 && *end)
        return replay(argc - 1, argv + 1);
    random_seed(argc > 2 ? strtoul(argv[2], NULL, 10) : 1);
    /* A press and its acknowledgement, orders, a query: the words of the protocol to begin with. */
    static const uint8_t seed[] = {5, 1, 0x3B, 'a', 1, 0, 0, 0, 1, 0, 0x5A, 'o', 1, 0, 1, 2, 9, 9, 9, 9, 9, 9, 0x12, 'h', 1, 0xFC};
    memcpy(input, seed, sizeof seed);
    length = sizeof seed;
    is_new();
    keep_input();
    if (argc > 3 && !keep_all(argv[3]))
        return 2;
    for (unsigned long run = 0; run < runs; run++) {
        unsigned parent = roll() % corpus_count;
        length = corpus[parent].length;
        memcpy(input, corpus[parent].bytes, length);
        change();
        if (is_new())
            keep_input();
    }
    unsigned edges = 0;
    for (unsigned i = 0; i < MAP; i++)
        edges += seen[i] != 0;
    printf("%lu runs, %u edges, %u inputs kept, no fault\n", runs, edges, corpus_count);
    return 0;
}
