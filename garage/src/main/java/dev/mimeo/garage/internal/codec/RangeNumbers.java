package dev.mimeo.garage.internal.codec;

import dev.mimeo.codec.Codec;
import dev.mimeo.codec.Codecs;
import dev.mimeo.internal.bytes.LittleEndian;
import java.util.Arrays;
import java.util.zip.DataFormatException;

/**
 * The numbers of the ranges of values, one or several to a byte, compressed with Zstandard, or coded by {@link AnsCoder}; {@link
 * IntegerStream} describes them. For one thread at a time.
 */
final class RangeNumbers implements AutoCloseable {

    private static final int ANS = 0;

    /** The part of a stream that entropy coding must save, because Zstandard is read in half of the time. */
    private static final int GAIN = 48;

    private final Codec codec = Codecs.open("zstd:1");
    private final AnsCoder ans = new AnsCoder();
    private byte[] dense = {};
    private byte[] packed = {};
    private byte[] densePacked = {};

    private void makeRoom(int count) {
        if (dense.length < count) {
            dense = new byte[count];
        }
    }

    /**
     * Writes numbers.
     *
     * @param number number of ranges, 2 or more
     * @param uses values of each range
     * @param offsetsSize bytes of the offsets in the ranges
     */
    void write(byte[] ranges, int count, int number, int[] uses, int offsetsSize, ByteSink out) {
        int ansSize = ans.plan(uses, number, count);
        int start = out.size();
        writeZstd(ranges, count, number, Arrays.stream(uses).max().orElse(0), out);
        int size = out.size() - start;
        if (size - ansSize > (size + offsetsSize) / GAIN) {
            out.truncate(start);
            out.writeByte(ANS);
            ans.write(ranges, number, count, out);
        }
    }

    private void writeZstd(byte[] ranges, int count, int number, int mostUses, ByteSink out) {
        int perByte = number <= 2 ? 8 : number <= 4 ? 4 : number <= 16 ? 2 : 1;
        int room = codec.maxCompressedLength(count);
        if (packed.length < room) {
            packed = new byte[room];
            densePacked = new byte[room];
        }
        // Zstandard takes a bit for each byte that it does not find again, so that few ranges of a kind want to share
        // one. Where that is likely, a byte for each is not worth the time to try it.
        boolean isDense = perByte > 2 || (perByte == 2 && mostUses * 2L > count);
        int size = isDense ? Integer.MAX_VALUE : codec.compress(ranges, 0, count, packed, 0, room);
        if (isDense || (perByte == 2 && size * 2L > count)) {
            makeRoom(count);
            int denseSize = pack(ranges, count, perByte);
            int densePackedSize = codec.compress(dense, 0, denseSize, densePacked, 0, room);
            if (Math.min(densePackedSize, denseSize) < size) {
                out.writeByte(perByte);
                writeCompressed(densePacked, densePackedSize, dense, denseSize, out);
                return;
            }
        }
        out.writeByte(1);
        writeCompressed(packed, size, ranges, count, out);
    }

    private static void writeCompressed(byte[] compressed, int size, byte[] plain, int plainSize, ByteSink out) {
        if (size < plainSize) {
            out.writeVariable(size);
            out.write(compressed, 0, size);
        } else {
            out.writeVariable(0);
            out.write(plain, 0, plainSize);
        }
    }

    private int pack(byte[] ranges, int count, int perByte) {
        int size = (count + perByte - 1) / perByte;
        int bits = 8 / perByte;
        for (int at = 0, i = 0; at < size; at++, i += perByte) {
            int group = 0;
            for (int next = Math.min(count, i + perByte) - 1; next >= i; next--) {
                group = group << bits | ranges[next];
            }
            dense[at] = (byte) group;
        }
        return size;
    }

    /**
     * Reads numbers; those of damaged bytes may be any.
     *
     * @param ranges destination of the ranges, with room for all
     */
    void read(ByteSource in, byte[] ranges, int number, int count) throws DataFormatException {
        int perByte = in.readByte();
        if (perByte == ANS) {
            ans.read(in, ranges, number, count);
            return;
        }
        makeRoom(count);
        if (perByte != 1 && perByte != 2 && perByte != 4 && perByte != 8) {
            throw new DataFormatException("expected 1, 2, 4 or 8 ranges in a byte, found " + perByte);
        }
        int size = (count + perByte - 1) / perByte;
        int packedSize = in.readCount(in.remaining());
        byte[] target = perByte == 1 ? ranges : dense;
        if (packedSize == 0) {
            System.arraycopy(in.array(), in.skip(size), target, 0, size);
        } else {
            int found = codec.decompress(in.array(), in.skip(packedSize), packedSize, target, 0, size);
            if (found != size) {
                throw new DataFormatException("expected " + size + " bytes of ranges, found " + found);
            }
        }
        if (perByte > 1) {
            unpack(ranges, count, perByte);
        }
    }

    /** Spreads numbers of 4, 2 or 1 bits over bytes, eight at a time: halves of the bits move apart until each is in its own byte. */
    private void unpack(byte[] ranges, int count, int perByte) {
        int whole = count & ~7;
        switch (perByte) {
            case 2 -> {
                for (int i = 0, at = 0; i < whole; i += 8, at += 4) {
                    long group = LittleEndian.getInt(dense, at) & 0xffff_ffffL;
                    group = (group | group << 16) & 0x0000_ffff_0000_ffffL;
                    group = (group | group << 8) & 0x00ff_00ff_00ff_00ffL;
                    LittleEndian.putLong(ranges, i, (group | group << 4) & 0x0f0f_0f0f_0f0f_0f0fL);
                }
            }
            case 4 -> {
                for (int i = 0, at = 0; i < whole; i += 8, at += 2) {
                    long group = LittleEndian.getShort(dense, at) & 0xffffL;
                    group = (group | group << 24) & 0x0000_00ff_0000_00ffL;
                    group = (group | group << 12) & 0x000f_000f_000f_000fL;
                    LittleEndian.putLong(ranges, i, (group | group << 6) & 0x0303_0303_0303_0303L);
                }
            }
            default -> {
                for (int i = 0, at = 0; i < whole; i += 8, at++) {
                    long group = dense[at] & 0xffL;
                    group = (group | group << 28) & 0x0000_000f_0000_000fL;
                    group = (group | group << 14) & 0x0003_0003_0003_0003L;
                    LittleEndian.putLong(ranges, i, (group | group << 7) & 0x0101_0101_0101_0101L);
                }
            }
        }
        int bits = 8 / perByte;
        int mask = (1 << bits) - 1;
        for (int i = whole; i < count; i++) {
            ranges[i] = (byte) (dense[i / perByte] >> ((i % perByte) * bits) & mask);
        }
    }

    @Override
    public void close() {
        codec.close();
    }
}
