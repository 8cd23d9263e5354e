package dev.mimeo.formats.anonymize;

import dev.mimeo.internal.text.StrictUtf8;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Puts names in the place of their tokens in a text: each run of an even number of hexadecimal digits, from 32 on, that
 * decrypts to a name. In a name that is not UTF-8 text of printable characters, a percent sign and two hexadecimal digits stand for
 * each byte that is not printable ASCII, and for the percent sign. All other bytes stay as they are. For one thread at a time.
 */
public final class DecryptFilter {

    private static final int LEAST_DIGITS = 32;

    /** Digits of a longer run are not part of a name. */
    private static final int MOST_DIGITS = 1 << 17;

    private static final int BUFFER = 1 << 16;

    private final NameAnonymizer.Reversible cipher;
    private byte[] run = new byte[LEAST_DIGITS * 4];
    private int length;
    private boolean tooLong;
    private long names;
    private long escapedNames;
    private long undecrypted;

    /** Makes a filter. */
    public DecryptFilter(NameAnonymizer.Reversible cipher) {
        this.cipher = cipher;
    }

    /** Copies all of an input, which stays open as the output does. */
    public void copy(InputStream in, OutputStream out) throws IOException {
        byte[] buffer = new byte[BUFFER];
        for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
            int plain = 0;
            for (int i = 0; i < count; i++) {
                if (HexFormat.isHexDigit(buffer[i])) {
                    out.write(buffer, plain, i - plain);
                    plain = i + 1;
                    digit(buffer[i], out);
                } else if (length > 0 || tooLong) {
                    end(out);
                }
            }
            out.write(buffer, plain, count - plain);
        }
        end(out);
        out.flush();
    }

    private void digit(byte digit, OutputStream out) throws IOException {
        if (tooLong) {
            out.write(digit);
            return;
        }
        if (length == MOST_DIGITS) {
            tooLong = true;
            out.write(run, 0, length);
            length = 0;
            out.write(digit);
            return;
        }
        if (length == run.length) {
            run = Arrays.copyOf(run, Math.min(MOST_DIGITS, 2 * length));
        }
        run[length] = digit;
        length++;
    }

    private void end(OutputStream out) throws IOException {
        boolean candidate = length >= LEAST_DIGITS && length % 2 == 0;
        byte[] name = candidate ? name() : null;
        if (name != null) {
            names++;
            out.write(isPrintable(name) ? name : escaped(name));
        } else {
            undecrypted += candidate ? 1 : 0;
            out.write(run, 0, length);
        }
        length = 0;
        tooLong = false;
    }

    private byte @Nullable [] name() {
        byte[] token = HexFormat.of().parseHex(new String(run, 0, length, StandardCharsets.US_ASCII));
        return cipher.decrypt(token);
    }

    private byte[] escaped(byte[] name) {
        escapedNames++;
        return Anonymizers.escaped(name).getBytes(StandardCharsets.US_ASCII);
    }

    private static boolean isPrintable(byte[] name) {
        String text = StrictUtf8.decode(name);
        return text != null && text.chars().noneMatch(Character::isISOControl);
    }

    /** Returns how many tokens have been replaced. */
    public long names() {
        return names;
    }

    /** Returns how many of these are not printable text, so that percent signs and digits stand for bytes of them. */
    public long escapedNames() {
        return escapedNames;
    }

    /** Returns how many runs of digits could be tokens and have not been replaced: those of other keys, file handles, hashes. */
    public long undecrypted() {
        return undecrypted;
    }
}
