/**
 * Analyses of NFS and IP traces, of all three generations of their tables: rates by host, latencies, file sizes, sequential
 * runs, lost messages, bandwidth. {@link dev.mimeo.nfs.analyze.TraceScan} runs several over the files in one pass; what
 * each prints goes to a {@link dev.mimeo.nfs.analyze.AnalysisOutput}.
 */
@NullMarked
package dev.mimeo.nfs.analyze;

import org.jspecify.annotations.NullMarked;
