package dev.mimeo.dataseries;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.internal.bytes.EitherEndian;
import dev.mimeo.testing.TraceFixture;
import java.io.IOException;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The complete file of the format's description, byte for byte. */
final class SpecificationFileTest {

    static final String TINY = """
            <ExtentType name="tiny" namespace="example.org" version="1.0">
              <field type="int64" name="when" pack_relative="when" />
              <field type="bool" name="ok" />
              <field type="byte" name="op" opt_nullable="yes" />
              <field type="int32" name="size" />
              <field type="double" name="lat" pack_scale="0.5" />
              <field type="variable32" name="user" pack_unique="yes" />
            </ExtentType>
            """;

    private static final String HEADER =
            "44537631785634 12f0debc9a78563412 182d4454fb210940 000000000000f07f 000000000000f87f";
    private static final String TYPES_HEAD = "08000000800100000100000084010000 1982f2e50315b96800001300"
            + "446174615365726965733a20586d6c5479706500 0400000000000000 75010000";
    private static final String REST = "00000000000000"
            + "6000000018000000030000001c000000 9f11405e85699da30000040074696e79"
            + "01070000ffffffff0400000000000000 e8030000000000000000000000000840"
            + "020000002a0000000400000000000000 0a0000000000000000000000000010c0"
            + "01ff0000000000000c00000000000000 0100000000000000000000000000f03f"
            + "03000000626f6200 09000000616c69636520626f62000000"
            + "30000000400000000300000044000000 cd1ec5906655b96100001700"
            + "446174615365726965733a20457874656e74496e64657800"
            + "04000000000000002800000000000000 1c00000000000000e001000000000000 24000000000000007802000000000000"
            + "13000000446174615365726965733a20586d6c5479706500"
            + "0400000074696e79"
            + "17000000446174615365726965733a20457874656e74496e6465780000000000"
            + "ffffffffa40000005bffffffda613efc 7802000000000000b8007333";

    static byte[] tinyFile(String xml, ByteOrder order, String... codecs) throws IOException {
        return TraceFixture.of(xml)
                .with(new WriterOptions(List.of(codecs), order, 1))
                .row(1000, true, 7, -1, 1.5, "bob")
                .row(1010, false, null, 42, -2, "bob")
                .row(1011, true, 255, 0, 0.5, "alice bob")
                .bytes();
    }

    static byte[] specifiedFile() {
        return HexFormat.of()
                .parseHex(
                        (HEADER + TYPES_HEAD + HexFormat.of().formatHex(TINY.getBytes(UTF_8)) + REST).replace(" ", ""));
    }

    @Test
    void writesTheSpecifiedBytes() throws IOException {
        assertThat(tinyFile(TINY, ByteOrder.LITTLE_ENDIAN, "none")).isEqualTo(specifiedFile());
    }

    @Test
    void readsTheSpecifiedRows() throws IOException {
        checkRows(specifiedFile());
    }

    @Test
    void writesAndReadsTheBigEndianTwin() throws IOException {
        byte[] file = tinyFile(TINY, ByteOrder.BIG_ENDIAN);
        checkRows(file);
        try (DataSeriesReader reader = DataSeriesReader.read(file, "twin")) {
            assertThat(reader.order()).isEqualTo(ByteOrder.BIG_ENDIAN);
            assertThat(reader.header(40))
                    .returns(0x62078304, ExtentHeader::adler)
                    .returns(0x32db61b6, ExtentHeader::hash);
            assertThat(reader.header(480))
                    .returns(0x13b61103, ExtentHeader::adler)
                    .returns(0x8d17b13d, ExtentHeader::hash);
            assertThat(reader.header(632))
                    .returns(0x2f762003, ExtentHeader::adler)
                    .returns(0xcf9ae2c0, ExtentHeader::hash);
        }
        assertThat(EitherEndian.getInt(file, file.length - 16, true)).isEqualTo(0xd9a8b593);
        assertThat(EitherEndian.getInt(file, file.length - 4, true)).isEqualTo(0x1a255597);
    }

    @Test
    void nullCompactionKeepsTheHash() throws IOException {
        String xml = TINY.replace("name=\"tiny\"", "name=\"tinync\" pack_null_compact=\"non_bool\"");
        byte[] file = tinyFile(xml, ByteOrder.LITTLE_ENDIAN);
        try (DataSeriesReader reader = DataSeriesReader.read(file, "compact")) {
            DataSeriesReader.IndexEntry entry = reader.index().get(1);
            assertThat(reader.header(entry.offset()))
                    .returns(96, ExtentHeader::fixedBytes)
                    .returns(0xa39d6985, ExtentHeader::hash);
        }
        checkRows(file);
    }

    private static void checkRows(byte[] file) throws IOException {
        try (DataSeriesReader reader = DataSeriesReader.read(file, "tiny");
                ExtentSource extents = reader.extents("*", 2)) {
            assertThat(reader.index()).hasSize(3);
            Extent extent = Objects.requireNonNull(extents.next());
            assertThat(extent.rows()).isEqualTo(3);
            assertThat(extent.longs(0)).containsExactly(1000, 1010, 1011);
            assertThat(extent.booleans(1)).containsExactly(true, false, true);
            assertThat(extent.bytes(2)).containsExactly(7, 0, 255);
            assertThat(extent.nulls(2)).containsExactly(false, true, false);
            assertThat(extent.ints(3)).containsExactly(-1, 42, 0);
            assertThat(extent.doubles(4)).containsExactly(1.5, -2, 0.5);
            assertThat(extent.variables(5).utf8(0)).isEqualTo("bob");
            assertThat(extent.variables(5).utf8(2)).isEqualTo("alice bob");
            assertThat(extents.next()).isNull();
        }
    }
}
