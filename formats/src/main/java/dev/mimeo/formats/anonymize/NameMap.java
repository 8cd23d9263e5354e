package dev.mimeo.formats.anonymize;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.OutputStream;
import java.util.HexFormat;

/**
 * A text that tells which token stands for which name: a line per pair, with the token in hexadecimal digits, a tab, and the
 * name, of which all bytes but printable ASCII and the percent sign are a percent sign and two digits. Whoever has it can
 * put names back. Not thread-safe.
 */
final class NameMap {

    private final OutputStream out;

    /** @param out not closed; should be buffered */
    NameMap(OutputStream out) {
        this.out = out;
    }

    void write(byte[] token, byte[] name) throws IOException {
        StringBuilder line = new StringBuilder(HexFormat.of().formatHex(token)).append('\t');
        for (byte value : name) {
            if (value <= ' ' || value == '%' || value == 0x7f) {
                line.append('%').append(HexFormat.of().toHexDigits(value));
            } else {
                line.append((char) value);
            }
        }
        out.write(line.append('\n').toString().getBytes(US_ASCII));
    }
}
