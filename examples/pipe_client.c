/*
 * Asks `mimeo pipe` for files: a client in one file, to be run or to be copied from.
 *
 *     cc -Wall -Wextra -std=c99 -o pipe_client pipe_client.c
 *     mkfifo -m 600 requests acks
 *     mimeo pipe prose --fifo requests --ack acks --root image &
 *     printf 'a/b.txt 1000\nc 5\n' | ./pipe_client requests acks
 *
 * Reads lines of path and size, sends each as a request, and prints the answers that are errors. Without the second
 * argument it does not wait for answers. Exit code 0 if everything was sent and written, 1 if not, 2 for bad usage.
 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The longest line of the protocol, and at most what write(2) sends through a pipe as a whole (PIPE_BUF of Linux). */
#define LINE_BYTES 4096

/* "err", the number of a line, a path and a reason. */
#define ANSWER_BYTES (LINE_BYTES + 1024)

static int requests_fd;
static int answers_fd = -1;
static unsigned long sent;
static unsigned long answered;
static unsigned long failed;

/* Takes what has arrived of the answers; waits for some if `wait` is not 0. Returns 0 at their end, -1 on an error. */
static int take_answers(int wait) {
    static char buffer[ANSWER_BYTES];
    static size_t length;
    struct pollfd answers = {answers_fd, POLLIN, 0};
    while (poll(&answers, 1, wait ? -1 : 0) > 0) {
        ssize_t count = read(answers_fd, buffer + length, sizeof buffer - length);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            return (int) count;
        }
        length += (size_t) count;
        char *start = buffer;
        char *end;
        while ((end = memchr(start, '\n', length)) != NULL) {
            answered++;
            if (strncmp(start, "ok ", 3) != 0) {
                failed++;
                fprintf(stderr, "%.*s\n", (int) (end - start), start);
            }
            length -= (size_t) (end + 1 - start);
            start = end + 1;
        }
        if (length == sizeof buffer) {
            errno = EMSGSIZE;
            return -1;
        }
        memmove(buffer, start, length);
        wait = 0;
    }
    return 1;
}

/*
 * Sends one line, its line feed included, with one write(2): what is sent in pieces could be mixed with the lines of other
 * producers. Takes answers while the pipe is full, for else both sides might wait for each other.
 */
static int send_line(const char *line, size_t length) {
    for (;;) {
        ssize_t count = write(requests_fd, line, length);
        if (count == (ssize_t) length) {
            return 0;
        }
        if (count >= 0) {
            errno = EIO;
            return -1;
        }
        if (errno == EAGAIN) {
            struct pollfd both[2] = {{requests_fd, POLLOUT, 0}, {answers_fd, POLLIN, 0}};
            if (poll(both, answers_fd < 0 ? 1 : 2, -1) < 0 && errno != EINTR) {
                return -1;
            }
            if (answers_fd >= 0 && (both[1].revents & POLLIN) && take_answers(0) < 0) {
                return -1;
            }
        } else if (errno != EINTR) {
            return -1;
        }
    }
}

/* Asks for a file of `size` bytes. */
static int request(const char *path, unsigned long long size) {
    char line[LINE_BYTES + 1];
    int length = snprintf(line, sizeof line, "%s %llu\n", path, size);
    if (length < 0 || length > LINE_BYTES || strchr(path, '\n') != NULL) {
        errno = EINVAL;
        return -1;
    }
    if (send_line(line, (size_t) length) < 0) {
        return -1;
    }
    sent++;
    return answers_fd < 0 ? 0 : take_answers(0) < 0 ? -1 : 0;
}

int main(int argc, char **argv) {
    if (argc < 2 || argc > 3) {
        fprintf(stderr, "usage: %s REQUESTS [ACKS] < LIST\n", argv[0]);
        return 2;
    }
    /* So that write(2) says EPIPE when the service has gone, and this program is not killed. */
    struct sigaction ignore;
    memset(&ignore, 0, sizeof ignore);
    ignore.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &ignore, NULL);

    /* Waits until the service opens its side. */
    requests_fd = open(argv[1], O_WRONLY);
    if (requests_fd < 0) {
        perror(argv[1]);
        return 1;
    }
    if (argc == 3) {
        answers_fd = open(argv[2], O_RDONLY);
        if (answers_fd < 0 || fcntl(requests_fd, F_SETFL, O_NONBLOCK) < 0) {
            perror(argv[2]);
            return 1;
        }
    }

    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        line[strcspn(line, "\n")] = '\0';
        char *space = strrchr(line, ' ');
        if (space == NULL || space[1] == '\0' || space[1 + strspn(space + 1, "0123456789")] != '\0') {
            fprintf(stderr, "expected a path and a size: %s\n", line);
            failed++;
            continue;
        }
        *space = '\0';
        if (request(line, strtoull(space + 1, NULL, 10)) < 0) {
            perror(argv[1]);
            return 1;
        }
    }
    free(line);
    if (send_line("quit\n", 5) < 0) {
        perror(argv[1]);
        return 1;
    }
    close(requests_fd);
    while (answers_fd >= 0 && take_answers(1) > 0) {
    }
    if (answers_fd >= 0 && answered < sent) {
        fprintf(stderr, "%lu of %lu requests were not answered\n", sent - answered, sent);
        return 1;
    }
    return failed == 0 ? 0 : 1;
}
