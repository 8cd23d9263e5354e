@NullMarked
package dev.mimeo.query.internal.stream;

import org.jspecify.annotations.NullMarked;
