/* Writes 64 KiB to a new file, with the call that a word names: calls CALL FILE. Exits with 3 if the call fails,
 * of those that copy only with the error after which programs write instead. */
#define _GNU_SOURCE
#include <aio.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/aio_abi.h>
#include <linux/fs.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BYTES = 65536, FEW = 5000 };

/* Names that glibc exports and its headers lack. */
ssize_t __write(int, const void *, size_t);
ssize_t __pwrite64(int, const void *, size_t, off64_t);
int __close(int);
int __dup2(int, int);
int __fcntl(int, int, ...);

static char data[BYTES];
static int file;
static const char *path;

static int all(ssize_t written) { return written == BYTES; }

static int rest(int descriptor) { return write(descriptor, data, BYTES - FEW) == BYTES - FEW; }

static int few(void) { return write(file, data, FEW) == FEW; }

/* Whether a call failed with this error. */
static int failed(ssize_t result, int error) { return result == -1 && errno == error; }

static int stream(FILE *opened) { return opened != NULL && fwrite(data, 1, BYTES, opened) == BYTES && fclose(opened) == 0; }

static int list_of_requests(void) {
    struct aiocb request = {.aio_fildes = file, .aio_buf = data, .aio_nbytes = BYTES, .aio_lio_opcode = LIO_WRITE};
    struct aiocb *requests[] = {NULL, &request};
    return lio_listio(LIO_WAIT, requests, 2, NULL) == 0;
}

/* Of libaio, with vectors or without; then a write. */
static int empty_request(int operation) {
    struct iovec vector = {data, 0};
    struct iocb request = {.aio_lio_opcode = (uint16_t)operation, .aio_fildes = (uint32_t)file, .aio_buf = (uintptr_t)&vector};
    struct iocb *pointer = &request;
    struct io_event event;
    aio_context_t context = 0;
    request.aio_nbytes = operation == IOCB_CMD_PWRITEV;
    return syscall(SYS_io_setup, 1, &context) == 0 && syscall(SYS_io_submit, context, 1L, &pointer) == 1 &&
           syscall(SYS_io_getevents, context, 1L, 1L, &event, NULL) == 1 && event.res == 0 && all(write(file, data, BYTES));
}

/* Of libaio, which appends whatever its offset. */
static int appended_request(void) {
    struct iocb request = {.aio_lio_opcode = IOCB_CMD_PWRITE, .aio_fildes = (uint32_t)file, .aio_buf = (uintptr_t)data,
                           .aio_nbytes = BYTES - FEW, .aio_rw_flags = RWF_APPEND};
    struct iocb *pointer = &request;
    struct io_event event;
    aio_context_t context = 0;
    return few() && syscall(SYS_io_setup, 1, &context) == 0 && syscall(SYS_io_submit, context, 1L, &pointer) == 1 &&
           syscall(SYS_io_getevents, context, 1L, 1L, &event, NULL) == 1 && event.res == BYTES - FEW;
}

static int request(void) {
    struct aiocb request = {.aio_fildes = file, .aio_buf = data, .aio_nbytes = BYTES};
    const struct aiocb *requests[] = {&request};
    return aio_write(&request) == 0 && aio_suspend(requests, 1, NULL) == 0 && all(aio_return(&request));
}

static int in_child(void) {
    if (fork() == 0) {
        _exit(!few());
    }
    int status;
    return wait(&status) > 0 && status == 0 && rest(file);
}

/* A descriptor that was known as one of another file. */
static int reused(int other) {
    int again = open(path, O_WRONLY);
    return again == other && all(write(again, data, BYTES));
}

static int after_close(void) {
    int other = open("/dev/null", O_WRONLY);
    return write(other, data, FEW) == FEW && __close(other) == 0 && reused(other);
}

static int after_closefrom(void) {
    int other = open("/dev/null", O_WRONLY);
    if (write(other, data, FEW) != FEW) {
        return 0;
    }
    closefrom(other);
    return reused(other);
}

static int after_close_range(void) {
    int other = open("/dev/null", O_WRONLY);
    return write(other, data, FEW) == FEW && syscall(SYS_close_range, other, other, 0) == 0 && reused(other);
}

static int after_pclose(void) {
    FILE *child = popen("cat > /dev/null", "w");
    int other = child == NULL ? -1 : fileno(child);
    return other >= 0 && open("/dev/null", O_RDONLY) < other && /* the number of the end of the pipe that the child has */
           write(other, data, FEW) == FEW && pclose(child) == 0 && reused(other);
}

/* To an offset of a file that is open for appending. Linux before 6.9 does not know the flag; then a write without it is made. */
static int not_appended(void) {
    struct iovec vector = {data, FEW};
    if (!few() || fcntl(file, F_SETFL, O_APPEND) != 0) {
        return 0;
    }
    ssize_t written = pwritev2(file, &vector, 1, 0, 0x20 /* RWF_NOAPPEND, not in older headers */);
    return (written == FEW || failed(written, EOPNOTSUPP)) && rest(file);
}

/* The number of a descriptor that was written to before it was one. */
static int after_bad_descriptor(int other) {
    return failed(write(other + 1, data, FEW), EBADF) && reused(other + 1);
}

