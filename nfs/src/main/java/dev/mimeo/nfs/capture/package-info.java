/**
 * Captured packets to files that are compressed as strongly as the machine has time for, without losing packets:
 * {@link dev.mimeo.nfs.capture.PacketCapture} takes them from a stream, {@link dev.mimeo.nfs.capture.CaptureProcess}
 * from a network interface, and {@link dev.mimeo.nfs.capture.CaptureSpool} compresses files that another program wrote.
 */
@NullMarked
package dev.mimeo.nfs.capture;

import org.jspecify.annotations.NullMarked;
