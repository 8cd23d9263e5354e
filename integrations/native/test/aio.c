/*
 * Writes 64 blocks of a file at a time, all from one buffer: aio FILE. Then, aio FILE one: writes them with one struct iocb, which the kernel
 * copies; aio FILE freed: frees each struct iocb and closes the file before it takes the event; aio FILE SYS_io_pgetevents or
 * aio FILE io_pgetevents: reads them, and takes the events with this call.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/aio_abi.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { REQUESTS = 64, BYTES = 65536 };

static _Alignas(4096) char buffer[REQUESTS * BYTES]; /* writes share its beginning, reads do not */
static struct iocb requests[REQUESTS];
static aio_context_t context;

/* The function of libaio, which the preloaded library has. */
static long io_pgetevents(struct io_event *events) {
    int (*function)(aio_context_t, long, long, struct io_event *, struct timespec *, void *);
    *(void **)&function = dlsym(RTLD_DEFAULT, "io_pgetevents");
    return function == NULL ? -1 : function(context, REQUESTS, REQUESTS, events, NULL, NULL);
}

static int submit(struct iocb *request) {
    return syscall(SYS_io_submit, context, 1L, &request) == 1;
}

/* Whether all requests have all their bytes. */
static int complete(const char *call) {
    static struct io_event events[REQUESTS];
    long n = strcmp(call, "SYS_io_pgetevents") == 0
                 ? syscall(SYS_io_pgetevents, context, (long)REQUESTS, (long)REQUESTS, events, NULL, NULL)
             : strcmp(call, "io_pgetevents") == 0
                 ? io_pgetevents(events)
                 : syscall(SYS_io_getevents, context, (long)REQUESTS, (long)REQUESTS, events, NULL);
    for (int i = 0; i < n; i++) {
        if (events[i].res != BYTES) {
            return 0;
        }
    }
    return n == REQUESTS;
}

static int prepared(int fd, int reads) {
    for (int i = 0; i < REQUESTS; i++) {
        requests[i].aio_lio_opcode = reads ? IOCB_CMD_PREAD : IOCB_CMD_PWRITE;
        requests[i].aio_fildes = (uint32_t)fd;
        requests[i].aio_buf = (uint64_t)(uintptr_t)(buffer + (reads ? i * BYTES : 0));
        requests[i].aio_nbytes = BYTES;
        requests[i].aio_offset = (int64_t)i * BYTES;
    }
    return fd >= 0;
}

static int unchanged(void) {
    for (int i = 0; i < REQUESTS; i++) {
        if (requests[i].aio_buf != (uint64_t)(uintptr_t)buffer || requests[i].aio_nbytes != BYTES) {
            return 0;
        }
    }
    for (int i = 0; i < BYTES; i++) {
        if (buffer[i] != 'x') {
            return 0;
        }
    }
    return 1;
}

static int all_at_once(const char *call) {
    struct iocb *pointers[REQUESTS];
    for (int i = 0; i < REQUESTS; i++) {
        pointers[i] = &requests[i];
    }
    return syscall(SYS_io_submit, context, (long)REQUESTS, pointers) == REQUESTS && complete(call);
}

static int one_by_one(void) {
    for (int i = 0; i < REQUESTS; i++) {
        struct iocb request = requests[i];
        requests[0] = request;
        if (!submit(&requests[0])) {
            return 0;
        }
    }
    return complete("");
}

/* Writes each block from a struct iocb that no longer exists when the event is taken, as the file. */
static int freed(const char *path) {
    for (int i = 0; i < REQUESTS; i++) {
        struct iocb *request = mmap(NULL, sizeof *request, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        int fd = open(path, O_WRONLY);
        if (request == MAP_FAILED || fd < 0) {
            return 0;
        }
        *request = requests[i];
        request->aio_fildes = (uint32_t)fd;
        struct io_event event;
        if (!submit(request) || munmap(request, sizeof *request) != 0 || close(fd) != 0 ||
            syscall(SYS_io_getevents, context, 1L, 1L, &event, NULL) != 1 || event.res != BYTES) {
            return 0;
        }
    }
    return 1;
}

int main(int count, char **arguments) {
    if (count < 2) {
        return 2;
    }
    const char *mode = count > 2 ? arguments[2] : "";
    int reads = strstr(mode, "pgetevents") != NULL;
    int flags = reads ? O_RDONLY : O_WRONLY | O_CREAT;
    int fd = open(arguments[1], flags | O_DIRECT, 0644);
    if (fd < 0) { /* a file system without direct I/O */
        fd = open(arguments[1], flags, 0644);
    }
    memset(buffer, 'x', BYTES);
    if (!prepared(fd, reads) || syscall(SYS_io_setup, REQUESTS, &context) != 0) {
        perror("aio");
        return 1;
    }
    if (!all_at_once(mode) || (!reads && !unchanged())) {
        fprintf(stderr, "aio: a request or the buffer has been changed, or a request was cut short\n");
        return 1;
    }
    return (strcmp(mode, "one") == 0 && !one_by_one()) || (strcmp(mode, "freed") == 0 && !freed(arguments[1]));
}
