@NullMarked
package dev.mimeo.nfs.capture;

import org.jspecify.annotations.NullMarked;
