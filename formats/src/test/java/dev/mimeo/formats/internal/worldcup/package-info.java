@NullMarked
package dev.mimeo.formats.internal.worldcup;

import org.jspecify.annotations.NullMarked;
