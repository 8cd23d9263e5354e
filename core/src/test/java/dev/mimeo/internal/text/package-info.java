@NullMarked
package dev.mimeo.internal.text;

import org.jspecify.annotations.NullMarked;
