@NullMarked
package dev.mimeo.nfs.analyze;

import org.jspecify.annotations.NullMarked;
