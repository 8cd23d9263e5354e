@NullMarked
package dev.mimeo.query.stream;

import org.jspecify.annotations.NullMarked;
