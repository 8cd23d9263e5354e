package dev.mimeo.formats.anonymize;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Numbers names from 0 in the order in which they come; a token is the number in as few bytes as it needs, at least one, the
 * highest first.
 */
final class NumberAnonymizer implements NameAnonymizer {

    private final NameTable table;
    private final @Nullable NameMap map;

    /** @param map is told of each name once; null for none */
    NumberAnonymizer(NameTable table, @Nullable NameMap map) {
        this.table = table;
        this.map = map;
    }

    @Override
    public byte[] anonymize(byte[] name) {
        try {
            long known = table.size();
            long number = table.number(name);
            byte[] token = token(number);
            if (map != null && number == known) {
                map.write(token, name);
            }
            return token;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] token(long number) {
        byte[] all = ByteBuffer.allocate(Long.BYTES).putLong(number).array();
        int bytes = Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(number) + 7) / 8);
        return Arrays.copyOfRange(all, Long.BYTES - bytes, Long.BYTES);
    }
}
