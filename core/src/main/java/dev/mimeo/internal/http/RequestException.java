package dev.mimeo.internal.http;

/** A request whose answer is an error. */
public final class RequestException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String line;

    /**
     * @param status status of the answer, 400 and more
     * @param line for the client; control characters, which a request can bring into it, become question marks
     */
    public RequestException(int status, String line) {
        super(line);
        this.status = status;
        this.line = line.replaceAll("\\p{Cntrl}", "?");
    }

    public int status() {
        return status;
    }

    public String line() {
        return line;
    }
}
