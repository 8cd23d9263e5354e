/**
 * Input of generator {@code mimic}: content models of classes of chunks, parses without content, and a recipe per
 * chunk.
 */
@NullMarked
package dev.mimeo.characterization.mimic;

import org.jspecify.annotations.NullMarked;
