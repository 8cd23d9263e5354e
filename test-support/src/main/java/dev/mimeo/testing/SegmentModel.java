package dev.mimeo.testing;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The bytes of a segment file, computed one by one as the reference page describes them. */
public final class SegmentModel {

    private static final long GAMMA = 0x9e3779b97f4a7c15L;

    private final ByteBuffer file;
    private final int blocks;
    private final int dataAt;

    private SegmentModel(byte[] content) {
        this.file = ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
        this.blocks = file.getInt(16);
        this.dataAt = (256 + 52 * blocks + 4095) / 4096 * 4096;
    }

    /** Reads a file. */
    public static SegmentModel read(Path file) throws IOException {
        return new SegmentModel(Files.readAllBytes(file));
    }

    /** Returns the seed of the stream of an object whose name is one byte. */
    public static long namedSeed(long seed, byte... name) {
        long hash = 0xcbf29ce484222325L;
        for (byte one : name) {
            hash = (hash ^ (one & 0xff)) * 0x100000001b3L;
        }
        return mix(mix(seed + GAMMA) + (hash + 1) * GAMMA);
    }

    /** Returns the number of blocks. */
    public int blocks() {
        return blocks;
    }

    /** Returns the name of the characterization. */
    public String name() {
        return StandardCharsets.UTF_8.decode(file.slice(64, 64)).toString().replace("\0", "");
    }

    /** Returns the number of the first block with the data of a block. */
    public int content(int block) {
        return file.getInt(256 + 4 * block) & 0x3fffffff;
    }

    /** Returns the kind of a block: 0 swap, 1 letters, 2 constant. */
    public int kind(int block) {
        return file.getInt(256 + 4 * block) >>> 30;
    }

    /** Returns the number of the block at offset 0 of a stream. */
    public int first(long seed) {
        return unsigned(mix(mix(seed + GAMMA)) >>> 32)
                .multiply(BigInteger.valueOf(blocks))
                .shiftRight(32)
                .intValueExact();
    }

    /** Returns a part of the stream of a seed. */
    public byte[] bytes(long offset, int length, long seed) {
        long base = mix(seed + GAMMA);
        long first = first(seed);
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; ) {
            long number = first + (offset + i) / 4096;
            int content = content((int) (number % blocks));
            int stamp = stamp(base, content, number / blocks);
            int position = (int) ((offset + i) % 4096);
            for (; position < 4096 && i < length; position++, i++) {
                bytes[i] = at(content, stamp, position);
            }
        }
        return bytes;
    }

    private byte at(int content, int stamp, int position) {
        int slots = 256 + 4 * blocks + 48 * content;
        if (kind(content) == 0) {
            for (int i = 0; i < 24; i++) {
                int slot = file.getShort(slots + 2 * i) & 0xffff;
                int one = slot % 4096;
                int other = one + 1 + slot / 4096;
                if (((stamp >> i) & 1) == 1 && (position == one || position == other)) {
                    return data(content, position == one ? other : one);
                }
            }
        } else if (kind(content) == 1) {
            int letter = position - file.getShort(slots);
            if (letter >= 0 && letter < 6) {
                return file.get(slots + 2 + ((stamp >> (4 * letter)) & 15));
            }
        }
        return data(content, position);
    }

    /** Returns the data of a block. */
    public byte[] data(int block) {
        byte[] data = new byte[4096];
        file.get(dataAt + 4096 * block, data);
        return data;
    }

    private byte data(int block, int position) {
        return file.get(dataAt + 4096 * block + position);
    }

    private static int stamp(long base, int content, long pass) {
        long key = mix(base + (content + 1) * GAMMA);
        long modulus = 1 << 24;
        long x = Math.floorMod(pass + (key & (modulus - 1)), modulus);
        x = x * (((key >>> 24) & (modulus - 1)) | 1) % modulus;
        x ^= x / 4096;
        x = x * ((key >>> 40) | 1) % modulus;
        return (int) (x ^ x / 8192);
    }

    /** The last step of SplitMix64, in numbers without overflow. */
    private static long mix(long value) {
        BigInteger z = unsigned(value);
        z = z.xor(z.shiftRight(30)).multiply(unsigned(0xbf58476d1ce4e5b9L)).mod(BigInteger.ONE.shiftLeft(64));
        z = z.xor(z.shiftRight(27)).multiply(unsigned(0x94d049bb133111ebL)).mod(BigInteger.ONE.shiftLeft(64));
        return z.xor(z.shiftRight(31)).longValue();
    }

    private static BigInteger unsigned(long value) {
        return new BigInteger(Long.toUnsignedString(value));
    }
}
