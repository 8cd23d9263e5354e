package dev.mimeo.dataseries;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.codec.Codec;
import dev.mimeo.codec.Codecs;
import dev.mimeo.internal.bytes.LittleEndian;
import dev.mimeo.testing.TraceFixture;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.DataFormatException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The single extents of the format's description: null compaction and compression. */
final class SpecificationExtentTest {

    private static final String COMPACT = """
            <ExtentType name="nc" pack_null_compact="non_bool">
              <field type="bool" name="b" />
              <field type="byte" name="y" opt_nullable="yes" />
              <field type="int32" name="i" opt_nullable="yes" />
              <field type="variable32" name="v" opt_nullable="yes" />
              <field type="int64" name="l" opt_nullable="yes" pack_relative="l" />
              <field type="double" name="d" />
            </ExtentType>
            """;

    private static final String COMPACT_EXTENT = "58000000100000000400000014000000"
            + "650662b71a2ebe2c000002006e630000"
            + "01010000020000000400000000000000"
            + "0a00000000000000000000000000f03f"
            + "1e000000000000000000000000000040"
            + "0b000000050000000200000000000000"
            + "0000000000000840"
            + "140900000c0000000000000000001040"
            + "0100000078000000"
            + "0200000079790000";

    private static Extent compactRows() throws DataSeriesException {
        ExtentBuilder builder = new ExtentBuilder(ExtentType.parse(COMPACT));
        compactRow(builder, true, 1, 2, "x", 10, 1);
        compactRow(builder, false, -1, -1, null, -1, 2);
        compactRow(builder, true, -1, 5, null, 12, 3);
        compactRow(builder, false, 9, -1, "yy", -1, 4);
        return builder.build();
    }

    /** Adds a row; -1 and null stand for null. The stored bytes of a null are not zero. */
    private static void compactRow(
            ExtentBuilder builder, boolean b, int y, int i, @Nullable String v, long l, double d) {
        builder.addRow();
        builder.setBoolean(0, b);
        builder.setByte(1, y);
        builder.setInt(2, i);
        builder.setString(3, v == null ? "beneath" : v);
        builder.setLong(4, l);
        builder.setDouble(5, d);
        boolean[] nulls = {false, y < 0, i < 0, v == null, l < 0};
        for (int field = 1; field < nulls.length; field++) {
            if (nulls[field]) {
                builder.setNull(field);
            }
        }
    }

    @Test
    void nullCompactionGivesTheSpecifiedBytes() throws IOException {
        try (ExtentPacker packer = new ExtentPacker(WriterOptions.DEFAULT.withCodecs())) {
            byte[] bytes = packer.seal(compactRows()).bytes();
            assertThat(HexFormat.of().formatHex(bytes)).isEqualTo(COMPACT_EXTENT);
        }
    }

