/* Reads segment files; see mimeo.h, and docs/reference/segment-file.md for the format. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "mimeo.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    BLOCK = MIMEO_BLOCK_BYTES,
    HEADER_BYTES = 256,
    NAME_AT = 64,
    NAME_BYTES = 64,
    HEADER_CRC_AT = HEADER_BYTES - 4,
    STAMP_BITS = 24,
    ALPHABET = 16,
    LETTERS = STAMP_BITS / 4,
    SLOT_BYTES = STAMP_BITS * 2,
    MAX_BLOCKS = 1 << 26
};

/* The upper two bits of a content word: the way in which the blocks of the content differ from pass to pass. */
enum { KIND_SWAP = 0, KIND_LETTERS = 1, KIND_CONSTANT = 2 };

static const uint32_t STAMP_MASK = (1u << STAMP_BITS) - 1;
static const uint32_t CONTENT_MASK = (1u << 30) - 1;
static const uint64_t GOLDEN_GAMMA = 0x9e3779b97f4a7c15u;

struct mimeo_segment {
    const uint8_t *file;
    size_t file_bytes;
    const uint8_t *contents; /* a word of 4 bytes for each block */
    const uint8_t *slots;    /* SLOT_BYTES for each block */
    const uint8_t *data;
    uint32_t blocks;
    uint32_t data_crc;
    char name[NAME_BYTES];
};

static uint32_t load16(const uint8_t *at) { return at[0] | (uint32_t)at[1] << 8; }

static uint32_t load32(const uint8_t *at) { return load16(at) | load16(at + 2) << 16; }

/* The finalizer of SplitMix64. */
static uint64_t mix64(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* CRC-32C (Castagnoli, reflected), eight bytes at a time. */
static void crc_tables(uint32_t tables[8][256]) {
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t crc = i;
        for (int bit = 0; bit < 8; bit++) {
            crc = crc >> 1 ^ (crc & 1 ? 0x82f63b78u : 0);
        }
        tables[0][i] = crc;
    }
    for (int t = 1; t < 8; t++) {
        for (int i = 0; i < 256; i++) {
            uint32_t before = tables[t - 1][i];
            tables[t][i] = before >> 8 ^ tables[0][before & 255];
        }
    }
}

static uint32_t crc32c(const uint32_t tables[8][256], const uint8_t *bytes, size_t length) {
    uint32_t crc = ~0u;
    for (; length >= 8; length -= 8, bytes += 8) {
        uint32_t low = crc ^ load32(bytes);
        uint32_t high = load32(bytes + 4);
        crc = tables[7][low & 255] ^ tables[6][low >> 8 & 255] ^ tables[5][low >> 16 & 255] ^ tables[4][low >> 24] ^
              tables[3][high & 255] ^ tables[2][high >> 8 & 255] ^ tables[1][high >> 16 & 255] ^ tables[0][high >> 24];
    }
    for (; length > 0; length--, bytes++) {
        crc = crc >> 8 ^ tables[0][(crc ^ *bytes) & 255];
    }
    return ~crc;
}

/* Whether the slots of a content are inside the block, and neither a byte of it nor a letter occurs twice in them. */
static int slots_valid(const uint8_t *slots, uint32_t kind) {
    if (kind == KIND_CONSTANT) {
        return 1;
    }
    if (kind == KIND_LETTERS) {
        uint64_t values[4] = {0};
        for (int i = 0; i < ALPHABET; i++) {
            uint8_t value = slots[2 + i];
            if (values[value / 64] >> value % 64 & 1) {
                return 0;
            }
            values[value / 64] |= UINT64_C(1) << value % 64;
        }
        return load16(slots) <= BLOCK - LETTERS;
    }
    uint64_t used[BLOCK / 64] = {0};
    for (int i = 0; i < STAMP_BITS; i++) {
        uint32_t slot = load16(slots + 2 * i);
        uint32_t first = slot & (BLOCK - 1);
        uint32_t second = first + 1 + (slot >> 12);
        if (second >= BLOCK || used[first / 64] >> first % 64 & 1 || used[second / 64] >> second % 64 & 1) {
            return 0;
        }
        used[first / 64] |= UINT64_C(1) << first % 64;
        used[second / 64] |= UINT64_C(1) << second % 64;
    }
    return 1;
}

static int validate_tables(const mimeo_segment *s) {
    for (uint32_t i = 0; i < s->blocks; i++) {
        uint32_t word = load32(s->contents + 4 * (size_t)i);
        uint32_t content = word & CONTENT_MASK;
        /* A content is named by its first block, whose own word names itself. */
        if (word >> 30 > KIND_CONSTANT || content > i ||
            (content < i ? load32(s->contents + 4 * (size_t)content) != word
                         : !slots_valid(s->slots + SLOT_BYTES * (size_t)i, word >> 30))) {
            return MIMEO_CORRUPT;
        }
    }
    return MIMEO_OK;
}

