package dev.mimeo.formats.java;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentOutput;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.testing.SharedData;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("thorough")
final class TypeClassesTest {

    private static final String ALL_KINDS = """
            <ExtentType name="Trace::NFS::common" namespace="mimeo.dev" version="1.0">
              <field type="int64" name="packet-at" units="2^-32 seconds" epoch="unix" pack_relative="packet-at" />
              <field type="byte" name="nfs version" opt_nullable="yes" print_format="V%d" note="2 */ \\u000a&#10;@see 3" />
              <field type="int32" name="IPAddress" />
              <field type="bool" name="class" />
              <field type="double" name="d" opt_doublebase="10" />
              <field type="variable32" name="2nd name" opt_nullable="yes" />
              <field type="fixedwidth" name="id" size="2" />
            </ExtentType>
            """;

    @TempDir
    Path folder;

    private ClassLoader compiled(Map<String, String> sources, String packageName) throws IOException {
        return GeneratedSources.of(sources, packageName).compiled(folder);
    }

    private static Class<?> nested(Class<?> rows, String name) {
        return Stream.of(rows.getDeclaredClasses())
                .filter(nested -> nested.getSimpleName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Object call(Object target, String name, Object... arguments) throws Exception {
        for (Method method : target.getClass().getMethods()) {
            if (method.getName().equals(name) && method.getParameterCount() == arguments.length) {
                return method.invoke(target, arguments);
            }
        }
        throw new NoSuchMethodException(name);
    }

    @Test
    void theCommentOfATypeIsThatOfItsClass() throws Exception {
        ExtentType type = ExtentType.parse("""
                <ExtentType name="t" version="2.1" comment=" one row &lt;each&gt; */ call&#10;@see x ">
                  <field type="bool" name="name" /><field type="bool" name="nameColumn" />
                </ExtentType>
                """);
        assertThat(type.attributes()).containsEntry("comment", " one row <each> */ call\n@see x ");
        String source = TypeClasses.generate(type, "", "T");
        assertThat(source)
                .contains(" * Rows of an extent of type t, version 2.1 (one row &#60;each&#62; ")
                .contains(" public boolean[] nameColumn() {");
        compiled(Map.of("T", source), "").loadClass("T");
    }

    @Test
    void readsAndWritesWhatItIsGeneratedFor() throws Exception {
        ExtentType type = ExtentType.parse(ALL_KINDS);
        Map<String, String> sources = TypeClasses.generate(List.of(type), "com.example.traces");
        assertThat(sources).containsOnlyKeys("TraceNFSCommon");
        Class<?> rows = compiled(sources, "com.example.traces").loadClass("com.example.traces.TraceNFSCommon");
        assertThat(rows.getMethod("type").invoke(null)).isEqualTo(type);

        ExtentBuilder builder = new ExtentBuilder(type);
        Class<?> writerClass = nested(rows, "Writer");
        Object writer = writerClass.getConstructor(ExtentBuilder.class).newInstance(builder);
        call(writer, "addRow");
        call(writer, "setPacketAt", 5L);
        call(writer, "setNfsVersion", 200);
        call(writer, "setIpAddress", -1);
        call(writer, "setClass2", true);
        call(writer, "setDAbsolute", 12.5);
        writerClass.getMethod("setField2ndName", String.class).invoke(writer, "ä");
        call(writer, "setId", new byte[] {1, 2});
        call(writer, "addRow");
        call(writer, "setNfsVersionNull");

        Object read = rows.getConstructor(Extent.class).newInstance(builder.build());
        assertThat(call(read, "rows")).isEqualTo(2);
        assertThat(call(read, "packetAt", 0)).isEqualTo(5L);
        assertThat((long[]) call(read, "packetAt")).containsExactly(5, 0);
        assertThat(call(read, "nfsVersion", 0)).isEqualTo(200);
        assertThat(call(read, "isNfsVersionNull", 0)).isEqualTo(false);
        assertThat(call(read, "isNfsVersionNull", 1)).isEqualTo(true);
        assertThat(call(read, "ipAddress", 0)).isEqualTo(-1);
        assertThat(call(read, "class2", 0)).isEqualTo(true);
        assertThat(call(read, "d", 0)).isEqualTo(2.5);
        assertThat(call(read, "dAbsolute", 0)).isEqualTo(12.5);
        assertThat(call(read, "field2ndName", 0)).isEqualTo("ä");
        assertThat((byte[]) call(read, "field2ndNameBytes", 0)).hasSize(2);
        assertThat((byte[]) call(read, "id", 0)).containsExactly(1, 2);

        ExtentType other = ExtentType.parse("<ExtentType name=\"Other\" />");
        assertThatThrownBy(() -> rows.getConstructor(Extent.class).newInstance(new ExtentBuilder(other).build()))
                .hasRootCauseInstanceOf(IllegalArgumentException.class)
                .rootCause()
                .hasMessageContaining("has no field 'packet-at'");
    }

    /** Classes that users have generated and kept stay the same in later versions. */
    @Test
    void theSourceIsTheSameInEveryVersion() throws Exception {
        Map<String, String> sources = TypeClasses.generate(List.of(ExtentType.parse(ALL_KINDS)), "com.example.traces");
        try (InputStream golden = TypeClassesTest.class.getResourceAsStream("TraceNFSCommon.java.golden")) {
            assertThat(sources.get("TraceNFSCommon"))
                    .isEqualTo(new String(golden.readAllBytes(), StandardCharsets.US_ASCII));
        }
    }

    /** Ten thousand rows through an output of 16 KiB are many extents, whichever of its sides they come from. */
    @Test
    void writersUseTheOutputs() throws Exception {
        ExtentType type = ExtentType.parse("<ExtentType name=\"Row\"><field type=\"int64\" name=\"x\" /></ExtentType>");
        Class<?> rows = compiled(TypeClasses.generate(List.of(type), "p"), "p").loadClass("p.Row");
        Class<?> writerClass = nested(rows, "Writer");
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        int count = 10_001;
        try (DataSeriesWriter writer =
                        DataSeriesWriter.create(Channels.newChannel(file), List.of(type), WriterOptions.DEFAULT);
                ExtentOutput output = new ExtentOutput(writer, type, 16 << 10)) {
            Object row = writerClass.getConstructor(ExtentOutput.class).newInstance(output);
            for (long i = 0; i < count; i++) {
                if (i % 1000 == 999) {
                    output.addRow().setLong(0, i);
                } else {
                    call(row, "addRow");
                    call(row, "setX", i);
                }
            }
            assertThat(output.rows()).isEqualTo(count);
            // Rows that bypass the output would not be counted, nor fill an extent.
            ExtentBuilder builder = output.addRow();
            builder.setLong(0, count);
            Object aside = writerClass.getConstructor(ExtentBuilder.class).newInstance(builder);
            assertThatThrownBy(() -> call(aside, "addRow")).hasRootCauseInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> builder.createRows(2)).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(builder::clear).isInstanceOf(IllegalStateException.class);
        }
        long next = 0;
        int extents = 0;
        try (DataSeriesReader reader = DataSeriesReader.read(file.toByteArray(), "file");
                ExtentSource source = reader.extents("Row", 1)) {
            for (Extent extent = source.next(); extent != null; extent = source.next()) {
                extents++;
                for (long value : extent.longs(0)) {
                    assertThat(value).isEqualTo(next++);
                }
            }
        }
        assertThat(next).isEqualTo(count + 1L);
        assertThat(extents).isEqualTo(5);
    }

    @Test
    @Tag("slow")
    void anyNamesMakeValidJava() throws Exception {
        List<String> names = new ArrayList<>(List.of(
                "a-b",
                "a b",
                "a_b",
                "aB",
                "A B",
                "int",
                "class",
                "null",
                "true",
                "_",
                "---",
                "1",
                "",
                "rows",
                "row",
                "extent",
                "type",
                "getClass",
                "hashCode",
                "wait",
                "toString",
                "x",
                "isXNull",
                "is x null",
                "xBytes",
                "setX",
                "x-absolute",
                "value",
                "values",
                "values0",
                "index0",
                "builder",
                "output",
                "addRow",
                "columns",
                "next",
                "row2",
                "close",
                "current",
                "open",
                "found",
                "none",
                "source",
                "unsupported",
                "parsed",
                "TYPE",
                "TYPE_NAME",
                "java",
                "dev",
                "\\u000a",
                "a\nb",
                "\r",
                "\t*/\u0085\u2028\u4e2d",
                "\\",
                "*/",
                "@param",
                "{@code",
                "<b>",
                "&amp;",
                "ä",
                "\uD83D\uDE00",
                "\"",
                "var",
                "record",
                "sealed",
                "yield",
                "String",
                "Writer",
                "%s",
                "%n"));
        long seed = 9;
        Random random = new Random(seed);
        String letters = "aAbB1_-\\u*/ \"'<>&@{}%";
        for (int i = 0; i < 200; i++) {
            StringBuilder name = new StringBuilder();
            for (int j = random.nextInt(6); j >= 0; j--) {
                name.append(letters.charAt(random.nextInt(letters.length())));
            }
            names.add(name.toString());
        }
        List<String> types = List.of("bool", "byte", "int32", "int64", "double", "variable32");
        StringBuilder xml = new StringBuilder("<ExtentType name=\"NAME\">");
        List<String> used = new ArrayList<>();
        for (String name : names) {
            if (!name.isEmpty() && !name.startsWith(" ") && !used.contains(name)) {
                used.add(name);
                String type = types.get(used.size() % types.size());
                xml.append("<field type=\"")
                        .append(type)
                        .append("\" name=\"")
                        .append(escaped(name))
                        .append(type.equals("double") ? "\" opt_doublebase=\"1" : "")
                        .append("\" opt_nullable=\"yes\" />");
            }
        }
        xml.append("</ExtentType>");
        List<ExtentType> extentTypes = new ArrayList<>();
        for (String name : List.of(
                "Writer", "Cursor", "String", "a::b", "A::B", "a b", "Object", "*/", "1", "Extent", "\\u000a")) {
            extentTypes.add(ExtentType.parse(
                    xml.toString().replaceFirst("NAME", escaped(name).replace("\\", "\\\\"))));
        }
        Map<String, String> sources = TypeClasses.generate(extentTypes, "");
        assertThat(sources).hasSize(11);
        ClassLoader loader = compiled(sources, "");
        int at = 0;
        for (String name : sources.keySet()) {
            Class<?> rows = loader.loadClass(name);
            assertThat(rows.getMethod("type").invoke(null)).as("seed " + seed).isEqualTo(extentTypes.get(at++));
            rows.getConstructor(Extent.class).newInstance(new ExtentBuilder(extentTypes.get(at - 1)).build());
        }
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace("\"", "&quot;")
                .replace("\n", "&#10;")
                .replace("\r", "&#13;")
                .replace("\t", "&#9;");
    }

    @Test
    void readsGoldenFiles() throws Exception {
        try (DataSeriesReader reader = DataSeriesReader.open(golden("lsb.acct.2007-01-01-p1.ds"));
                ExtentSource source = reader.extents("Batch::LSF", 1)) {
            Map<String, String> sources = TypeClasses.generate(reader.types(), "lsf");
            Class<?> rows = compiled(sources, "lsf").loadClass("lsf.BatchLSFGrizzly");
            List<String> lines = new ArrayList<>();
            for (Extent extent = source.next(); extent != null; extent = source.next()) {
                Object bound = rows.getConstructor(Extent.class).newInstance(extent);
                for (int row = 0; row < extent.rows(); row++) {
                    lines.add(call(bound, "clusterName", row) + " " + call(bound, "jobId", row) + " "
                            + (Boolean.TRUE.equals(call(bound, "isStartFrameNull", row))
                                    ? "null"
                                    : call(bound, "startFrame", row)));
                }
            }
            assertThat(lines).hasSize(62 + 62 + 63 * 5 + 57);
            ExtentType type = reader.type("Batch::LSF");
            try (ExtentSource again = reader.extents("Batch::LSF", 1)) {
                int line = 0;
                for (Extent extent = again.next(); extent != null; extent = again.next()) {
                    int cluster = type.indexOf("cluster_name");
                    int job = type.indexOf("job_id");
                    int frame = type.indexOf("start_frame");
                    for (int row = 0; row < extent.rows(); row++) {
                        assertThat(lines.get(line++))
                                .isEqualTo(extent.variables(cluster).utf8(row) + " " + extent.ints(job)[row] + " "
                                        + (extent.isNull(frame, row) ? "null" : extent.ints(frame)[row]));
                    }
                }
            }
        }
    }

    @Test
    void generatesForAllShippedTypes() throws IOException {
        List<ExtentType> types = new ArrayList<>();
        try (Stream<Path> files = Files.list(golden("lsb.acct.2007-01-01-p1.ds").getParent())) {
            for (Path file : files.filter(path -> path.toString().matches(".*\\.ds(-.*)?"))
                    .sorted()
                    .toList()) {
                try (DataSeriesReader reader = DataSeriesReader.open(file)) {
                    types.addAll(reader.types());
                }
            }
        }
        assertThat(types).hasSizeGreaterThan(10);
        assertThat(compiled(TypeClasses.generate(types, "all"), "all")).isNotNull();
    }

    @Test
    void refusesWhatIsNoPackage() {
        for (String name : List.of("a.", "a b", "1", "a.class", "a-b")) {
            assertThatThrownBy(() -> TypeClasses.generate(List.of(), name))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static Path golden(String name) {
        return SharedData.path("dataseries/shipped/" + name);
    }
}
