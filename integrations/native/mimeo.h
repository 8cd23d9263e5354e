/*
 * Synthetic data at memory speed, from a segment file that `mimeo segment` writes.
 *
 * A segment is an endless stream of bytes for each seed. Any range of a stream can be generated alone, in any order and by any number
 * of threads, and has the same bytes every time. Blocks of MIMEO_BLOCK_BYTES at multiples of that size differ from each other, except
 * for the share of duplicates that the scanned data has. The format is in docs/reference/segment-file.md.
 *
 * Requirements: C11, POSIX (open, fstat, mmap), a 64-bit machine of either byte order. Compile mimeo.c with the program.
 *
 * Threads: a segment is immutable once it is open. All functions but mimeo_close may be called by any number of threads at a time.
 * Memory: only mimeo_open allocates. Lengths and offsets are in bytes. Every status other than MIMEO_OK has a text, see mimeo_message.
 *
 * ABI: the functions, the values of the statuses and MIMEO_BLOCK_BYTES stay as they are for all segment files of version 1. A segment is
 * an opaque pointer. Strings are UTF-8 and end with a zero byte.
 */
#ifndef MIMEO_H
#define MIMEO_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The size of the blocks that differ, in bytes. */
#define MIMEO_BLOCK_BYTES 4096

/* The outcomes of calls. */
enum mimeo_status {
    MIMEO_OK = 0,
    MIMEO_DIFFERENT = 1,    /* mimeo_verify: a byte differs */
    MIMEO_CANNOT_READ = -1, /* the file cannot be opened or mapped; errno has the reason */
    MIMEO_NOT_A_SEGMENT = -2,
    MIMEO_TOO_NEW = -3,   /* a later version of the format */
    MIMEO_TRUNCATED = -4, /* the file is shorter or longer than its header says */
    MIMEO_CORRUPT = -5,   /* a checksum or a table is wrong */
    MIMEO_RANGE = -6,     /* the range is not inside the stream */
    MIMEO_NO_MEMORY = -7
};

/* A segment file that is mapped into memory. */
typedef struct mimeo_segment mimeo_segment;

/*
 * Maps a segment file and validates its header and all of its tables; the data is not read, see mimeo_check.
 * The file must not be truncated while it is open. On failure *segment is NULL.
 */
int mimeo_open(const char *path, mimeo_segment **segment);

/* Unmaps a segment. NULL is allowed. No other call may use the segment at the same time or later. */
void mimeo_close(mimeo_segment *segment);

/* Reads all data of the segment and compares its checksum: MIMEO_OK or MIMEO_CORRUPT. */
int mimeo_check(const mimeo_segment *segment);

/* The name of the characterization that the segment was made from, at most 63 bytes. */
const char *mimeo_name(const mimeo_segment *segment);

/* The length of every stream in bytes: 2^24 - 1 times the data of the segment, 4 PiB for 256 MiB. */
uint64_t mimeo_length(const mimeo_segment *segment);

/*
 * Fills a buffer with the bytes of a stream from an offset on.
 * Returns MIMEO_OK, or MIMEO_RANGE without a change of the buffer if the range ends after mimeo_length.
 */
int mimeo_fill(const mimeo_segment *segment, void *buffer, uint64_t offset, size_t length, uint64_t seed);

/*
 * Compares a buffer with the bytes of a stream from an offset on.
 * Returns MIMEO_OK; MIMEO_DIFFERENT, with the position of the first different byte within the buffer in *difference, which may be NULL;
 * or MIMEO_RANGE.
 */
int mimeo_verify(const mimeo_segment *segment, const void *buffer, uint64_t offset, size_t length, uint64_t seed,
                 size_t *difference);

/* The seed of the stream of a named object, such as a file below a folder: any string, the empty one gives the seed itself. */
uint64_t mimeo_named_seed(uint64_t seed, const char *name);

/* A text for a status, such as "not a segment file". */
const char *mimeo_message(int status);

#ifdef __cplusplus
}
#endif

#endif
