/** Summaries of NFS traffic: operations, latencies, errors, and who and what has most of it. */
@NullMarked
package dev.mimeo.nfs.summary;

import org.jspecify.annotations.NullMarked;
