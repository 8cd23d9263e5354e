package dev.mimeo.cli.dataseries;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.cli.TestRun;
import dev.mimeo.testing.TraceFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The classes themselves are tested where they are generated. */
final class Dstypes2javaTest {

    private static final String ONE = "<ExtentType name=\"Some::One\"><field type=\"bool\" name=\"x-y\"/></ExtentType>";
    private static final String TWO = "<ExtentType name=\"Some::Two\"><field type=\"bool\" name=\"z\"/></ExtentType>";

    @TempDir
    Path folder;

    private String file() throws IOException {
        return TraceFixture.of(ONE, TWO).write(folder.resolve("two.ds")).toString();
    }

    @Test
    void printsTheClassOfOneType() throws IOException {
        TestRun xml = TestRun.withInput(ONE.getBytes(UTF_8), "dstypes2java", "-");
        assertThat(xml.code()).as(xml.err()).isZero();
        assertThat(xml.out()).contains("public final class SomeOne {", "public boolean xY(int row) {");
        TestRun chosen = TestRun.of("dstypes2java", file(), "--type", "One");
        assertThat(chosen.out()).isEqualTo(xml.out());
        TestRun stream = TestRun.withInput(TraceFixture.of(ONE, TWO).bytes(), "dstypes2java", "-", "--type", "One");
        assertThat(stream.out()).as(stream.err()).isEqualTo(xml.out());
        TestRun both = TestRun.of("dstypes2java", file());
        assertThat(both.code()).isEqualTo(2);
        assertThat(both.err()).contains("2 types make as many files");
    }

    @Test
    void namesTheClassOfOneType() throws IOException {
        String file = file();
        TestRun named = TestRun.of("dstypes2java", file, "--type", "One", "--class", "Call");
        assertThat(named.code()).as(named.err()).isZero();
        assertThat(named.out()).contains("public final class Call {", "public static final class Cursor");
        String out = folder.resolve("src").toString();
        TestRun written = TestRun.of("dstypes2java", file, "--type", "One", "--class", "Call", "-o", out, "--json");
        assertThat(written.out()).contains("\"Call\"");
        assertThat(folder.resolve("src/Call.java")).hasContent(named.out());
        TestRun both = TestRun.of("dstypes2java", file, "--class", "Call", "-o", out);
        assertThat(both.code()).isEqualTo(2);
        assertThat(both.err()).contains("--class names the class of a single type, and there are 2: add --type");
        TestRun bad = TestRun.of("dstypes2java", file, "--type", "One", "--class", "a.B");
        assertThat(bad.code()).isEqualTo(2);
        assertThat(bad.err()).contains("cannot have the name 'a.B'");
    }

    @Test
    void writesIntoTheFolderOfThePackage() throws IOException {
        String file = file();
        String out = folder.resolve("src").toString();
        TestRun run = TestRun.of("dstypes2java", file, "-o", out, "--package", "com.example", "--json");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("\"com.example.SomeTwo\"");
        Path one = folder.resolve("src/com/example/SomeOne.java");
        assertThat(one).content().startsWith("package com.example;\n");
        assertThat(one.resolveSibling("SomeTwo.java")).exists();
        Files.writeString(one, "mine");
        assertThat(TestRun.of("dstypes2java", file, "-o", out, "--package", "com.example")
                        .code())
                .isEqualTo(1);
        assertThat(one).hasContent("mine");
        assertThat(TestRun.of("dstypes2java", file, "-o", out, "--package", "com.example", "--force")
                        .code())
                .isZero();
        assertThat(one).content().startsWith("package com.example;\n");
    }

    @Test
    void saysWhatIsWrong() throws IOException {
        Path bad = Files.writeString(folder.resolve("bad.xml"), "<ExtentType>");
        TestRun run = TestRun.of("dstypes2java", bad.toString());
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).startsWith("mimeo: " + bad);
        assertThat(TestRun.of("dstypes2java", folder.resolve("none.xml").toString())
                        .code())
                .isEqualTo(1);
        assertThat(TestRun.of("dstypes2java", file(), "-o", folder.toString(), "--package", "a b")
                        .code())
                .isEqualTo(2);
        Path other = Files.writeString(folder.resolve("other.xml"), ONE.replace("bool", "byte"));
        TestRun twice = TestRun.of("dstypes2java", file(), other.toString(), "-o", folder.toString());
        assertThat(twice.code()).isEqualTo(1);
        assertThat(twice.err()).startsWith("mimeo: " + other).contains("declared twice with different texts");
        TestRun cut = TestRun.withInput("DSv1".getBytes(UTF_8), "dstypes2java", "-");
        assertThat(cut.code()).isEqualTo(1);
        assertThat(cut.err()).startsWith("mimeo: standard input: ");
        assertThat(TestRun.of("dstypes2java").code()).isEqualTo(2);
    }
}
