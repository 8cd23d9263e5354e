package dev.mimeo.dataseries;

/** Chooses the fields of a type that are needed. */
@FunctionalInterface
interface FieldSelection {

    /** Returns indexes in {@link ExtentType#fields()}. */
    int[] fields(ExtentType type);
}
