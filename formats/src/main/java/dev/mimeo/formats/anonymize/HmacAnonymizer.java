package dev.mimeo.formats.anonymize;

import java.util.Arrays;
import javax.crypto.Mac;

/** The first 16 bytes of HMAC-SHA-256 of names, which nobody can turn back. */
final class HmacAnonymizer implements NameAnonymizer {

    private static final int TOKEN = 16;

    private final Mac mac;

    HmacAnonymizer(NameKeys keys) {
        this.mac = Primitives.hmac(keys.check());
    }

    @Override
    public byte[] anonymize(byte[] name) {
        return Arrays.copyOf(mac.doFinal(name), TOKEN);
    }
}