static int before_appending(void) { return few() && lseek(file, 0, SEEK_SET) == 0; }

/* The kernel refuses a length of so many bytes; it would be one byte if lengths were added without care. */
static int too_long(void) {
    struct iovec vectors[] = {{data, SIZE_MAX}, {data, 2}};
    volatile size_t most = SIZE_MAX; /* compilers warn of constants */
    return failed(writev(file, vectors, 2), EINVAL) && failed(write(file, data, most), EFAULT) &&
           failed(pwrite(file, data, most, 0), EFAULT) && all(write(file, data, BYTES));
}

/* Of more than 2 GiB, Linux takes the beginning. A device that ignores its data does not read beyond the end of the buffer. */
static int longest(void) {
    volatile size_t length = (size_t)1 << 40;
    return write(file, data, length) == 0x7ffff000;
}

static int call(const char *name) {
    struct iovec vectors[] = {{data, 1}, {data, 0}, {data, BYTES - 1}};
    int other = open("/proc/self/maps", O_RDONLY);
    if (strcmp(name, "fork") == 0) return in_child();
    if (strcmp(name, "empty IOCB_CMD_PWRITE") == 0) return empty_request(IOCB_CMD_PWRITE);
    if (strcmp(name, "empty IOCB_CMD_PWRITEV") == 0) return empty_request(IOCB_CMD_PWRITEV);
    if (strcmp(name, "IOCB_CMD_PWRITE with RWF_APPEND") == 0) return appended_request();
    if (strcmp(name, "closefrom") == 0) return after_closefrom();
    if (strcmp(name, "SYS_close_range") == 0) return after_close_range();
    if (strcmp(name, "pclose") == 0) return after_pclose();
    if (strcmp(name, "EBADF") == 0) return after_bad_descriptor(other);
    if (strcmp(name, "append") == 0) return before_appending() && fcntl(file, F_SETFL, O_APPEND) == 0 && rest(file);
    if (strcmp(name, "SYS_fcntl") == 0) return before_appending() && syscall(SYS_fcntl, file, F_SETFL, O_APPEND) == 0 && rest(file);
    if (strcmp(name, "RWF_NOAPPEND") == 0) return not_appended();
    if (strcmp(name, "__write") == 0) return all(__write(file, data, BYTES));
    if (strcmp(name, "__pwrite64") == 0) return all(__pwrite64(file, data, BYTES, 0));
    if (strcmp(name, "__close") == 0) return after_close();
    if (strcmp(name, "__dup2") == 0) return few() && rest(__dup2(file, other));
    if (strcmp(name, "__fcntl") == 0) return before_appending() && __fcntl(file, F_SETFL, O_APPEND) == 0 && rest(file);
    if (strcmp(name, "overflow") == 0) return too_long();
    if (strcmp(name, "longest") == 0) return longest();
    if (strcmp(name, "dup2") == 0) return few() && rest(dup2(file, other));
    if (strcmp(name, "pwritev2") == 0) return all(pwritev2(file, vectors, 3, -1, RWF_DSYNC));
    if (strcmp(name, "SYS_write") == 0) return all(syscall(SYS_write, file, data, (size_t)BYTES));
    if (strcmp(name, "SYS_pwrite64") == 0) return all(syscall(SYS_pwrite64, file, data, (size_t)BYTES, 0L));
    if (strcmp(name, "SYS_writev") == 0) return all(syscall(SYS_writev, file, vectors, 3));
    if (strcmp(name, "SYS_pwritev") == 0) return all(syscall(SYS_pwritev, file, vectors, 3, 0L, 0L));
    if (strcmp(name, "fdopen") == 0) return stream(fdopen(file, "w"));
    if (strcmp(name, "freopen") == 0) return stream(freopen(path, "w", stdin));
    if (strcmp(name, "aio_write") == 0) return request();
    if (strcmp(name, "lio_listio") == 0) return list_of_requests();
    if (strcmp(name, "SYS_mmap") == 0) return syscall(SYS_mmap, NULL, (size_t)BYTES, PROT_WRITE, MAP_SHARED, file, 0L) != -1;
    if (strcmp(name, "FICLONE") == 0) return !failed(ioctl(file, FICLONE, other), EOPNOTSUPP);
    if (strcmp(name, "copy_file_range") == 0) return !failed(copy_file_range(other, NULL, file, NULL, BYTES, 0), EXDEV);
    if (strcmp(name, "SYS_copy_file_range") == 0) {
        return !failed(syscall(SYS_copy_file_range, other, NULL, file, NULL, (size_t)BYTES, 0), EXDEV);
    }
    if (strcmp(name, "SYS_sendfile") == 0) return !failed(syscall(SYS_sendfile, file, other, NULL, (size_t)BYTES), EINVAL);
    fprintf(stderr, "calls: %s: not a call\n", name);
    return 0;
}

int main(int count, char **arguments) {
    if (count != 3) {
        return 2;
    }
    path = arguments[2];
    file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0644);
    if (file < 0) {
        perror(path);
        return 1;
    }
    memset(data, 'x', BYTES);
    return call(arguments[1]) ? 0 : 3;
}
