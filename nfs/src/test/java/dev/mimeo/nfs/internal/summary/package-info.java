@NullMarked
package dev.mimeo.nfs.internal.summary;

import org.jspecify.annotations.NullMarked;