static int parse(mimeo_segment *s) {
    const uint8_t *file = s->file;
    if (s->file_bytes < 8 || memcmp(file, "MIMEOSEG", 8) != 0) {
        return MIMEO_NOT_A_SEGMENT;
    }
    if (s->file_bytes < HEADER_BYTES) {
        return MIMEO_TRUNCATED;
    }
    uint32_t tables[8][256];
    crc_tables(tables);
    if (load32(file + 8) > 1) {
        return MIMEO_TOO_NEW;
    }
    if (load32(file + HEADER_CRC_AT) != crc32c(tables, file, HEADER_CRC_AT)) {
        return MIMEO_CORRUPT;
    }
    s->blocks = load32(file + 16);
    s->data_crc = load32(file + 48);
    if (load32(file + 8) != 1 || load32(file + 12) != BLOCK || s->blocks == 0 || s->blocks > MAX_BLOCKS ||
        file[NAME_AT + NAME_BYTES - 1] != 0) {
        return MIMEO_CORRUPT;
    }
    memcpy(s->name, file + NAME_AT, NAME_BYTES);
    uint64_t table_bytes = (uint64_t)s->blocks * (4 + SLOT_BYTES);
    uint64_t data_at = (HEADER_BYTES + table_bytes + BLOCK - 1) / BLOCK * BLOCK;
    if (s->file_bytes != data_at + (uint64_t)s->blocks * BLOCK) {
        return MIMEO_TRUNCATED;
    }
    s->contents = file + HEADER_BYTES;
    s->slots = s->contents + 4 * (size_t)s->blocks;
    s->data = file + data_at;
    if (load32(file + 40) != crc32c(tables, s->contents, 4 * (size_t)s->blocks) ||
        load32(file + 44) != crc32c(tables, s->slots, SLOT_BYTES * (size_t)s->blocks)) {
        return MIMEO_CORRUPT;
    }
    return validate_tables(s);
}

static int map(const char *path, mimeo_segment *s) {
    /* Without O_NONBLOCK a named pipe would be waited for. */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) {
        return MIMEO_CANNOT_READ;
    }
    struct stat status;
    int result = MIMEO_CANNOT_READ;
    if (fstat(fd, &status) == 0) {
        if (!S_ISREG(status.st_mode) || status.st_size == 0) {
            result = MIMEO_NOT_A_SEGMENT;
        } else {
            void *file = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_SHARED, fd, 0);
            if (file != MAP_FAILED) {
                s->file = file;
                s->file_bytes = (size_t)status.st_size;
                result = parse(s);
            }
        }
    }
    int reason = errno;
    close(fd);
    errno = reason;
    return result;
}

int mimeo_open(const char *path, mimeo_segment **segment) {
    *segment = NULL;
    mimeo_segment *s = calloc(1, sizeof *s);
    if (s == NULL) {
        return MIMEO_NO_MEMORY;
    }
    int status = map(path, s);
    if (status != MIMEO_OK) {
        int reason = errno;
        mimeo_close(s);
        errno = reason;
        return status;
    }
    *segment = s;
    return MIMEO_OK;
}

void mimeo_close(mimeo_segment *segment) {
    if (segment != NULL) {
        if (segment->file != NULL) {
            munmap((void *)segment->file, segment->file_bytes);
        }
        free(segment);
    }
}

int mimeo_check(const mimeo_segment *segment) {
    uint32_t tables[8][256];
    crc_tables(tables);
    return crc32c(tables, segment->data, (size_t)segment->blocks * BLOCK) == segment->data_crc ? MIMEO_OK
                                                                                               : MIMEO_CORRUPT;
}

const char *mimeo_name(const mimeo_segment *segment) { return segment->name; }

uint64_t mimeo_length(const mimeo_segment *segment) { return (uint64_t)segment->blocks * STAMP_MASK * BLOCK; }

/* The stamp of a content in a pass: a bijection of the numbers of passes, so that no two passes have the same one. */
static uint32_t stamp(uint64_t base, uint32_t content, uint64_t pass) {
    uint64_t key = mix64(base + (content + UINT64_C(1)) * GOLDEN_GAMMA);
    uint32_t x = (uint32_t)(pass + key) & STAMP_MASK;
    x = (x * ((uint32_t)(key >> 24) | 1)) & STAMP_MASK;
    x ^= x >> 12;
    x = (x * ((uint32_t)(key >> 40) | 1)) & STAMP_MASK;
    return x ^ x >> 13;
}

