// Fills a buffer with data of a segment file, writes it to standard output, and verifies it:
//
//	go run . SEGMENT OFFSET LENGTH SEED >data
package main

// #cgo CFLAGS: -D_GNU_SOURCE -O2
// #include <stdlib.h>
// #include "../mimeo.c"
import "C"

import (
	"fmt"
	"os"
	"strconv"
	"unsafe"
)

// Segment is a segment file that is mapped into memory. Any number of goroutines may use it until it is closed.
type Segment struct{ segment *C.mimeo_segment }

func status(code C.int) error {
	if code == C.MIMEO_OK {
		return nil
	}
	return fmt.Errorf("%s", C.GoString(C.mimeo_message(code)))
}

// Open maps and validates a segment file.
func Open(path string) (*Segment, error) {
	name := C.CString(path)
	defer C.free(unsafe.Pointer(name))
	s := &Segment{}
	if err := status(C.mimeo_open(name, &s.segment)); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}

// Close unmaps the file.
func (s *Segment) Close() { C.mimeo_close(s.segment) }

// Fill writes the bytes of a stream from an offset on into a buffer.
func (s *Segment) Fill(buffer []byte, offset, seed uint64) error {
	if len(buffer) == 0 {
		return nil
	}
	return status(C.mimeo_fill(s.segment, unsafe.Pointer(&buffer[0]), C.uint64_t(offset), C.size_t(len(buffer)), C.uint64_t(seed)))
}

// Verify compares a buffer with the bytes of a stream from an offset on.
func (s *Segment) Verify(buffer []byte, offset, seed uint64) error {
	if len(buffer) == 0 {
		return nil
	}
	return status(C.mimeo_verify(s.segment, unsafe.Pointer(&buffer[0]), C.uint64_t(offset), C.size_t(len(buffer)), C.uint64_t(seed), nil))
}

func run(arguments []string) error {
	if len(arguments) != 4 {
		return fmt.Errorf("usage: SEGMENT OFFSET LENGTH SEED")
	}
	var numbers [3]uint64
	for i := range numbers {
		number, err := strconv.ParseUint(arguments[i+1], 0, 64)
		if err != nil {
			return err
		}
		numbers[i] = number
	}
	segment, err := Open(arguments[0])
	if err != nil {
		return err
	}
	defer segment.Close()
	buffer := make([]byte, numbers[1])
	if err := segment.Fill(buffer, numbers[0], numbers[2]); err != nil {
		return err
	}
	if err := segment.Verify(buffer, numbers[0], numbers[2]); err != nil {
		return err
	}
	_, err = os.Stdout.Write(buffer)
	return err
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
