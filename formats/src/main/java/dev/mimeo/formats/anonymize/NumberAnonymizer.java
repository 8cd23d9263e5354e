package dev.mimeo.formats.anonymize;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Numbers names from 0 in the order in which they come; a token is the number in as few bytes as it needs, at least one, the
 * highest first. All names are kept.
 */
final class NumberAnonymizer implements NameAnonymizer {

    private final int maxNames;
    private final Map<ByteBuffer, byte[]> tokens = new HashMap<>();

    /** @param maxNames different names that there may be */
    NumberAnonymizer(int maxNames) {
        this.maxNames = maxNames;
    }

    @Override
    public byte[] anonymize(byte[] name) {
        byte[] known = tokens.get(ByteBuffer.wrap(name));
        if (known != null) {
            return known;
        }
        int number = tokens.size();
        if (number == maxNames) {
            throw new IllegalStateException("more than " + maxNames + " different names to number");
        }
        byte[] all = ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
        int bytes = Math.max(1, (Integer.SIZE - Integer.numberOfLeadingZeros(number) + 7) / 8);
        byte[] token = Arrays.copyOfRange(all, Integer.BYTES - bytes, Integer.BYTES);
        tokens.put(ByteBuffer.wrap(name.clone()), token);
        return token;
    }
}
