/** The collection of summaries of NFS traffic, message by message. */
@NullMarked
package dev.mimeo.nfs.internal.summary;

import org.jspecify.annotations.NullMarked;
