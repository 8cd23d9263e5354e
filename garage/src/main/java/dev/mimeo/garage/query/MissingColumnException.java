package dev.mimeo.garage.query;

/** Says that a file lacks what a script names. The message is what it lacks. */
final class MissingColumnException extends Exception {

    private static final long serialVersionUID = 1L;

    MissingColumnException(String what) {
        super(what);
    }
}
