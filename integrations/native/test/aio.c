/* Writes 64 blocks of a file at a time, all from one buffer: aio FILE. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/aio_abi.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { REQUESTS = 64, BYTES = 8192 };

static _Alignas(4096) char buffer[BYTES];

int main(int count, char **arguments) {
    static struct iocb requests[REQUESTS];
    struct iocb *pointers[REQUESTS];
    struct io_event events[REQUESTS];
    aio_context_t context = 0;
    if (count != 2) {
        return 2;
    }
    int fd = open(arguments[1], O_WRONLY | O_CREAT | O_DIRECT, 0644);
    if (fd < 0) { /* a file system without direct I/O */
        fd = open(arguments[1], O_WRONLY | O_CREAT, 0644);
    }
    memset(buffer, 'x', BYTES);
    for (int i = 0; i < REQUESTS; i++) {
        requests[i].aio_lio_opcode = IOCB_CMD_PWRITE;
        requests[i].aio_fildes = (uint32_t)fd;
        requests[i].aio_buf = (uint64_t)(uintptr_t)buffer;
        requests[i].aio_nbytes = BYTES;
        requests[i].aio_offset = (int64_t)i * BYTES;
        pointers[i] = &requests[i];
    }
    if (fd < 0 || syscall(SYS_io_setup, REQUESTS, &context) != 0 ||
        syscall(SYS_io_submit, context, (long)REQUESTS, pointers) != REQUESTS ||
        syscall(SYS_io_getevents, context, (long)REQUESTS, (long)REQUESTS, events, NULL) != REQUESTS) {
        perror("aio");
        return 1;
    }
    for (int i = 0; i < REQUESTS; i++) {
        if (events[i].res != BYTES || requests[i].aio_buf != (uint64_t)(uintptr_t)buffer) {
            fprintf(stderr, "aio: request %d has been changed or cut short\n", i);
            return 1;
        }
    }
    for (int i = 0; i < BYTES; i++) {
        if (buffer[i] != 'x') {
            fprintf(stderr, "aio: the buffer has been changed\n");
            return 1;
        }
    }
    return 0;
}
