/*
 * A library for LD_PRELOAD that replaces the data which an unchanged program writes to chosen files or devices with data of a segment file.
 * `mimeo run` compiles it, sets the variables and starts a program with it. By hand, on Linux with glibc:
 *
 *     cc -O2 -shared -fPIC -fvisibility=hidden -o mimeo-preload.so mimeo-preload.c
 *     MIMEO_SEGMENT=logs.seg MIMEO_ON=/mnt/test LD_PRELOAD=./mimeo-preload.so fio job.fio
 *
 *     MIMEO_SEGMENT  the segment file; without it the library does nothing
 *     MIMEO_ON       files, devices and folders, one a line; of a folder, all files below it
 *     MIMEO_SEED     seed of the streams, default 0
 *     MIMEO_VERIFY   1 to compare what is read with what was written
 *     MIMEO_REPORT   a file of at least sizeof(struct counters) bytes, which receives the counters of all processes; where it does not
 *                    exist (a process outlives `mimeo run`), nothing is counted
 *
 * The byte at an offset of a chosen file is the byte at this offset of the stream of the seed. A file below a chosen folder has the
 * stream of mimeo_named_seed(seed, path below the folder). Hard links, bind mounts and other nodes of a chosen device are chosen too.
 *
 * Replaced: write, pwrite, writev, pwritev, pwritev2, and io_submit of libaio, also by syscall(2), and file streams of libstdc++.so. The
 * buffers of the program stay as they are. Refused, with a line on standard error: io_uring, shared writable mappings, aio_write, lio_listio,
 * and stdio streams of chosen files.
 * Made to fall back to write: copy_file_range, sendfile, splice, and the ioctl calls that clone a file. Not reached: static programs, those
 * that call the kernel themselves, what dprintf writes, what stdio writes to a standard output that is a chosen file, and shared mappings
 * that mprotect makes writable.
 */
#define _GNU_SOURCE
#include "mimeo.c"

#include <aio.h>
#include <dlfcn.h>
#include <limits.h>
#include <linux/aio_abi.h>
#include <linux/fs.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/sendfile.h>
#include <sys/syscall.h>
#include <sys/uio.h>

#define EXPORT __attribute__((visibility("default")))

/* Shared by all processes of a run. */
struct counters {
    _Atomic uint64_t filled_calls;
    _Atomic uint64_t filled_bytes;
    _Atomic uint64_t verified_bytes;
    _Atomic uint64_t different_blocks;
    _Atomic uint64_t zero_blocks; /* with zeros in place of data: never written, or lost */
    _Atomic uint64_t refusals;
    _Atomic uint64_t failed_starts; /* programs that did not run, as the library could not start in them */
};

#ifndef RWF_NOAPPEND /* not in older headers */
#define RWF_NOAPPEND 0x20
#endif

enum { MAX_TARGETS = 64, CACHED_FILES = 64 };

static mimeo_segment *segment; /* NULL while the library does nothing */
static uint64_t run_seed;
static int verifies;
static char *targets[MAX_TARGETS];
static int target_count;
static struct counters own_counters;
static struct counters *counters = &own_counters;
static _Atomic uint64_t closes; /* changes whenever the meaning of a descriptor may change */

/* What a descriptor stands for, for one thread. */
struct file {
    uint64_t closes; /* the value of closes when it was looked up, plus 1 */
    int fd;
    int chosen;
    int appends;
    uint64_t seed;
};

static _Thread_local struct file files[CACHED_FILES];
static _Thread_local void *scratch;
static _Thread_local size_t scratch_bytes;
static pthread_key_t scratch_key;

