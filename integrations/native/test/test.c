/*
 * Tests of the C library, without a segment file of Mimeo: it makes one, and damages it in many ways.
 *
 *     test [SECONDS [SEED]]      all tests, then random damage for some seconds (default 2)
 *     test ranges FILE           for each line "OFFSET LENGTH SEED" of standard input, writes these bytes to standard output
 *     test open FILE             writes the status of opening and checking a file
 */
#include "../mimeo.c"

#include <pthread.h>
#include <stdio.h>
#include <time.h>

enum { BLOCKS = 12, THREADS = 4, TABLE_AT = HEADER_BYTES, SLOTS_AT = TABLE_AT + 4 * BLOCKS };

static uint8_t image[64 * 4096];
static size_t image_bytes;
static uint64_t random_state = 1;

#define CHECK(condition) check(condition, #condition, __LINE__)

static void check(int holds, const char *text, int line) {
    if (!holds) {
        fprintf(stderr, "test.c:%d: does not hold: %s (random state %llu)\n", line, text,
                (unsigned long long)random_state);
        exit(1);
    }
}

static uint64_t next_random(void) { return mix64(random_state += GOLDEN_GAMMA); }

static uint64_t below(uint64_t bound) { return next_random() % bound; }

static void store16(uint8_t *at, uint32_t value) {
    at[0] = (uint8_t)value;
    at[1] = (uint8_t)(value >> 8);
}

static void store32(uint8_t *at, uint32_t value) {
    store16(at, value);
    store16(at + 2, value >> 16);
}

static void seal(uint8_t *file) {
    uint32_t tables[8][256];
    crc_tables(tables);
    size_t data_at = image_bytes - BLOCKS * (size_t)BLOCK;
    store32(file + 40, crc32c(tables, file + TABLE_AT, 4 * BLOCKS));
    store32(file + 44, crc32c(tables, file + SLOTS_AT, SLOT_BYTES * BLOCKS));
    store32(file + 48, crc32c(tables, file + data_at, BLOCKS * (size_t)BLOCK));
    store32(file + HEADER_CRC_AT, crc32c(tables, file, HEADER_CRC_AT));
}

/* Block 1 is constant, blocks 2 and 5 have letters, 7 and 8 repeat 2 and 3, the others swap. */
static void make_image(void) {
    size_t data_at = (SLOTS_AT + SLOT_BYTES * BLOCKS + BLOCK - 1) / BLOCK * BLOCK;
    image_bytes = data_at + BLOCKS * (size_t)BLOCK;
    memcpy(image, "MIMEOSEG", 8);
    store32(image + 8, 1);
    store32(image + 12, BLOCK);
    store32(image + 16, BLOCKS);
    memcpy(image + NAME_AT, "test", 4);
    for (uint32_t i = 0; i < BLOCKS; i++) {
        uint8_t *data = image + data_at + i * BLOCK;
        uint8_t *slots = image + SLOTS_AT + SLOT_BYTES * i;
        uint32_t content = i == 7 || i == 8 ? i - 5 : i;
        uint32_t kind = i == 1 ? KIND_CONSTANT : content == 2 || i == 5 ? KIND_LETTERS : KIND_SWAP;
        store32(image + TABLE_AT + 4 * i, content | kind << 30);
        for (int j = 0; j < BLOCK; j++) {
            data[j] = i == 1 ? 0 : (uint8_t)(content == i ? next_random() : data[j - 5 * BLOCK]);
        }
        if (kind == KIND_LETTERS && content == i) {
            store16(slots, i == 5 ? BLOCK - LETTERS : 1000);
            for (int j = 0; j < ALPHABET; j++) {
                slots[2 + j] = (uint8_t)("etaoinshrdlucmfw"[j]);
            }
        } else if (kind == KIND_SWAP && content == i) {
            for (uint32_t j = 0; j < STAMP_BITS; j++) {
                uint32_t first = 170 * j;
                uint32_t distance = 1 + j % 16;
                while (data[first] == data[first + distance]) {
                    data[first]++;
                }
                store16(slots + 2 * j, first | (distance - 1) << 12);
            }
        }
    }
    seal(image);
}

/* Opens bytes as a file. */
static int open_bytes(const uint8_t *bytes, size_t length, mimeo_segment **segment) {
    char path[64];
    int fd = memfd_create("segment", 0);
    CHECK(fd >= 0);
    CHECK(write(fd, bytes, length) == (ssize_t)length);
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    int status = mimeo_open(path, segment);
    close(fd);
    return status;
}

