/** Options and counts of the parser of NFS packets. */
@NullMarked
package dev.mimeo.nfs;

import org.jspecify.annotations.NullMarked;
