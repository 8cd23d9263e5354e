package dev.mimeo.dataseries.index;

import dev.mimeo.dataseries.GeneralValue;

/**
 * Values from one to another, both included.
 *
 * @param min the least, not null
 * @param max the greatest, of the same type
 */
record ValueRange(GeneralValue min, GeneralValue max) {

    boolean overlaps(ValueRange other) {
        return min.compareTo(other.max) <= 0 && max.compareTo(other.min) >= 0;
    }
}
