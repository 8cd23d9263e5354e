package dev.mimeo.dataseries.transform;

import dev.mimeo.codec.Codecs;
import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentType;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The row that tells how a file was packed, in the columns of the original tool. */
final class PackingInformation {

    /** Name of the type; older files have other columns under this name. */
    static final String TYPE_NAME = "Info::DSRepack";

    /** Names of the algorithms in DataSeries, in the order of their codes. */
    private static final List<String> ALGORITHMS = List.of("lzo", "zlib", "bz2", "lzf", "snappy", "lz4", "lz4hc");

    static final ExtentType TYPE = type();

    private PackingInformation() {}

    private static ExtentType type() {
        StringBuilder xml = new StringBuilder(
                "<ExtentType namespace=\"ssd.hpl.hp.com\" name=\"" + TYPE_NAME + "\" version=\"1.0\" >\n");
        for (String algorithm : ALGORITHMS) {
            xml.append("  <field type=\"bool\" name=\"enable_X\" print_true=\"with_X\" print_false=\"no_X\" />\n"
                    .replace("X", algorithm));
        }
        xml.append("""
                  <field type="int32" name="compress_level" />
                  <field type="int32" name="extent_size" />
                  <field type="int32" name="part" opt_nullable="yes" />
                </ExtentType>
                """);
        try {
            return ExtentType.parse(xml.toString());
        } catch (DataSeriesException e) {
            throw new AssertionError(e);
        }
    }

    /**
     * Makes the extent of the row.
     *
     * @param part number of the part; -1 if the file is not split
     */
    static Extent extent(Repacking.Options options, int part) {
        Set<String> enabled = new TreeSet<>();
        for (String codec : options.writer().codecs()) {
            String algorithm =
                    codec.equals("none") ? codec : Codecs.canonicalName(codec).replaceFirst(":.*", "");
            enabled.add(algorithm.equals("bzip2") ? "bz2" : algorithm);
        }
        ExtentBuilder builder = new ExtentBuilder(TYPE);
        builder.addRow();
        for (String algorithm : ALGORITHMS) {
            builder.setBoolean(TYPE.indexOf("enable_" + algorithm), enabled.contains(algorithm));
        }
        builder.setInt(TYPE.indexOf("compress_level"), options.level());
        builder.setInt(TYPE.indexOf("extent_size"), options.extentSize());
        if (part < 0) {
            builder.setNull(TYPE.indexOf("part"));
        } else {
            builder.setInt(TYPE.indexOf("part"), part);
        }
        return builder.build();
    }
}
