package dev.mimeo.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes results as text. */
final class Texts {

    private Texts() {}

    /** Writes a text in UTF-8, whatever the platform's default is, and flushes. */
    static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}
