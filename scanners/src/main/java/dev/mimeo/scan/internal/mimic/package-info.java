/** The scanner {@code mimic}: fits what the generator of the same name follows. */
@NullMarked
package dev.mimeo.scan.internal.mimic;

import org.jspecify.annotations.NullMarked;
