package dev.mimeo.fuzz;

import java.util.Locale;

/** Conditions that no input may break. */
final class Check {

    private Check() {}

    static void that(boolean condition, String message, Object... values) {
        if (!condition) {
            throw new AssertionError(String.format(Locale.ROOT, message, values));
        }
    }

    /** Checks that a user can be shown what is wrong. */
    static void oneLine(Exception refusal) {
        String message = String.valueOf(refusal.getMessage());
        that(!message.isBlank() && message.indexOf('\n') < 0, "message '%s'", message);
    }
}
