@NullMarked
package dev.mimeo.text;

import org.jspecify.annotations.NullMarked;