static void any_range_is_part_of_the_stream(const mimeo_segment *s) {
    enum { LENGTH = 30 * BLOCK };
    static uint8_t whole[LENGTH], part[LENGTH];
    for (int round = 0; round < 2000; round++) {
        uint64_t seed = next_random();
        uint64_t offset = round % 2 == 0 ? below(100) : below(mimeo_length(s) - LENGTH);
        CHECK(mimeo_fill(s, whole, offset, LENGTH, seed) == MIMEO_OK);
        size_t from = below(LENGTH);
        size_t length = below(LENGTH - from + 1);
        memset(part, 0xa5, LENGTH);
        CHECK(mimeo_fill(s, part, offset + from, length, seed) == MIMEO_OK);
        CHECK(memcmp(whole + from, part, length) == 0);
        CHECK(length == LENGTH || part[length] == 0xa5);
        CHECK(mimeo_verify(s, part, offset + from, length, seed, NULL) == MIMEO_OK);
        if (length > 0) {
            size_t changed = below(length), difference = LENGTH;
            part[changed] ^= 1;
            CHECK(mimeo_verify(s, part, offset + from, length, seed, &difference) == MIMEO_DIFFERENT);
            CHECK(difference == changed);
        }
    }
}

static int compare_blocks(const void *a, const void *b) { return memcmp(a, b, BLOCK); }

/* Of a content, no two passes have the same block, but for constant ones. */
static void blocks_differ(const mimeo_segment *s) {
    enum { PASSES = 2000 };
    uint8_t *blocks = malloc((size_t)PASSES * BLOCK);
    CHECK(blocks != NULL);
    for (uint64_t i = 0; i < BLOCKS; i++) {
        uint64_t first = below(10000);
        for (uint64_t pass = 0; pass < PASSES; pass++) {
            CHECK(mimeo_fill(s, blocks + pass * BLOCK, ((first + pass) * BLOCKS + i) * BLOCK, BLOCK, 42) == MIMEO_OK);
        }
        qsort(blocks, PASSES, BLOCK, compare_blocks);
        int equal = 0;
        for (int pass = 1; pass < PASSES; pass++) {
            equal += memcmp(blocks + (size_t)(pass - 1) * BLOCK, blocks + (size_t)pass * BLOCK, BLOCK) == 0;
        }
        CHECK(equal == 0 || equal == PASSES - 1);
        CHECK(equal == 0 || blocks[0] == 0);
    }
    free(blocks);
}

static void duplicates_stay(const mimeo_segment *s) {
    static uint8_t pass[BLOCKS][BLOCK];
    for (uint64_t seed = 0; seed < 100; seed++) {
        uint64_t start = first_block(s, mix64(seed + GOLDEN_GAMMA));
        CHECK(mimeo_fill(s, pass, (BLOCKS - start) * BLOCK, sizeof pass, seed) == MIMEO_OK);
        for (int i = 0; i < BLOCKS; i++) {
            for (int j = 0; j < i; j++) {
                CHECK((memcmp(pass[i], pass[j], BLOCK) == 0) == ((i == 7 && j == 2) || (i == 8 && j == 3)));
            }
        }
    }
}

static void ranges_are_checked(const mimeo_segment *s) {
    uint8_t buffer[16] = {1};
    uint64_t end = mimeo_length(s);
    CHECK(end == (uint64_t)BLOCKS * BLOCK * 0xffffff);
    CHECK(mimeo_fill(s, buffer, end, 0, 1) == MIMEO_OK);
    CHECK(mimeo_fill(s, buffer, end - 16, 16, 1) == MIMEO_OK);
    memset(buffer, 7, sizeof buffer);
    CHECK(mimeo_fill(s, buffer, end - 15, 16, 1) == MIMEO_RANGE);
    CHECK(mimeo_fill(s, buffer, UINT64_MAX, SIZE_MAX, 1) == MIMEO_RANGE);
    CHECK(mimeo_verify(s, buffer, end + 1, 0, 1, NULL) == MIMEO_RANGE);
    CHECK(buffer[0] == 7 && buffer[15] == 7);
}

