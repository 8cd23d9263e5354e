/* Measures mimeo_fill and mimeo_verify beside memcpy: bench SEGMENT [THREADS]. */
#define _GNU_SOURCE
#include "mimeo.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 5, MAX_THREADS = 64 };

static mimeo_segment *segment;
static const char *source;
static size_t source_bytes;

struct job {
    int kind; /* 0 memcpy, 1 fill, 2 verify */
    size_t length;
    uint64_t total;
    uint64_t start;
    int failed;
};

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void *work(void *argument) {
    struct job *job = argument;
    char *buffer = aligned_alloc(4096, job->length < 4096 ? 4096 : job->length);
    uint64_t offset = job->start;
    if (buffer == NULL || (job->kind == 2 && mimeo_fill(segment, buffer, offset, job->length, 1) != MIMEO_OK)) {
        job->failed = 1;
    }
    for (uint64_t done = 0; done < job->total && !job->failed; done += job->length) {
        if (job->kind == 0) {
            memcpy(buffer, source + offset % (source_bytes - job->length), job->length);
            __asm__ volatile("" : : "r"(buffer) : "memory");
            offset += job->length;
        } else if (job->kind == 1) {
            job->failed = mimeo_fill(segment, buffer, offset, job->length, 1) != MIMEO_OK;
            offset += job->length;
        } else {
            job->failed = mimeo_verify(segment, buffer, offset, job->length, 1, NULL) != MIMEO_OK;
        }
    }
    free(buffer);
    return NULL;
}

static double rate(int kind, size_t length, int threads) {
    double best = 0;
    for (int round = 0; round < ROUNDS; round++) {
        pthread_t ids[MAX_THREADS];
        struct job jobs[MAX_THREADS];
        uint64_t total = length < 4096 ? 256u << 20 : 1u << 30;
        double start = now();
        for (int i = 0; i < threads; i++) {
            jobs[i] = (struct job){kind, length, total, (uint64_t)i << 26, 0};
            pthread_create(&ids[i], NULL, work, &jobs[i]);
        }
        for (int i = 0; i < threads; i++) {
            pthread_join(ids[i], NULL);
            if (jobs[i].failed) {
                fprintf(stderr, "bench: failed\n");
                exit(1);
            }
        }
        double result = (double)total * threads / (now() - start) / 1e9;
        best = result > best ? result : best;
    }
    return best;
}

int main(int count, char **arguments) {
    if (count < 2) {
        fprintf(stderr, "usage: bench SEGMENT [THREADS]\n");
        return 2;
    }
    int threads = count > 2 ? atoi(arguments[2]) : 1;
    if (threads < 1 || threads > MAX_THREADS) {
        fprintf(stderr, "bench: 1 to %d threads\n", MAX_THREADS);
        return 2;
    }
    int status = mimeo_open(arguments[1], &segment);
    if (status != MIMEO_OK) {
        fprintf(stderr, "bench: %s: %s\n", arguments[1], mimeo_message(status));
        return 1;
    }
    source_bytes = (size_t)(mimeo_length(segment) / 0xffffff);
    char *copy = malloc(source_bytes);
    if (copy == NULL || mimeo_fill(segment, copy, 0, source_bytes, 1) != MIMEO_OK) {
        fprintf(stderr, "bench: no memory\n");
        return 1;
    }
    source = copy;
    printf("%9s %10s %10s %10s   GB/s, %d threads\n", "bytes", "memcpy", "fill", "verify", threads);
    static const size_t lengths[] = {100, 512, 4096, 16384, 65536, 262144, 1048576, 8388608};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths && lengths[i] * 2 < source_bytes; i++) {
        printf("%9zu", lengths[i]);
        for (int kind = 0; kind < 3; kind++) {
            printf(" %10.2f", rate(kind, lengths[i], threads));
            fflush(stdout);
        }
        printf("\n");
    }
    free(copy);
    mimeo_close(segment);
    return 0;
}
