package dev.mimeo.dataseries;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Extents as files store them, found without the reader under test. */
final class StoredExtents {

    private StoredExtents() {}

    /** The part of an extent's header that does not depend on compression. */
    record Facts(String typeName, int rows, int variableSize, int hash) {}

    /** Returns the facts of all extents of a file, found without the reader under test. */
    static List<Facts> facts(byte[] file) {
        ByteBuffer in = ByteBuffer.wrap(file);
        in.order(in.get(4) == 0x78 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        List<Facts> facts = new ArrayList<>();
        for (int at = 40; in.getInt(at) != -1; ) {
            int nameLength = in.get(at + 26) & 0xff;
            facts.add(new Facts(
                    new String(file, at + 28, nameLength, UTF_8),
                    in.getInt(at + 8),
                    in.getInt(at + 12),
                    in.getInt(at + 20)));
            at += pad4(28 + nameLength) + pad4(in.getInt(at)) + pad4(in.getInt(at + 4));
        }
        return facts;
    }

    /** A part of an extent as it is stored. */
    record Part(int mode, String bytes) {}

    /** Returns the parts of a file that are not empty, those of the index last. */
    static List<Part> parts(byte[] file) {
        ByteBuffer in = ByteBuffer.wrap(file);
        in.order(in.get(4) == 0x78 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        List<Part> parts = new ArrayList<>();
        for (int at = 40; in.getInt(at) != -1; ) {
            int start = at + pad4(28 + (in.get(at + 26) & 0xff));
            for (int part = 0; part < 2; part++) {
                int size = in.getInt(at + 4 * part);
                if (size > 0) {
                    String bytes = HexFormat.of().formatHex(file, start, start + size);
                    parts.add(new Part(in.get(at + 24 + part), bytes));
                    start += pad4(size);
                }
            }
            at = start;
        }
        return parts;
    }

    private static int pad4(int size) {
        return (size + 3) & ~3;
    }
}
