package dev.mimeo.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.dataseries.Checksums;
import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentSerializer;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.TypeLibrary;
import dev.mimeo.dataseries.WriterOptions;
import java.io.IOException;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/**
 * An extent of a type is unpacked or refused, and packed again in both byte orders or refused: a description of a type, a
 * zero, a byte whose lowest bit says big-endian, the extent.
 */
public final class ExtentFuzz {

    /** An input of a few thousand bytes may hold a well packed extent, which is there several times in the end. */
    private static final long MAX_ALLOCATED = 512L << 20;

    private ExtentFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) throws IOException {
        int end = 0;
        while (end < data.length && data[end] != 0) {
            end++;
        }
        if (end + 2 > data.length) {
            return;
        }
        boolean bigEndian = (data[end + 1] & 1) != 0;
        byte[] packed = Arrays.copyOfRange(data, end + 2, data.length);
        String xml = new String(data, 0, end, UTF_8);
        Check.allocates(MAX_ALLOCATED, data.length, () -> unpackAndPack(xml, bigEndian, packed));
    }

    private static void unpackAndPack(String xml, boolean bigEndian, byte[] packed) throws IOException {
        try {
            TypeLibrary types = new TypeLibrary();
            types.add(ExtentType.parse(xml));
            try (ExtentSerializer same = serializer(types, bigEndian, Checksums.NONE);
                    ExtentSerializer other = serializer(types, !bigEndian, Checksums.ALL)) {
                Extent extent = same.unpack(packed, "fuzz");
                DataSeriesReaderFuzz.readAll(extent);
                // Packed in the other order, every value is taken out and put in again.
                Extent again = other.unpack(other.pack(extent), "again");
                Check.that(again.rows() == extent.rows(), "%d rows of %d", again.rows(), extent.rows());
                DataSeriesReaderFuzz.readAll(again);
                same.pack(extent);
            }
        } catch (DataSeriesException e) {
            Check.oneLine(e);
        }
    }

    private static ExtentSerializer serializer(TypeLibrary types, boolean bigEndian, Checksums checksums) {
        ByteOrder order = bigEndian ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        return new ExtentSerializer(types, new WriterOptions(List.of("zlib:1"), order, 1), checksums);
    }
}
