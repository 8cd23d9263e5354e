@NullMarked
package dev.mimeo.internal.random;

import org.jspecify.annotations.NullMarked;
