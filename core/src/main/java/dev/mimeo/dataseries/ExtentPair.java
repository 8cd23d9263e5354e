package dev.mimeo.dataseries;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * One extent or two that follow each other, or one and why the next one cannot be read.
 *
 * @param second null if there is no second one, or it failed
 */
record ExtentPair(
        Extent first, @Nullable Extent second, @Nullable IOException failure) {}
