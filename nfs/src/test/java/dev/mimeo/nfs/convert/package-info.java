@NullMarked
package dev.mimeo.nfs.convert;

import org.jspecify.annotations.NullMarked;
