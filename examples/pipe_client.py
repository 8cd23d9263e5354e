#!/usr/bin/env python3
"""Asks `mimeo pipe` for files: a client in one file, to be run or to be imported.

    mkfifo -m 600 requests acks
    mimeo pipe prose --fifo requests --ack acks --root image &
    printf 'a/b.txt 1000\\nc 5\\n' | ./pipe_client.py requests acks

Reads lines of path and size, sends each as a request, and prints the answers that are errors. Without the second argument
it does not wait for answers. Exit code 0 if everything was sent and written, 1 if not, 2 for bad usage.

Python ignores SIGPIPE: when the service has gone, a request raises BrokenPipeError.
"""

import os
import select
import sys

LINE_BYTES = 4096
"""The longest line of the protocol, which write(2) sends through a pipe as a whole."""


class PipeClient:
    """Sends requests; with acknowledgements, `errors` has the answers that are no `ok`. Not for several threads."""

    def __init__(self, requests, acks=None):
        self.sent = 0
        self.answered = 0
        self.errors = []
        self._partial = b""
        # Waits until the service opens its side.
        self._requests = os.open(requests, os.O_WRONLY)
        self._acks = None
        if acks is not None:
            self._acks = os.open(acks, os.O_RDONLY)
            os.set_blocking(self._requests, False)

    def request(self, path, size):
        """Asks for a file. `path` is str or bytes, relative to the root of the service."""
        line = os.fsencode(path) + b" %d\n" % size
        if len(line) > LINE_BYTES or line.index(b"\n") != len(line) - 1:
            raise ValueError("no path for a request: %r" % path)
        self._send(line)
        self.sent += 1
        self._take(wait=False)

    def close(self):
        """Ends the service, and waits for the answers that are outstanding."""
        self._send(b"quit\n")
        os.close(self._requests)
        while self._take(wait=True):
            pass
        if self._acks is not None:
            os.close(self._acks)
            if self.answered < self.sent:
                self.errors.append(b"%d of %d requests were not answered" % (self.sent - self.answered, self.sent))

    def _send(self, line):
        # One write for a line: what is sent in pieces could be mixed with the lines of other producers. Answers are taken
        # while the pipe is full, for else both sides might wait for each other.
        while True:
            try:
                written = os.write(self._requests, line)
            except BlockingIOError:
                readable, _, _ = select.select([self._acks], [self._requests], [])
                if readable:
                    self._take(wait=False)
                continue
            if written != len(line):
                raise OSError("only a part of a request was sent")
            return

    def _take(self, wait):
        """Takes what has arrived of the answers; returns False at their end."""
        if self._acks is None:
            return False
        while wait or select.select([self._acks], [], [], 0)[0]:
            data = os.read(self._acks, 1 << 16)
            if not data:
                return False
            *lines, self._partial = (self._partial + data).split(b"\n")
            self.answered += len(lines)
            self.errors += [line for line in lines if not line.startswith(b"ok ")]
            wait = False
        return True


def main(arguments):
    if len(arguments) not in (1, 2):
        print("usage: pipe_client.py REQUESTS [ACKS] < LIST", file=sys.stderr)
        return 2
    client = PipeClient(*arguments)
    try:
        for line in sys.stdin.buffer:
            path, _, size = line.rstrip(b"\n").rpartition(b" ")
            if path and size.isdigit():
                client.request(path, int(size))
            else:
                client.errors.append(b"expected a path and a size: " + line.rstrip(b"\n"))
        client.close()
    except OSError as e:
        print("%s: %s" % (arguments[0], e.strerror or e), file=sys.stderr)
        return 1
    for error in client.errors:
        sys.stderr.buffer.write(error + b"\n")
    return 1 if client.errors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
