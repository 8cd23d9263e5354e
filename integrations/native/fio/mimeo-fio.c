/*
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * An I/O engine for fio whose writes have data of a segment file. It works on top of another engine, which does the I/O: io_uring, libaio,
 * psync and others. Reads can be verified. See docs/how-to/fio.md.
 *
 * Build it against the sources of the fio that it is for, after their ./configure:
 *
 *     make -C integrations/native build/mimeo-fio.so FIO=/path/to/fio-3.33
 *
 *     MIMEO_ENGINE=io_uring fio --ioengine=external:$PWD/integrations/native/build/mimeo-fio.so --mimeo_segment=logs.seg job.fio
 *
 *     MIMEO_ENGINE     engine that does the I/O, default io_uring; its options apply too
 *     mimeo_segment    segment file
 *     mimeo_seed       seed of the streams, 0 to 2^63 - 1, default 0
 *     mimeo_verify     1 to compare what is read with what is written by this engine with the same segment and seed
 *
 * A file has the stream of mimeo_named_seed(seed, NAME), where NAME is that by which fio opens it, and the byte at an offset of the file is
 * the byte at this offset of the stream. So jobs, runs and engines agree about what is in a file.
 *
 * fio's headers are GPL-2.0-only, and so is this file. The authors of mimeo.c and mimeo.h, which it includes, license them under the GPL-2.0 as
 * well for use in it.
 */
#include "config-host.h"

#include "fio.h"
#include "optgroup.h"
#include "verify.h"

#include "../mimeo.c"

static const char DEFAULT_ENGINE[] = "io_uring";

/* The engine that does the I/O. */
static struct ioengine_ops *inner;

/* What follows the options of that engine in those of a job. */
struct own_options {
    char *path;
    unsigned long long seed;
    unsigned int verifies;
    mimeo_segment *segment;
    const struct fio_file *file; /* of the last request, with the seed of its stream */
    uint64_t file_seed;
};

static struct fio_option own_list[] = {
    {.name = "mimeo_segment",
     .lname = "Segment file",
     .type = FIO_OPT_STR_STORE,
     .off1 = offsetof(struct own_options, path),
     .help = "Segment file whose data is written",
     .category = FIO_OPT_C_ENGINE,
     .group = FIO_OPT_G_INVALID},
    {.name = "mimeo_seed",
     .lname = "Seed of the streams",
     .type = FIO_OPT_STR_VAL, /* 64 bits */
     .off1 = offsetof(struct own_options, seed),
     .help = "Seed of the data",
     .def = "0",
     .category = FIO_OPT_C_ENGINE,
     .group = FIO_OPT_G_INVALID},
    {.name = "mimeo_verify",
     .lname = "Verify reads",
     .type = FIO_OPT_BOOL,
     .off1 = offsetof(struct own_options, verifies),
     .help = "Compare what is read with what was written",
     .def = "0",
     .category = FIO_OPT_C_ENGINE,
     .group = FIO_OPT_G_INVALID},
};

enum { OWN_OPTIONS = sizeof own_list / sizeof own_list[0] };

/* fio stores a pointer at the beginning of the options of every engine. */
static size_t own_offset(void) {
    size_t bytes = (size_t)inner->option_struct_size;
    return bytes == 0 ? sizeof(void *) : (bytes + 7) / 8 * 8;
}

static struct own_options *own(struct thread_data *td) {
    return (struct own_options *)((char *)td->eo + own_offset());
}

static uint64_t stream_of(struct own_options *options, const struct fio_file *file) {
    if (options->file != file) {
        options->file_seed = mimeo_named_seed(options->seed, file->file_name);
        options->file = file;
    }
    return options->file_seed;
}

/* Compares what a request has read. */
static void verify(struct thread_data *td, struct io_u *io_u) {
    struct own_options *options = own(td);
    if (!options->verifies || io_u->ddir != DDIR_READ || io_u->error != 0) {
        return;
    }
    size_t difference = 0;
    size_t length = (size_t)(io_u->xfer_buflen - io_u->resid);
    int status = mimeo_verify(options->segment, io_u->xfer_buf, io_u->offset, length, stream_of(options, io_u->file),
                              &difference);
    if (status != MIMEO_OK) {
        log_err("mimeo: %s, byte %llu: %s\n", io_u->file->file_name, io_u->offset + difference, mimeo_message(status));
        io_u->error = EILSEQ;
    }
}