static void *fill_and_verify(void *argument) {
    const mimeo_segment *s = argument;
    static _Thread_local uint8_t buffer[100000];
    for (uint64_t i = 0; i < 300; i++) {
        if (mimeo_fill(s, buffer, i * 7777, sizeof buffer, i % 3) != MIMEO_OK ||
            mimeo_verify(s, buffer, i * 7777, sizeof buffer, i % 3, NULL) != MIMEO_OK) {
            return argument;
        }
    }
    return NULL;
}

static void threads_share_a_segment(mimeo_segment *s) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        CHECK(pthread_create(&threads[i], NULL, fill_and_verify, s) == 0);
    }
    for (int i = 0; i < THREADS; i++) {
        void *failed;
        CHECK(pthread_join(threads[i], &failed) == 0 && failed == NULL);
    }
}

static void expect(const uint8_t *file, size_t length, int status) {
    mimeo_segment *s;
    int actual = open_bytes(file, length, &s);
    if (actual != status) {
        fprintf(stderr, "expected %s, got %s\n", mimeo_message(status), mimeo_message(actual));
    }
    CHECK(actual == status && s == NULL);
}

static void damage_is_detected(void) {
    static uint8_t file[sizeof image];
    mimeo_segment *s;
    CHECK(mimeo_open("/nonexistent", &s) == MIMEO_CANNOT_READ && errno == ENOENT && s == NULL);
    CHECK(mimeo_open("/", &s) == MIMEO_NOT_A_SEGMENT);
    char folder[] = "/tmp/mimeo-test-XXXXXX";
    char pipe[64];
    CHECK(mkdtemp(folder) != NULL);
    snprintf(pipe, sizeof pipe, "%s/pipe", folder);
    CHECK(mkfifo(pipe, 0600) == 0);
    CHECK(mimeo_open(pipe, &s) == MIMEO_NOT_A_SEGMENT);
    CHECK(unlink(pipe) == 0 && rmdir(folder) == 0);
    for (size_t length = 0; length < image_bytes; length += length < 600 ? 1 : 1499) {
        expect(image, length, length < 8 ? MIMEO_NOT_A_SEGMENT : MIMEO_TRUNCATED);
    }
    for (size_t at = 0; at < SLOTS_AT + SLOT_BYTES * BLOCKS; at++) {
        memcpy(file, image, image_bytes);
        file[at] ^= (uint8_t)(1 << at % 8);
        int status = open_bytes(file, image_bytes, &s);
        CHECK(status != MIMEO_OK && s == NULL);
    }
    memcpy(file, image, image_bytes);
    file[image_bytes - 1] ^= 1;
    CHECK(open_bytes(file, image_bytes, &s) == MIMEO_OK && mimeo_check(s) == MIMEO_CORRUPT);
    mimeo_close(s);
    static const struct {
        size_t at;
        uint32_t value;
        int status;
    } words[] = {
        {8, 2, MIMEO_TOO_NEW},
        {8, 0, MIMEO_CORRUPT},
        {12, 512, MIMEO_CORRUPT},
        {16, 0, MIMEO_CORRUPT},
        {16, 0xffffffff, MIMEO_CORRUPT},
        {16, 1 << 26, MIMEO_TRUNCATED},
        {16, BLOCKS + 1, MIMEO_TRUNCATED},
        {NAME_AT + 60, 0xffffffff, MIMEO_CORRUPT},
        {TABLE_AT, 1, MIMEO_CORRUPT},                    /* a later block */
        {TABLE_AT, 3u << 30, MIMEO_CORRUPT},             /* no kind */
        {TABLE_AT + 4 * 8, 7, MIMEO_CORRUPT},            /* a block that repeats another */
        {TABLE_AT + 4 * 7, 2, MIMEO_CORRUPT},            /* another kind than the content */
        {SLOTS_AT, 4095, MIMEO_CORRUPT},                 /* its second byte is outside */
        {SLOTS_AT, 170 | 0x10aau << 16, MIMEO_CORRUPT},  /* a byte of another slot */
        {SLOTS_AT + SLOT_BYTES * 2, (BLOCK - 5) | 0x7465u << 16, MIMEO_CORRUPT}, /* the last letter is outside */
        {SLOTS_AT + SLOT_BYTES * 2 + 2, 0, MIMEO_CORRUPT},     /* a letter twice */
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        memcpy(file, image, image_bytes);
        store32(file + words[i].at, words[i].value);
        seal(file);
        expect(file, image_bytes, words[i].status);
    }
}

