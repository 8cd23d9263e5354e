/**
 * The tables and figures of E. Anderson, "Capture, conversion, and analysis of an intense NFS workload", FAST 2009, of any
 * traces: {@link dev.mimeo.nfs.report.NfsReport}.
 */
@NullMarked
package dev.mimeo.nfs.report;

import org.jspecify.annotations.NullMarked;
