@NullMarked
package dev.mimeo.random;

import org.jspecify.annotations.NullMarked;