/* Whatever a file holds, nothing is read or written outside of it and the buffer: the sanitizers watch. */
static void random_damage(double seconds) {
    static uint8_t file[sizeof image], buffer[3 * BLOCK];
    struct timespec start, now;
    clock_gettime(CLOCK_MONOTONIC, &start);
    int accepted = 0, rounds = 0;
    do {
        memcpy(file, image, image_bytes);
        for (uint64_t changes = 1 + below(4); changes > 0; changes--) {
            size_t at = (size_t)below(rounds % 4 == 0 ? HEADER_BYTES : SLOTS_AT + SLOT_BYTES * BLOCKS);
            file[at] = (uint8_t)(below(3) == 0 ? next_random() : file[at] ^ (uint64_t)1 << below(8));
        }
        if (rounds % 8 != 0) {
            seal(file);
        }
        size_t length = below(10) == 0 ? (size_t)below(image_bytes + 1) : image_bytes;
        mimeo_segment *s;
        if (open_bytes(file, length, &s) == MIMEO_OK) {
            accepted++;
            for (int i = 0; i < 8; i++) {
                uint64_t offset = below(mimeo_length(s));
                size_t bytes = (size_t)below(sizeof buffer);
                int status = mimeo_fill(s, buffer, offset, bytes, next_random());
                CHECK(status == MIMEO_OK || status == MIMEO_RANGE);
                mimeo_verify(s, buffer, offset, bytes, next_random(), NULL);
            }
            CHECK(strlen(mimeo_name(s)) < NAME_BYTES);
            mimeo_close(s);
        }
        rounds++;
        clock_gettime(CLOCK_MONOTONIC, &now);
    } while ((double)(now.tv_sec - start.tv_sec) + (double)(now.tv_nsec - start.tv_nsec) / 1e9 < seconds);
    printf("%d damaged files, %d accepted\n", rounds, accepted);
}

static int write_ranges(const char *path) {
    mimeo_segment *s;
    int status = mimeo_open(path, &s);
    if (status != MIMEO_OK || mimeo_check(s) != MIMEO_OK) {
        fprintf(stderr, "%s: %s\n", path, mimeo_message(status == MIMEO_OK ? MIMEO_CORRUPT : status));
        return 1;
    }
    unsigned long long offset, length, seed;
    while (scanf("%llu %llu %llu", &offset, &length, &seed) == 3) {
        uint8_t *bytes = malloc(length + 1);
        CHECK(bytes != NULL && mimeo_fill(s, bytes, offset, length, seed) == MIMEO_OK);
        CHECK(mimeo_verify(s, bytes, offset, length, seed, NULL) == MIMEO_OK);
        CHECK(fwrite(bytes, 1, length, stdout) == length);
        free(bytes);
    }
    mimeo_close(s);
    return 0;
}

static int write_status(const char *path) {
    mimeo_segment *s;
    int status = mimeo_open(path, &s);
    if (status == MIMEO_OK) {
        status = mimeo_check(s);
        printf("%s, ", mimeo_name(s));
    }
    printf("%s\n", mimeo_message(status));
    mimeo_close(s);
    return 0;
}

int main(int count, char **arguments) {
    if (count == 3 && strcmp(arguments[1], "ranges") == 0) {
        return write_ranges(arguments[2]);
    }
    if (count == 3 && strcmp(arguments[1], "open") == 0) {
        return write_status(arguments[2]);
    }
    random_state = count > 2 ? strtoull(arguments[2], NULL, 0) : 1;
    make_image();
    mimeo_segment *s;
    CHECK(open_bytes(image, image_bytes, &s) == MIMEO_OK);
    CHECK(mimeo_check(s) == MIMEO_OK);
    CHECK(strcmp(mimeo_name(s), "test") == 0);
    CHECK(mimeo_named_seed(5, "") == 5 && mimeo_named_seed(5, "a") != mimeo_named_seed(5, "b"));
    any_range_is_part_of_the_stream(s);
    blocks_differ(s);
    duplicates_stay(s);
    ranges_are_checked(s);
    threads_share_a_segment(s);
    mimeo_close(s);
    damage_is_detected();
    random_damage(count > 1 ? atof(arguments[1]) : 2);
    return 0;
}
