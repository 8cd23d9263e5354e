/**
 * Analyses of NFS and IP traces, of all three generations of their tables: rates by host, latencies, file sizes, sequential
 * runs, lost messages, bandwidth. {@link dev.mimeo.analysis.nfs.TraceScan} runs several over the files in one pass; what
 * each prints goes to a {@link dev.mimeo.analysis.nfs.AnalysisOutput}.
 */
@NullMarked
package dev.mimeo.analysis.nfs;

import org.jspecify.annotations.NullMarked;
