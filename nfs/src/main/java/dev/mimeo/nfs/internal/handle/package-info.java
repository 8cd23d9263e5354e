/** File handles: their bytes, their keys, and the paths that lookups show. */
@NullMarked
package dev.mimeo.nfs.internal.handle;

import org.jspecify.annotations.NullMarked;