/* Writes the bytes from..end of a block. */
static void put_block(const mimeo_segment *s, uint8_t *to, uint64_t number, uint64_t base, uint32_t from,
                      uint32_t end) {
    uint64_t pass = number / s->blocks;
    uint32_t word = load32(s->contents + 4 * (size_t)(number % s->blocks));
    uint32_t content = word & CONTENT_MASK;
    const uint8_t *source = s->data + (size_t)content * BLOCK;
    memcpy(to, source + from, end - from);
    if (word >> 30 == KIND_CONSTANT) {
        return;
    }
    uint32_t bits = stamp(base, content, pass);
    const uint8_t *slots = s->slots + (size_t)content * SLOT_BYTES;
    if (word >> 30 == KIND_LETTERS) {
        uint32_t at = load16(slots);
        for (uint32_t i = at; i < at + LETTERS; i++, bits >>= 4) {
            if (i >= from && i < end) {
                to[i - from] = slots[2 + bits % ALPHABET];
            }
        }
    } else if (end - from == BLOCK) {
        for (; bits != 0; bits &= bits - 1) {
            uint32_t slot = load16(slots + 2 * __builtin_ctz(bits));
            uint32_t first = slot & (BLOCK - 1);
            uint32_t second = first + 1 + (slot >> 12);
            to[first] = source[second];
            to[second] = source[first];
        }
    } else {
        for (; bits != 0; bits &= bits - 1) {
            uint32_t slot = load16(slots + 2 * __builtin_ctz(bits));
            uint32_t first = slot & (BLOCK - 1);
            uint32_t second = first + 1 + (slot >> 12);
            if (first >= from && first < end) {
                to[first - from] = source[second];
            }
            if (second >= from && second < end) {
                to[second - from] = source[first];
            }
        }
    }
}

/* The number of the block of the stream that begins at offset 0, so that seeds begin at different places. */
static uint64_t first_block(const mimeo_segment *s, uint64_t base) { return (mix64(base) >> 32) * s->blocks >> 32; }

static int in_range(const mimeo_segment *s, uint64_t offset, size_t length) {
    uint64_t end = mimeo_length(s);
    return offset <= end && length <= end - offset;
}

int mimeo_fill(const mimeo_segment *segment, void *buffer, uint64_t offset, size_t length, uint64_t seed) {
    if (!in_range(segment, offset, length)) {
        return MIMEO_RANGE;
    }
    uint64_t base = mix64(seed + GOLDEN_GAMMA);
    uint64_t number = first_block(segment, base) + offset / BLOCK;
    uint32_t from = offset % BLOCK;
    uint8_t *to = buffer;
    for (size_t left = length; left > 0; number++) {
        uint32_t part = left < BLOCK - from ? (uint32_t)left : BLOCK - from;
        put_block(segment, to, number, base, from, from + part);
        to += part;
        left -= part;
        from = 0;
    }
    return MIMEO_OK;
}

int mimeo_verify(const mimeo_segment *segment, const void *buffer, uint64_t offset, size_t length, uint64_t seed,
                 size_t *difference) {
    if (!in_range(segment, offset, length)) {
        return MIMEO_RANGE;
    }
    uint64_t base = mix64(seed + GOLDEN_GAMMA);
    uint64_t number = first_block(segment, base) + offset / BLOCK;
    uint32_t from = offset % BLOCK;
    const uint8_t *bytes = buffer;
    uint8_t expected[BLOCK];
    for (size_t done = 0; done < length; number++) {
        uint32_t part = length - done < BLOCK - from ? (uint32_t)(length - done) : BLOCK - from;
        put_block(segment, expected, number, base, from, from + part);
        if (memcmp(bytes + done, expected, part) != 0) {
            size_t at = done;
            while (bytes[at] == expected[at - done]) {
                at++;
            }
            if (difference != NULL) {
                *difference = at;
            }
            return MIMEO_DIFFERENT;
        }
        done += part;
        from = 0;
    }
    return MIMEO_OK;
}

uint64_t mimeo_named_seed(uint64_t seed, const char *name) {
    if (*name == 0) {
        return seed;
    }
    uint64_t hash = 0xcbf29ce484222325u; /* FNV-1a */
    for (; *name != 0; name++) {
        hash = (hash ^ (uint8_t)*name) * 0x100000001b3u;
    }
    return mix64(mix64(seed + GOLDEN_GAMMA) + (hash + 1) * GOLDEN_GAMMA);
}

const char *mimeo_message(int status) {
    switch (status) {
    case MIMEO_OK: return "no error";
    case MIMEO_DIFFERENT: return "the data differs from what was generated";
    case MIMEO_CANNOT_READ: return "cannot be read";
    case MIMEO_NOT_A_SEGMENT: return "not a segment file";
    case MIMEO_TOO_NEW: return "a segment file of a later version";
    case MIMEO_TRUNCATED: return "the segment file does not have the size that its header states";
    case MIMEO_CORRUPT: return "the segment file is damaged";
    case MIMEO_RANGE: return "the range is not inside the stream";
    case MIMEO_NO_MEMORY: return "out of memory";
    default: return "unknown status";
    }
}
