@NullMarked
package dev.mimeo.formats.nfs;

import org.jspecify.annotations.NullMarked;