    @Test
    void nullCompactionIsUndone() throws IOException {
        for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
            byte[] file = file(compactRows(), new WriterOptions(List.of("zlib"), order, 1));
            try (DataSeriesReader reader = DataSeriesReader.read(file, "compact")) {
                Extent extent = reader.read(reader.index().get(1).offset());
                ExtentContents.assertSame(extent, compactRows());
                assertThat(extent.longs(4)).containsExactly(10, 0, 12, 0);
                assertThat(extent.ints(2)).containsExactly(2, 0, 5, 0);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<ExtentType name='t' pack_null_compact='non_bool' pack_field_ordering='big_to_small_sep_var32'>"
                        + "<field name='a' type='int32' opt_nullable='yes'/></ExtentType>",
                "<ExtentType name='t' pack_null_compact='non_bool'>"
                        + "<field name='a' type='fixedwidth' size='2' opt_nullable='yes'/></ExtentType>"
            })
    void nullCompactionThatLosesDataIsRefused(String xml) throws IOException {
        ExtentType type = ExtentType.parse(xml);
        assertThatThrownBy(() -> DataSeriesWriter.create(
                        Channels.newChannel(new ByteArrayOutputStream()), List.of(type), WriterOptions.DEFAULT))
                .isInstanceOf(DataSeriesException.class)
                .hasMessageContaining("null compaction does not work with");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<ExtentType name=\"DataSeries: XmlType\">\n  <field type=\"variable32\" name=\"xmltype\" />\n</ExtentType>\n",
                "<ExtentType name='DataSeries: XmlType'/>",
                "<ExtentType name='DataSeries: ExtentIndex'/>"
            })
    void typesOfTheFormatAreRefused(String xml) throws IOException {
        ExtentType type = ExtentType.parse(xml);
        assertThatThrownBy(() -> DataSeriesWriter.create(
                        Channels.newChannel(new ByteArrayOutputStream()), List.of(type), WriterOptions.DEFAULT))
                .isInstanceOf(DataSeriesException.class)
                .hasMessageContaining("the format itself has a type of this name");
    }

    private static byte[] file(Extent extent, WriterOptions options) throws IOException {
        return TraceFixture.of(extent.type())
                .with(options)
                .extents(List.of(extent))
                .bytes();
    }

    private static byte[] repeatedText() {
        return Arrays.copyOf("DataSeries compression test vector; ".repeat(9).getBytes(US_ASCII), 300);
    }

    @ParameterizedTest
    @CsvSource({
        "zlib:9, 2, 78dad361646070492c490c4e2dca4c2d5648cecf2d284a2d2ececccf5328492d2e51284b4d2ec92fb256185503510300323471be",
        "lz4, 6, ff192c0100004461746153657269657320636f6d7072657373696f6e207465737420766563746f723b202400f0506965732063",
        "lz4hc, 7, ff192c0100004461746153657269657320636f6d7072657373696f6e207465737420766563746f723b202400f0506965732063"
    })
    void compressedPartsOfTheOriginalLibraryAreRead(String codecName, int code, String stored)
            throws IOException, DataFormatException {
        ExtentBuilder builder = new ExtentBuilder(
                ExtentType.parse("<ExtentType name='cv'><field name='v' type='variable32'/></ExtentType>"));
        builder.addRow();
        builder.setBytes(0, repeatedText());
        try (DataSeriesReader reader =
                DataSeriesReader.read(file(builder.build(), WriterOptions.DEFAULT.withCodecs(codecName)), "own")) {
            long offset = reader.index().get(1).offset();
            assertThat(reader.header(offset))
                    .returns(308, ExtentHeader::variableSize)
                    .returns(0x89592f1c, ExtentHeader::hash)
                    .returns(0, ExtentHeader::fixedMode)
                    .returns(code, ExtentHeader::variableMode);
            assertThat(reader.read(offset).variables(0).copy(0)).isEqualTo(repeatedText());
        }
        byte[] part = HexFormat.of().parseHex(stored);
        byte[] plain = new byte[304];
        try (Codec codec = Codecs.open(codecName)) {
            assertThat(codec.decompress(part, 0, part.length, plain, 0, plain.length))
                    .isEqualTo(304);
        }
        assertThat(LittleEndian.getInt(plain, 0)).isEqualTo(300);
        assertThat(Arrays.copyOfRange(plain, 4, 304)).isEqualTo(repeatedText());
    }

    @Test
    void theSmallestResultWinsAndTheLowerCodeOnTies() throws IOException {
        ExtentBuilder builder = new ExtentBuilder(
                ExtentType.parse("<ExtentType name='cv'><field name='v' type='variable32'/></ExtentType>"));
        builder.addRow();
        builder.setBytes(0, repeatedText());
        byte[] file = file(builder.build(), WriterOptions.DEFAULT.withCodecs("lz4hc", "lz4"));
        try (DataSeriesReader reader = DataSeriesReader.read(file, "own")) {
            assertThat(reader.header(reader.index().get(1).offset()))
                    .returns(6, ExtentHeader::variableMode)
                    .returns(51, ExtentHeader::variableBytes);
        }
    }
}
