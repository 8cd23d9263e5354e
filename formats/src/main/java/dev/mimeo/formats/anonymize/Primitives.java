package dev.mimeo.formats.anonymize;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** The algorithms of the Java platform that names need, which every one has. */
final class Primitives {

    private static final int BLOCK = 16;

    private Primitives() {}

    static MessageDigest sha1() {
        try {
            return MessageDigest.getInstance("SHA-1");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("no SHA-1", e);
        }
    }

    static Mac hmac(byte[] key) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("no HMAC-SHA-256", e);
        }
    }

    /** Returns AES on single blocks, without chaining. */
    static Cipher aesBlocks(byte[] key) {
        try {
            Cipher cipher = Cipher.getInstance("AES/ECB/NoPadding");
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"));
            return cipher;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("no AES", e);
        }
    }

    /** Returns AES in CBC mode with an initial block of zeros. */
    static Cipher aesChain(int mode, byte[] key) {
        try {
            Cipher cipher = Cipher.getInstance("AES/CBC/NoPadding");
            cipher.init(mode, new SecretKeySpec(key, "AES"), new IvParameterSpec(new byte[BLOCK]));
            return cipher;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("no AES in CBC mode", e);
        }
    }

    /** Encrypts or decrypts with AES in counter mode. */
    static byte[] aesCounter(byte[] key, byte[] counter, byte[] data, int offset) {
        try {
            Cipher cipher = Cipher.getInstance("AES/CTR/NoPadding");
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new IvParameterSpec(counter));
            return cipher.doFinal(data, offset, data.length - offset);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("no AES in counter mode", e);
        }
    }

    /** Ends what a cipher does; its state is as at the start then. */
    static byte[] finish(Cipher cipher, byte[] data) {
        try {
            return cipher.doFinal(data);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES without padding fails only where lengths do not fit", e);
        }
    }
}