#define REAL(result, name, ...)                                     \
    typedef result (*name##_function)(__VA_ARGS__);                 \
    static name##_function real_##name(void) {                      \
        static _Atomic(name##_function) function;                   \
        name##_function known = atomic_load_explicit(&function, memory_order_relaxed); \
        if (known == NULL) {                                        \
            *(void **)&known = dlsym(RTLD_NEXT, #name);             \
            atomic_store_explicit(&function, known, memory_order_relaxed); \
        }                                                           \
        return known;                                               \
    }

REAL(ssize_t, write, int, const void *, size_t)
REAL(ssize_t, pwrite64, int, const void *, size_t, off64_t)
REAL(ssize_t, writev, int, const struct iovec *, int)
REAL(ssize_t, pwritev64, int, const struct iovec *, int, off64_t)
REAL(ssize_t, pwritev64v2, int, const struct iovec *, int, off64_t, int)
REAL(ssize_t, read, int, void *, size_t)
REAL(ssize_t, pread64, int, void *, size_t, off64_t)
REAL(ssize_t, readv, int, const struct iovec *, int)
REAL(ssize_t, preadv64, int, const struct iovec *, int, off64_t)
REAL(ssize_t, preadv64v2, int, const struct iovec *, int, off64_t, int)
REAL(int, close, int)
REAL(int, fclose, FILE *)
REAL(int, pclose, FILE *)
REAL(int, close_range, unsigned, unsigned, int)
REAL(int, dup2, int, int)
REAL(int, dup3, int, int, int)
REAL(void, closefrom, int)
REAL(int, fcntl, int, int, ...)
REAL(void *, mmap64, void *, size_t, int, int, int, off64_t)
REAL(ssize_t, copy_file_range, int, off64_t *, int, off64_t *, size_t, unsigned)
REAL(ssize_t, sendfile64, int, int, off64_t *, size_t)
REAL(ssize_t, splice, int, off64_t *, int, off64_t *, size_t, unsigned)
REAL(int, ioctl, int, unsigned long, ...)
REAL(int, aio_write64, struct aiocb64 *)
REAL(int, lio_listio64, int, struct aiocb64 *const[], int, struct sigevent *)
REAL(FILE *, fopen64, const char *, const char *)
REAL(FILE *, freopen64, const char *, const char *, FILE *)
REAL(FILE *, fdopen, int, const char *)
REAL(long, syscall, long, ...)

__attribute__((format(printf, 1, 2))) static void say(const char *format, ...) {
    char line[PATH_MAX + 256];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line - 1, format, arguments);
    va_end(arguments);
    if (length > (int)sizeof line - 2) {
        length = sizeof line - 2;
    }
    line[length] = '\n';
    if (real_write()(2, line, (size_t)length + 1) < 0) {
        return; /* nobody listens */
    }
}

static void count(_Atomic uint64_t *counter, uint64_t amount) {
    atomic_fetch_add_explicit(counter, amount, memory_order_relaxed);
}

/* Makes every thread look up its descriptors again. */
static void changed(void) { atomic_fetch_add_explicit(&closes, 1, memory_order_release); }

/* ---- Setting up ---- */

static void free_scratch(void *memory) {
    (void)memory;
    if (scratch != NULL) {
        munmap(scratch, scratch_bytes);
        scratch = NULL;
        scratch_bytes = 0;
    }
}

/*
 * Adds the real path of a target. Of one that does not exist, the folders that do are resolved, and the rest stays as it is: a program may
 * delete a folder above it and create it again.
 */
static void add_target(const char *path) {
    char whole[PATH_MAX], above[PATH_MAX], resolved[PATH_MAX];
    if (target_count == MAX_TARGETS) {
        say("mimeo: MIMEO_ON has more than %d lines", MAX_TARGETS);
        _exit(1);
    }
    size_t end = (size_t)snprintf(whole, sizeof whole, "%s%s", *path == '/' ? "" : "./", path);
    end = end < sizeof whole ? end : 0;
    for (; end > 0; end--) {
        if (end == strlen(whole) || whole[end - 1] == '/') {
            snprintf(above, sizeof above, "%.*s", (int)end, whole);
            if (realpath(above, resolved) != NULL) {
                break;
            }
        }
    }
    const char *missing = whole + end;
    if (end == 0 || strlen(resolved) + strlen(missing) + 2 > sizeof resolved) {
        say("mimeo: %s: cannot be resolved: %s", path, end == 0 ? strerror(errno) : strerror(ENAMETOOLONG));
        _exit(1);
    }
    if (*missing != 0 && strcmp(resolved, "/") != 0) {
        strcat(resolved, "/");
    }
    strcat(resolved, missing);
    size_t length = strlen(resolved);
    while (length > 1 && resolved[length - 1] == '/') {
        resolved[--length] = 0;
    }
    targets[target_count] = strdup(resolved);
    if (targets[target_count++] == NULL) {
        say("mimeo: out of memory");
        _exit(1);
    }
}

static void share_counters(const char *report) {
    int fd = open(report, O_RDWR | O_CLOEXEC);
    if (fd < 0 && errno == ENOENT) {
        return; /* the run has ended */
    }
    struct stat status;
    void *shared = MAP_FAILED;
    if (fd >= 0 && fstat(fd, &status) == 0 && (size_t)status.st_size >= sizeof *counters) {
        shared = real_mmap64()(NULL, sizeof *counters, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    }
    if (fd >= 0) {
        close(fd);
    }
    if (shared == MAP_FAILED) {
        say("mimeo: %s: cannot be used as MIMEO_REPORT", report);
        _exit(1);
    }
    counters = shared;
}

__attribute__((constructor)) static void start(void) {
    const char *path = getenv("MIMEO_SEGMENT");
    const char *on = getenv("MIMEO_ON");
    if (path == NULL || on == NULL) {
        return;
    }
    const char *seed = getenv("MIMEO_SEED");
    if (seed != NULL) {
        char *end;
        errno = 0;
        run_seed = strtoull(seed, &end, 0);
        if (errno != 0 || end == seed || *end != 0) {
            say("mimeo: MIMEO_SEED is not a number of 64 bits: %s", seed);
            _exit(1);
        }
    }
    const char *verify = getenv("MIMEO_VERIFY");
    verifies = verify != NULL && strcmp(verify, "1") == 0;
    char *lines = strdup(on);
    if (lines == NULL) {
        say("mimeo: out of memory");
        _exit(1);
    }
    char *rest = lines;
    for (char *line = strsep(&rest, "\n"); line != NULL; line = strsep(&rest, "\n")) {
        if (*line != 0) {
            add_target(line);
        }
    }
    free(lines);
    const char *report = getenv("MIMEO_REPORT");
    if (report != NULL) {
        share_counters(report);
    }
    mimeo_segment *opened;
    int status = mimeo_open(path, &opened);
    if (status != MIMEO_OK) {
        say("mimeo: %s: %s", path, mimeo_message(status));
        count(&counters->failed_starts, 1);
        _exit(1);
    }
    pthread_key_create(&scratch_key, free_scratch);
    segment = opened;
}

/* ---- Which files are chosen ---- */

static int is_same(const struct stat *a, const struct stat *b) {
    return S_ISBLK(a->st_mode) || S_ISCHR(a->st_mode)
               ? ((a->st_mode ^ b->st_mode) & S_IFMT) == 0 && a->st_rdev == b->st_rdev
               : a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Whether an open file and a path are known to be of one mount. Then a bind mount cannot be the reason why their paths differ. */
static int is_same_mount(int fd, const char *path) {
#ifdef STATX_MNT_ID /* not in older headers */
    struct statx file, other;
    return statx(fd, "", AT_EMPTY_PATH, STATX_MNT_ID, &file) == 0 && statx(AT_FDCWD, path, 0, STATX_MNT_ID, &other) == 0 &&
           (file.stx_mask & other.stx_mask & STATX_MNT_ID) != 0 && file.stx_mnt_id == other.stx_mnt_id;
#else
    (void)fd;
    (void)path;
    return 0;
#endif
}

/*
 * The part of a path below a chosen file or folder that it reaches under another name (a hard link, a bind mount, another node of a device),
 * or NULL. Compares the file and each folder above it with the chosen ones.
 */
static const char *below_alias(int fd, const char *path, const struct stat *status) {
    for (int i = 0; i < target_count; i++) {
        struct stat target, folder;
        if (stat(targets[i], &target) != 0) {
            continue;
        }
        if (is_same(&target, status)) {
            return "";
        }
        if (!S_ISDIR(target.st_mode) || target.st_dev != status->st_dev || is_same_mount(fd, targets[i])) {
            continue;
        }
        char above[PATH_MAX];
        strcpy(above, path);
        for (char *slash = strrchr(above, '/'); slash != NULL && slash != above; slash = strrchr(above, '/')) {
            *slash = 0;
            if (stat(above, &folder) == 0 && is_same(&target, &folder)) {
                return path + (slash - above) + 1;
            }
        }
    }
    return NULL;
}

/* The part of a path below a chosen one, "" for the chosen one itself, or NULL. */
static const char *below_target(const char *path) {
    for (int i = 0; i < target_count; i++) {
        size_t length = strlen(targets[i]);
        if (strncmp(path, targets[i], length) == 0) {
            if (path[length] == 0) {
                return "";
            }
            if (path[length] == '/' || targets[i][length - 1] == '/') {
                return path + length + (path[length] == '/');
            }
        }
    }
    return NULL;
}

static int descriptor_path(int fd, char *path, const struct stat *status) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length < 0) {
        return 0;
    }
    path[length] = 0;
    static const char deleted[] = " (deleted)";
    size_t suffix = sizeof deleted - 1;
    if (status->st_nlink == 0 && (size_t)length > suffix && strcmp(path + length - suffix, deleted) == 0) {
        path[(size_t)length - suffix] = 0;
    }
    return 1;
}

/* Looks up a descriptor: the entry of a chosen file, or NULL. Keeps errno. */
static struct file *chosen_file(int fd) {
    if (segment == NULL || fd < 0) {
        return NULL;
    }
    struct file *file = &files[fd % CACHED_FILES];
    uint64_t now = atomic_load_explicit(&closes, memory_order_acquire) + 1;
    if (file->closes != now || file->fd != fd) {
        int before = errno;
        struct stat status;
        char path[PATH_MAX];
        const char *name = NULL;
        if (fstat(fd, &status) != 0) {
            errno = before;
            return NULL; /* it may be opened at any time, which changes nothing here */
        }
        if ((S_ISREG(status.st_mode) || S_ISBLK(status.st_mode) || S_ISCHR(status.st_mode)) &&
            descriptor_path(fd, path, &status)) {
            name = below_target(path);
            name = name == NULL ? below_alias(fd, path, &status) : name;
        }
        *file = (struct file){.closes = now,
                              .fd = fd,
                              .chosen = name != NULL,
                              .appends = name != NULL && (fcntl(fd, F_GETFL) & O_APPEND) != 0,
                              .seed = name == NULL ? 0 : mimeo_named_seed(run_seed, name)};
        errno = before;
    }
    return file->chosen ? file : NULL;
}

static int is_chosen(int fd) { return chosen_file(fd) != NULL; }

/* ---- Replacing what is written ---- */

/* Memory of this thread, or NULL with errno set. */
static void *scratch_memory(size_t bytes) {
    if (bytes > scratch_bytes) {
        size_t wanted = (bytes + 65535) / 65536 * 65536;
        free_scratch(NULL);
        void *memory =
            real_mmap64()(NULL, wanted, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) {
            errno = ENOMEM;
            return NULL;
        }
        scratch = memory;
        scratch_bytes = wanted;
        pthread_setspecific(scratch_key, memory);
    }
    return scratch;
}

static int fill(void *buffer, off64_t offset, size_t length, uint64_t seed) {
    if (offset < 0 || mimeo_fill(segment, buffer, (uint64_t)offset, length, seed) != MIMEO_OK) {
        static _Atomic int said;
        if (offset >= 0 && !atomic_exchange(&said, 1)) {
            say("mimeo: a write at offset %lld fails, because the stream of the segment has only %llu bytes: use a larger segment",
                (long long)offset, (unsigned long long)mimeo_length(segment));
        }
        errno = EFBIG;
        return -1;
    }
    return 0;
}

/* What to write in place of a number of bytes, or NULL with errno set. */
static void *replacement(const struct file *file, off64_t offset, size_t length) {
    void *memory = scratch_memory(length);
    return memory != NULL && fill(memory, offset, length, file->seed) == 0 ? memory : NULL;
}

static ssize_t counted(ssize_t written) {
    if (written > 0) {
        count(&counters->filled_calls, 1);
        count(&counters->filled_bytes, (uint64_t)written);
    }
    return written;
}

/*
 * The offset at which a call with RWF flags writes: -1 is the position of the file. Linux appends whatever the offset, unless RWF_NOAPPEND
 * says otherwise.
 */
static off64_t position(const struct file *file, int fd, off64_t offset, int flags) {
    struct stat status;
    if ((file->appends && (flags & RWF_NOAPPEND) == 0) || (flags & RWF_APPEND) != 0) {
        return fstat(fd, &status) == 0 ? status.st_size : -1;
    }
    return offset == -1 ? lseek(fd, 0, SEEK_CUR) : offset;
}

/* The bytes that Linux takes of a write of a length, 2 GiB less 4 KiB at most, or 0 for a length that it refuses. */
static size_t accepted(size_t length) {
    const size_t most = 0x7ffff000;
    return length > SSIZE_MAX ? 0 : length < most ? length : most;
}

/* The bytes of vectors that Linux takes, or 0 for a length that it refuses. */
static size_t total(const struct iovec *vectors, int n) {
    size_t sum = 0;
    for (int i = 0; i < n; i++) {
        if (vectors[i].iov_len > SSIZE_MAX - sum) {
            return 0;
        }
        sum += vectors[i].iov_len;
    }
    return accepted(sum);
}

EXPORT ssize_t write(int fd, const void *data, size_t length) {
    struct file *file = chosen_file(fd);
    size_t taken = accepted(length);
    if (file == NULL || taken == 0) {
        return real_write()(fd, data, length);
    }
    void *memory = replacement(file, position(file, fd, -1, 0), taken);
    return memory == NULL ? -1 : counted(real_write()(fd, memory, taken));
}

EXPORT ssize_t pwrite64(int fd, const void *data, size_t length, off64_t offset) {
    struct file *file = chosen_file(fd);
    size_t taken = accepted(length);
    if (file == NULL || taken == 0 || offset < 0) {
        return real_pwrite64()(fd, data, length, offset);
    }
    void *memory = replacement(file, position(file, fd, offset, 0), taken);
    return memory == NULL ? -1 : counted(real_pwrite64()(fd, memory, taken, offset));
}

EXPORT ssize_t writev(int fd, const struct iovec *vectors, int n) {
    struct file *file = chosen_file(fd);
    if (file == NULL || n <= 0 || n > IOV_MAX || total(vectors, n) == 0) {
        return real_writev()(fd, vectors, n);
    }
    size_t length = total(vectors, n);
    void *memory = replacement(file, position(file, fd, -1, 0), length);
    return memory == NULL ? -1 : counted(real_write()(fd, memory, length));
}

EXPORT ssize_t pwritev64(int fd, const struct iovec *vectors, int n, off64_t offset) {
    struct file *file = chosen_file(fd);
    if (file == NULL || n <= 0 || n > IOV_MAX || offset < 0 || total(vectors, n) == 0) {
        return real_pwritev64()(fd, vectors, n, offset);
    }
    size_t length = total(vectors, n);
    void *memory = replacement(file, position(file, fd, offset, 0), length);
    return memory == NULL ? -1 : counted(real_pwrite64()(fd, memory, length, offset));
}

EXPORT ssize_t pwritev64v2(int fd, const struct iovec *vectors, int n, off64_t offset, int flags) {
    struct file *file = chosen_file(fd);
    if (file == NULL || n <= 0 || n > IOV_MAX || offset < -1 || total(vectors, n) == 0) {
        return real_pwritev64v2()(fd, vectors, n, offset, flags);
    }
    size_t length = total(vectors, n);
    void *memory = replacement(file, position(file, fd, offset, flags), length);
    struct iovec whole = {memory, length};
    return memory == NULL ? -1 : counted(real_pwritev64v2()(fd, &whole, 1, offset, flags));
}

/* ---- Verifying what is read ---- */

enum { SECTOR = 512 };

/* Whether bytes from an offset on are what was generated. If not, receives the index of the first one that differs. */
static int is_generated(const struct file *file, const uint8_t *bytes, uint64_t at, size_t length, size_t *difference) {
    return mimeo_verify(segment, bytes, at, length, file->seed, difference) == MIMEO_OK;
}

/*
 * Whether zeros at the beginning or end of sectors are all that differs. A file may have been written in part of a block: its last bytes,
 * some of its sectors, or records that end within a sector. Receives the index of the first other difference.
 */
static int only_zeros_differ(const struct file *file, const uint8_t *bytes, uint64_t at, size_t length, size_t *difference) {
    for (size_t done = 0; done < length;) {
        size_t end = done + (size_t)(SECTOR - (at + done) % SECTOR);
        end = end < length ? end : length;
        size_t first = done, last = end;
        while (first < last && bytes[first] == 0) {
            first++;
        }
        while (first < last && bytes[last - 1] == 0) {
            last--;
        }
        if (first < last && !is_generated(file, bytes + first, at + first, last - first, difference)) {
            *difference += first;
            return 0;
        }
        done = end;
    }
    return 1;
}

static void verify(int fd, const struct file *file, const void *data, off64_t offset, ssize_t length) {
    const uint8_t *bytes = data;
    for (size_t done = 0; length > 0 && offset >= 0 && done < (size_t)length;) {
        uint64_t at = (uint64_t)offset + done;
        size_t part = BLOCK - at % BLOCK;
        if (part > (size_t)length - done) {
            part = (size_t)length - done;
        }
        size_t difference = 0;
        if (!is_generated(file, bytes + done, at, part, &difference)) {
            if (only_zeros_differ(file, bytes + done, at, part, &difference)) {
                count(&counters->zero_blocks, 1);
            } else {
                static _Atomic int said;
                count(&counters->different_blocks, 1);
                if (!atomic_exchange(&said, 1)) {
                    char path[PATH_MAX] = "?";
                    struct stat status;
                    if (fstat(fd, &status) == 0) {
                        descriptor_path(fd, path, &status);
                    }
                    say("mimeo: %s: byte %llu differs from what was generated", path,
                        (unsigned long long)(at + difference));
                }
            }
        }
        count(&counters->verified_bytes, part);
        done += part;
    }
}

static void verify_vectors(int fd, const struct file *file, const struct iovec *vectors, off64_t offset,
                           ssize_t length) {
    for (int i = 0; length > 0; i++) {
        ssize_t part = (ssize_t)vectors[i].iov_len < length ? (ssize_t)vectors[i].iov_len : length;
        verify(fd, file, vectors[i].iov_base, offset, part);
        offset += part;
        length -= part;
    }
}

EXPORT ssize_t read(int fd, void *data, size_t length) {
    struct file *file = verifies ? chosen_file(fd) : NULL;
    off64_t offset = file == NULL ? 0 : lseek(fd, 0, SEEK_CUR);
    ssize_t result = real_read()(fd, data, length);
    if (file != NULL) {
        verify(fd, file, data, offset, result);
    }
    return result;
}

EXPORT ssize_t pread64(int fd, void *data, size_t length, off64_t offset) {
    struct file *file = verifies ? chosen_file(fd) : NULL;
    ssize_t result = real_pread64()(fd, data, length, offset);
    if (file != NULL) {
        verify(fd, file, data, offset, result);
    }
    return result;
}

EXPORT ssize_t readv(int fd, const struct iovec *vectors, int n) {
    struct file *file = verifies ? chosen_file(fd) : NULL;
    off64_t offset = file == NULL ? 0 : lseek(fd, 0, SEEK_CUR);
    ssize_t result = real_readv()(fd, vectors, n);
    if (file != NULL) {
        verify_vectors(fd, file, vectors, offset, result);
    }
    return result;
}

EXPORT ssize_t preadv64(int fd, const struct iovec *vectors, int n, off64_t offset) {
    struct file *file = verifies ? chosen_file(fd) : NULL;
    ssize_t result = real_preadv64()(fd, vectors, n, offset);
    if (file != NULL) {
        verify_vectors(fd, file, vectors, offset, result);
    }
    return result;
}

EXPORT ssize_t preadv64v2(int fd, const struct iovec *vectors, int n, off64_t offset, int flags) {
    struct file *file = verifies ? chosen_file(fd) : NULL;
    off64_t at = file != NULL && offset == -1 ? lseek(fd, 0, SEEK_CUR) : offset;
    ssize_t result = real_preadv64v2()(fd, vectors, n, offset, flags);
    if (file != NULL) {
        verify_vectors(fd, file, vectors, at, result);
    }
    return result;
}

/* ---- libaio ---- */

/* The replacement of the data of a request in flight. Programs may share one buffer among requests, so it has memory of its own. */
struct in_flight {
    const struct iocb *request;
    struct in_flight *next;
    size_t bytes;
    void *memory;
};

enum { CHAINS = 256, MAX_SPARE = 256 };

static pthread_mutex_t in_flight_lock = PTHREAD_MUTEX_INITIALIZER;
static struct in_flight *in_flight[CHAINS];
static struct in_flight *spare;
static int spares;
static int shares_requests; /* the program submits one struct iocb again while it is, or may be, in flight */

static struct in_flight **chain_of(const struct iocb *request) {
    return &in_flight[mix64((uintptr_t)request) % CHAINS];
}

static void free_in_flight(struct in_flight *entry) {
    munmap(entry->memory, entry->bytes);
    free(entry);
}

/* Removes the entry of a request, and returns it or NULL; under the lock. */
static struct in_flight *removed(const struct iocb *request) {
    for (struct in_flight **at = chain_of(request); *at != NULL; at = &(*at)->next) {
        struct in_flight *entry = *at;
        if (entry->request == request) {
            *at = entry->next;
            return entry;
        }
    }
    return NULL;
}

/* Takes back the memory of a request that is complete or was not submitted; whether it had some. */
static int release(const struct iocb *request) {
    pthread_mutex_lock(&in_flight_lock);
    struct in_flight *entry = removed(request);
    if (entry != NULL && spares < MAX_SPARE && !shares_requests) {
        entry->next = spare;
        spare = entry;
        spares++;
    } else if (entry != NULL) {
        free_in_flight(entry);
    }
    pthread_mutex_unlock(&in_flight_lock);
    return entry != NULL;
}

/*
 * Gives up the memory that a request already has when it is submitted; under the lock. It is complete and its event was read from the ring,
 * or it is in flight and the program uses one struct iocb for several requests, because the kernel copies it. Then events no longer tell
 * whose memory is free. Memory is unmapped instead of used again: the kernel keeps pages that it reads.
 */
static void forget(const struct iocb *request) {
    struct in_flight *entry = removed(request);
    if (entry != NULL) {
        shares_requests = 1;
        free_in_flight(entry);
    }
}

/* Memory for the data of a request, or NULL. */
static void *memory_for(const struct iocb *request, size_t bytes) {
    pthread_mutex_lock(&in_flight_lock);
    forget(request);
    struct in_flight *entry = spare;
    if (entry != NULL) {
        spare = entry->next;
        spares--;
        if (entry->bytes < bytes) {
            free_in_flight(entry);
            entry = NULL;
        }
    }
    if (entry == NULL && (entry = malloc(sizeof *entry)) != NULL) {
        entry->bytes = (bytes + 65535) / 65536 * 65536;
        entry->memory =
            real_mmap64()(NULL, entry->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (entry->memory == MAP_FAILED) {
            free(entry);
            entry = NULL;
        }
    }
    if (entry != NULL) {
        entry->request = request;
        entry->next = *chain_of(request);
        *chain_of(request) = entry;
    }
    pthread_mutex_unlock(&in_flight_lock);
    return entry == NULL ? NULL : entry->memory;
}

/* Submits one request, with other data if it writes to a chosen file: the kernel copies the request. */
static long submit(aio_context_t context, struct iocb *request) {
    struct iocb original = *request;
    int vectors = original.aio_lio_opcode == IOCB_CMD_PWRITEV;
    struct file *file = vectors || original.aio_lio_opcode == IOCB_CMD_PWRITE ? chosen_file((int)original.aio_fildes) : NULL;
    size_t bytes = accepted(original.aio_nbytes);
    if (file != NULL && vectors) {
        bytes = bytes <= IOV_MAX ? total((const struct iovec *)(uintptr_t)original.aio_buf, (int)bytes) : 0;
    }
    if (bytes == 0) {
        file = NULL; /* an empty write, or a length or vectors that the kernel refuses */
    }
    if (file != NULL) {
        off64_t at = position(file, (int)original.aio_fildes, original.aio_offset, (int)original.aio_rw_flags);
        void *memory = memory_for(request, bytes);
        if (memory == NULL || fill(memory, at, bytes, file->seed) != 0) {
            errno = memory == NULL ? ENOMEM : EFBIG;
            release(request);
            return -1;
        }
        request->aio_lio_opcode = IOCB_CMD_PWRITE;
        request->aio_buf = (uint64_t)(uintptr_t)memory;
        request->aio_nbytes = bytes;
    } else {
        pthread_mutex_lock(&in_flight_lock);
        forget(request);
        pthread_mutex_unlock(&in_flight_lock);
    }
    long result = real_syscall()(SYS_io_submit, context, 1, &request);
    if (file != NULL) {
        *request = original;
        if (result == 1) {
            counted((ssize_t)bytes);
        } else {
            release(request);
        }
    }
    return result;
}

static int chooses_any(long n, struct iocb **requests) {
    for (long i = 0; segment != NULL && i < n; i++) {
        if (is_chosen((int)requests[i]->aio_fildes)) {
            return 1;
        }
    }
    return 0;
}

/* As the system call: -1 with errno set if nothing could be submitted. */
static long submit_all(aio_context_t context, long n, struct iocb **requests) {
    if (!chooses_any(n, requests)) {
        return real_syscall()(SYS_io_submit, context, n, requests);
    }
    long done = 0;
    while (done < n && submit(context, requests[done]) == 1) {
        done++;
    }
    return done == 0 ? -1 : done;
}

EXPORT int io_submit(aio_context_t context, long n, struct iocb **requests) {
    int before = errno;
    long result = submit_all(context, n, requests);
    if (result < 0) {
        result = -errno;
        errno = before;
    }
    return (int)result;
}

/* Takes events as one of the system calls does: -1 with errno set if it fails. */
static long get_events(long call, aio_context_t context, long least, long n, struct io_event *events,
                       struct timespec *timeout, const void *signals) {
    long result = real_syscall()(call, context, least, n, events, timeout, signals);
    for (long i = 0; segment != NULL && i < result; i++) {
        const struct iocb *request = (const struct iocb *)(uintptr_t)events[i].obj;
        /* A program may free what it has submitted, because the kernel copies it. Only what was read is looked at again. */
        if (release(request) || !verifies) {
            continue;
        }
        struct file *file = chosen_file((int)request->aio_fildes);
        void *buffer = (void *)(uintptr_t)request->aio_buf;
        if (file != NULL && request->aio_lio_opcode == IOCB_CMD_PREAD) {
            verify((int)request->aio_fildes, file, buffer, request->aio_offset, (ssize_t)events[i].res);
        } else if (file != NULL && request->aio_lio_opcode == IOCB_CMD_PREADV) {
            verify_vectors((int)request->aio_fildes, file, buffer, request->aio_offset, (ssize_t)events[i].res);
        }
    }
    return result;
}

/* The same as a function of libaio. */
static int events_of(long call, aio_context_t context, long least, long n, struct io_event *events,
                     struct timespec *timeout, const void *signals) {
    int before = errno;
    long result = get_events(call, context, least, n, events, timeout, signals);
    if (result < 0) {
        result = -errno;
        errno = before;
    }
    return (int)result;
}

EXPORT int io_getevents(aio_context_t context, long least, long n, struct io_event *events, struct timespec *timeout) {
    return events_of(SYS_io_getevents, context, least, n, events, timeout, NULL);
}

EXPORT int io_pgetevents(aio_context_t context, long least, long n, struct io_event *events, struct timespec *timeout,
                         sigset_t *mask) {
    struct {
        const sigset_t *mask;
        size_t bytes;
    } signals = {mask, _NSIG / 8};
    return events_of(SYS_io_pgetevents, context, least, n, events, timeout, &signals);
}

/* ---- What would get around the replacement ---- */

static void refuse(const char *what, int error) {
    count(&counters->refusals, 1);
    say("mimeo: %s: refused, because its data cannot be replaced", what);
    errno = error;
}

EXPORT long syscall(long number, ...) {
    va_list list;
    va_start(list, number);
    long a[6];
    for (int i = 0; i < 6; i++) {
        a[i] = va_arg(list, long);
    }
    va_end(list);
    if (segment != NULL && number == SYS_io_uring_setup) {
        refuse("io_uring", ENOSYS);
        return -1;
    }
    int fd = (int)a[0];
    const struct iovec *vectors = (const struct iovec *)a[1];
    switch (number) {
    case SYS_write: return write(fd, (const void *)a[1], (size_t)a[2]);
    case SYS_pwrite64: return pwrite64(fd, (const void *)a[1], (size_t)a[2], a[3]);
    case SYS_writev: return writev(fd, vectors, (int)a[2]);
    case SYS_pwritev: return pwritev64(fd, vectors, (int)a[2], a[3]);
    case SYS_pwritev2: return pwritev64v2(fd, vectors, (int)a[2], a[3], (int)a[5]);
    case SYS_read: return read(fd, (void *)a[1], (size_t)a[2]);
    case SYS_pread64: return pread64(fd, (void *)a[1], (size_t)a[2], a[3]);
    case SYS_readv: return readv(fd, vectors, (int)a[2]);
    case SYS_preadv: return preadv64(fd, vectors, (int)a[2], a[3]);
    case SYS_preadv2: return preadv64v2(fd, vectors, (int)a[2], a[3], (int)a[5]);
    case SYS_io_submit: return submit_all((aio_context_t)a[0], a[1], (struct iocb **)a[2]);
    case SYS_io_getevents:
    case SYS_io_pgetevents:
        return get_events(number, (aio_context_t)a[0], a[1], a[2], (struct io_event *)a[3], (struct timespec *)a[4],
                          (const void *)a[5]);
    case SYS_copy_file_range:
        return copy_file_range(fd, (off64_t *)a[1], (int)a[2], (off64_t *)a[3], (size_t)a[4], (unsigned)a[5]);
    case SYS_sendfile: return sendfile64(fd, (int)a[1], (off64_t *)a[2], (size_t)a[3]);
    case SYS_splice: return splice(fd, (off64_t *)a[1], (int)a[2], (off64_t *)a[3], (size_t)a[4], (unsigned)a[5]);
    case SYS_mmap: return (long)mmap64((void *)a[0], (size_t)a[1], (int)a[2], (int)a[3], (int)a[4], a[5]);
    case SYS_ioctl: return ioctl(fd, (unsigned long)a[1], (void *)a[2]);
    case SYS_close: return close(fd);
    case SYS_close_range: return close_range((unsigned)a[0], (unsigned)a[1], (int)a[2]);
#ifdef SYS_dup2 /* not on arm64 */
    case SYS_dup2: return dup2(fd, (int)a[1]);
#endif
    case SYS_dup3: return dup3(fd, (int)a[1], (int)a[2]);
    case SYS_fcntl: return fcntl(fd, (int)a[1], (void *)a[2]);
    }
    return real_syscall()(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

/* The functions of liburing that create a ring; they do not call syscall. */
#define RING(name)                                                        \
    REAL(int, name, long, long, long, long)                               \
    EXPORT int name(long a, long b, long c, long d) {                     \
        if (segment == NULL) {                                            \
            return real_##name()(a, b, c, d);                             \
        }                                                                 \
        refuse("io_uring", ENOSYS);                                       \
        return -ENOSYS;                                                   \
    }
RING(io_uring_setup)
RING(io_uring_queue_init)
RING(io_uring_queue_init_params)
RING(io_uring_queue_init_mem)

EXPORT void *mmap64(void *address, size_t length, int protection, int flags, int fd, off64_t offset) {
    int shared = (flags & MAP_TYPE) == MAP_SHARED || (flags & MAP_TYPE) == MAP_SHARED_VALIDATE;
    if ((flags & MAP_ANONYMOUS) == 0 && shared && (protection & PROT_WRITE) != 0 && is_chosen(fd)) {
        refuse("a shared writable mapping", ENODEV);
        return MAP_FAILED;
    }
    return real_mmap64()(address, length, protection, flags, fd, offset);
}

/* A stream that is new, or NULL if it would write to a chosen file. */
static FILE *checked_stream(FILE *stream, const char *mode) {
    if (segment != NULL && stream != NULL && strpbrk(mode, "wa+") != NULL && is_chosen(fileno(stream))) {
        fclose(stream);
        refuse("a stream of stdio", EOPNOTSUPP);
        return NULL;
    }
    return stream;
}

/* Whether code is of the library of GCC for C++. Its file streams open and close with stdio, but write with write and writev. */
static int is_libstdcxx(const void *code) {
    Dl_info object;
    return dladdr(code, &object) != 0 && object.dli_fname != NULL && strstr(object.dli_fname, "/libstdc++.so") != NULL;
}

static FILE *open_stream(const char *path, const char *mode, const void *caller) {
    FILE *stream = real_fopen64()(path, mode);
    return segment != NULL && is_libstdcxx(caller) ? stream : checked_stream(stream, mode);
}

EXPORT FILE *fopen64(const char *path, const char *mode) { return open_stream(path, mode, __builtin_return_address(0)); }

EXPORT FILE *freopen64(const char *path, const char *mode, FILE *stream) {
    stream = real_freopen64()(path, mode, stream);
    changed();
    return checked_stream(stream, mode);
}

/* A descriptor stays open when this fails. */
EXPORT FILE *fdopen(int fd, const char *mode) {
    if (strpbrk(mode, "wa+") != NULL && is_chosen(fd)) {
        refuse("a stream of stdio", EOPNOTSUPP);
        return NULL;
    }
    return real_fdopen()(fd, mode);
}

/* Threads of glibc write the data of these later, without a call that could be replaced. */
EXPORT int aio_write64(struct aiocb64 *request) {
    if (is_chosen(request->aio_fildes)) {
        refuse("aio_write", ENOSYS);
        return -1;
    }
    return real_aio_write64()(request);
}

EXPORT int lio_listio64(int mode, struct aiocb64 *const requests[], int n, struct sigevent *event) {
    for (int i = 0; i < n; i++) {
        if (requests[i] != NULL && requests[i]->aio_lio_opcode == LIO_WRITE && is_chosen(requests[i]->aio_fildes)) {
            refuse("lio_listio", ENOSYS);
            return -1;
        }
    }
    return real_lio_listio64()(mode, requests, n, event);
}

/* Programs that copy with these calls write instead where these fail so. */
EXPORT ssize_t copy_file_range(int in, off64_t *in_at, int out, off64_t *out_at, size_t length, unsigned flags) {
    if (is_chosen(out) || (verifies && is_chosen(in))) { /* what is read instead can be verified */
        errno = EXDEV;
        return -1;
    }
    return real_copy_file_range()(in, in_at, out, out_at, length, flags);
}

EXPORT ssize_t sendfile64(int out, int in, off64_t *offset, size_t length) {
    if (is_chosen(out)) {
        errno = EINVAL;
        return -1;
    }
    return real_sendfile64()(out, in, offset, length);
}

EXPORT ssize_t splice(int in, off64_t *in_at, int out, off64_t *out_at, size_t length, unsigned flags) {
    if (is_chosen(out)) {
        errno = EINVAL;
        return -1;
    }
    return real_splice()(in, in_at, out, out_at, length, flags);
}

EXPORT int ioctl(int fd, unsigned long request, ...) {
    va_list list;
    va_start(list, request);
    void *argument = va_arg(list, void *);
    va_end(list);
    if ((request == FICLONE || request == FICLONERANGE) && is_chosen(fd)) {
        errno = EOPNOTSUPP;
        return -1;
    }
    return real_ioctl()(fd, request, argument);
}

/* ---- Descriptors that change their meaning ---- */

EXPORT int close(int fd) {
    changed();
    return real_close()(fd);
}

EXPORT int fclose(FILE *stream) {
    changed();
    return real_fclose()(stream);
}

EXPORT int pclose(FILE *stream) {
    changed();
    return real_pclose()(stream);
}

EXPORT int close_range(unsigned first, unsigned last, int flags) {
    changed();
    return real_close_range()(first, last, flags);
}

EXPORT int dup2(int from, int to) {
    int result = real_dup2()(from, to);
    changed(); /* afterwards, because other threads may use the old meaning until then */
    return result;
}

EXPORT int dup3(int from, int to, int flags) {
    int result = real_dup3()(from, to, flags);
    changed();
    return result;
}

EXPORT void closefrom(int first) {
    changed();
    real_closefrom()(first);
}

EXPORT int fcntl(int fd, int command, ...) {
    va_list list;
    va_start(list, command);
    void *argument = va_arg(list, void *);
    va_end(list);
    int result = real_fcntl()(fd, command, argument);
    if (command == F_SETFL) {
        changed(); /* it sets and clears O_APPEND */
    }
    return result;
}

/* ---- Other names of the same functions: an offset has 64 bits either way ---- */

_Static_assert(sizeof(off_t) == sizeof(off64_t), "a 64-bit system");

EXPORT ssize_t pwrite(int fd, const void *data, size_t length, off_t offset) {
    return pwrite64(fd, data, length, offset);
}

EXPORT ssize_t pwritev(int fd, const struct iovec *vectors, int n, off_t offset) {
    return pwritev64(fd, vectors, n, offset);
}

EXPORT ssize_t pwritev2(int fd, const struct iovec *vectors, int n, off_t offset, int flags) {
    return pwritev64v2(fd, vectors, n, offset, flags);
}

EXPORT ssize_t pread(int fd, void *data, size_t length, off_t offset) { return pread64(fd, data, length, offset); }

EXPORT ssize_t preadv(int fd, const struct iovec *vectors, int n, off_t offset) {
    return preadv64(fd, vectors, n, offset);
}

EXPORT ssize_t preadv2(int fd, const struct iovec *vectors, int n, off_t offset, int flags) {
    return preadv64v2(fd, vectors, n, offset, flags);
}

EXPORT void *mmap(void *address, size_t length, int protection, int flags, int fd, off_t offset) {
    return mmap64(address, length, protection, flags, fd, offset);
}

EXPORT FILE *fopen(const char *path, const char *mode) { return open_stream(path, mode, __builtin_return_address(0)); }

EXPORT FILE *freopen(const char *path, const char *mode, FILE *stream) { return freopen64(path, mode, stream); }

EXPORT int aio_write(struct aiocb *request) { return aio_write64((struct aiocb64 *)request); }

EXPORT int lio_listio(int mode, struct aiocb *const requests[], int n, struct sigevent *event) {
    return lio_listio64(mode, (struct aiocb64 *const *)requests, n, event);
}

EXPORT int fcntl64(int fd, int command, ...) {
    va_list list;
    va_start(list, command);
    void *argument = va_arg(list, void *);
    va_end(list);
    return fcntl(fd, command, argument);
}

EXPORT ssize_t sendfile(int out, int in, off_t *offset, size_t length) { return sendfile64(out, in, offset, length); }

/* Names that glibc exports and its headers lack. */
EXPORT ssize_t __write(int fd, const void *data, size_t length) { return write(fd, data, length); }

EXPORT ssize_t __pwrite64(int fd, const void *data, size_t length, off64_t offset) {
    return pwrite64(fd, data, length, offset);
}

EXPORT ssize_t __read(int fd, void *data, size_t length) { return read(fd, data, length); }

EXPORT ssize_t __pread64(int fd, void *data, size_t length, off64_t offset) { return pread64(fd, data, length, offset); }

EXPORT int __close(int fd) { return close(fd); }

EXPORT int __dup2(int from, int to) { return dup2(from, to); }

EXPORT int __fcntl(int fd, int command, ...) {
    va_list list;
    va_start(list, command);
    void *argument = va_arg(list, void *);
    va_end(list);
    return fcntl(fd, command, argument);
}

/* The names of read and pread in programs that are compiled with _FORTIFY_SOURCE. */
EXPORT ssize_t __read_chk(int fd, void *data, size_t length, size_t room) {
    return length > room ? (abort(), -1) : read(fd, data, length);
}

EXPORT ssize_t __pread64_chk(int fd, void *data, size_t length, off64_t offset, size_t room) {
    return length > room ? (abort(), -1) : pread64(fd, data, length, offset);
}

EXPORT ssize_t __pread_chk(int fd, void *data, size_t length, off_t offset, size_t room) {
    return __pread64_chk(fd, data, length, offset, room);
}
