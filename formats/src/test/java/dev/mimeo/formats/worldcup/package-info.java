@NullMarked
package dev.mimeo.formats.worldcup;

import org.jspecify.annotations.NullMarked;
