/**
 * Captured packets to files that are compressed as strongly as the machine has time for, without losing packets:
 * {@link dev.mimeo.formats.capture.PacketCapture} takes them from a stream, {@link dev.mimeo.formats.capture.CaptureProcess}
 * from a network interface, and {@link dev.mimeo.formats.capture.CaptureSpool} compresses files that another program wrote.
 */
@NullMarked
package dev.mimeo.formats.capture;

import org.jspecify.annotations.NullMarked;
