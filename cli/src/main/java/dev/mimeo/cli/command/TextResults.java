package dev.mimeo.cli.command;

import dev.mimeo.internal.files.FullTransfers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;

/** Results as text. */
public final class TextResults {

    private TextResults() {}

    /** Writes a text in UTF-8, whatever the platform's default is. */
    public static void write(WritableByteChannel out, String text) throws IOException {
        FullTransfers.write(out, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }

    /** Writes a text as {@link #write} does, unless the reader has gone: that must not turn the failure of a check into a success. */
    public static void writeIfRead(WritableByteChannel out, String text) throws IOException {
        try {
            write(out, text);
        } catch (ReaderGoneException e) {
            // The exit code, which the rest of the run decides, has its own reader.
        }
    }
}