static enum fio_q_status queue(struct thread_data *td, struct io_u *io_u) {
    if (io_u->ddir == DDIR_WRITE) {
        struct own_options *options = own(td);
        if (mimeo_fill(options->segment, io_u->xfer_buf, io_u->offset, (size_t)io_u->xfer_buflen,
                       stream_of(options, io_u->file)) != MIMEO_OK) {
            log_err("mimeo: %s is longer than a stream of the segment, make a larger one\n", io_u->file->file_name);
            io_u->error = EFBIG;
            return FIO_Q_COMPLETED;
        }
    }
    enum fio_q_status status = inner->queue(td, io_u);
    if (status == FIO_Q_COMPLETED) {
        verify(td, io_u);
    }
    return status;
}

static struct io_u *event(struct thread_data *td, int number) {
    struct io_u *io_u = inner->event(td, number);
    verify(td, io_u);
    return io_u;
}

static int init(struct thread_data *td) {
    struct own_options *options = own(td);
    if (options->path == NULL) {
        log_err("mimeo: no segment: add mimeo_segment=FILE, which mimeo segment makes\n");
        return 1;
    }
    int status = mimeo_open(options->path, &options->segment);
    if (status != MIMEO_OK) {
        log_err("mimeo: %s: %s\n", options->path, status == MIMEO_CANNOT_READ ? strerror(errno) : mimeo_message(status));
        return 1;
    }
    if (td->o.verify != VERIFY_NONE) {
        log_err("mimeo: verify= expects data of fio: leave it out, and use mimeo_verify=1\n");
        return 1;
    }
    return inner->init == NULL ? 0 : inner->init(td);
}

static void cleanup(struct thread_data *td) {
    if (inner->cleanup != NULL) {
        inner->cleanup(td);
    }
    if (td->eo != NULL) {
        mimeo_close(own(td)->segment);
        own(td)->segment = NULL;
    }
}

/* Finds an engine of fio as a job finds it. */
static struct ioengine_ops *find(const char *name) {
    struct thread_data *td = calloc(1, sizeof *td);
    if (td == NULL) {
        return NULL;
    }
    td->o.ioengine = (char *)name;
    struct ioengine_ops *found = load_ioengine(td);
    free(td);
    return found;
}

/* Returns the options of the other engine, and those of this one behind them; NULL without memory. */
static struct fio_option *joined_options(void) {
    size_t count = 0;
    while (inner->options != NULL && inner->options[count].name != NULL) {
        count++;
    }
    struct fio_option *joined = calloc(count + OWN_OPTIONS + 1, sizeof *joined);
    if (joined == NULL) {
        return NULL;
    }
    if (count > 0) {
        memcpy(joined, inner->options, count * sizeof *joined);
    }
    for (size_t i = 0; i < OWN_OPTIONS; i++) {
        joined[count + i] = own_list[i];
        joined[count + i].off1 += own_offset();
    }
    return joined;
}

/* fio calls this when it loads the engine, for each job. */
__attribute__((visibility("default"))) void get_ioengine(struct ioengine_ops **loaded);

void get_ioengine(struct ioengine_ops **loaded) {
    static struct ioengine_ops ops;
    *loaded = NULL;
    if (inner == NULL) {
        const char *name = getenv("MIMEO_ENGINE");
        inner = find(name == NULL || *name == 0 ? DEFAULT_ENGINE : name);
        if (inner == NULL) {
            return;
        }
        ops = *inner;
        ops.name = "mimeo";
        ops.init = init;
        ops.cleanup = cleanup;
        ops.queue = queue;
        ops.event = inner->event == NULL ? NULL : event;
        ops.option_struct_size = (int)(own_offset() + sizeof(struct own_options));
        ops.options = joined_options();
        if (ops.options == NULL) {
            inner = NULL;
            return;
        }
    }
    *loaded = &ops;
}
