package dev.mimeo.repository;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mimeo.cli.Main;
import dev.mimeo.testing.MarkdownPage;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The launcher, with programs in place of Java that print their arguments. */
final class LauncherTest {

    private static final Path LAUNCHER = MarkdownPage.ROOT.resolve("cli/src/main/launcher");

    /** Options that all commands have. */
    private static final Pattern OF_ALL =
            Pattern.compile("-Xlog|-Xshare|-XX:\\+UnlockDiagnostic|-XX:ArchiveRelocation|-XX:Tier3BackEdge");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @SuppressWarnings("NullAway.Init") // set before each test
    private Path jdk;

    private record Result(int code, String out, String err) {}

    @BeforeEach
    void makeJdk() throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "no shell here");
        jdk = java("a jdk", "17.0.9", "java", "javac");
    }

    private Path java(String name, String version, String... programs) throws IOException {
        Path home = folder.resolve(name);
        Path bin = Files.createDirectories(home.resolve("bin"));
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"Nobody\"\nJAVA_VERSION=\"" + version + "\"\n");
        for (String program : programs) {
            Files.writeString(bin.resolve(program), "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
            Files.setPosixFilePermissions(bin.resolve(program), PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        return home;
    }

    private Path distribution() throws IOException {
        Path distribution = Files.createDirectories(folder.resolve("a distribution"));
        Files.createDirectories(distribution.resolve("bin"));
        Files.createDirectories(distribution.resolve("lib"));
        Files.copy(LAUNCHER.resolve("jvm-options.txt"), distribution.resolve("lib/jvm-options.txt"));
        Files.copy(MarkdownPage.ROOT.resolve("mimeo"), distribution.resolve("bin/mimeo"));
        return distribution;
    }

    private Path checkout() throws IOException {
        Path checkout = Files.createDirectories(folder.resolve("a checkout"));
        Path launcher = Files.createDirectories(checkout.resolve("cli/src/main/launcher"));
        Files.copy(LAUNCHER.resolve("checkout.sh"), launcher.resolve("checkout.sh"));
        Files.copy(MarkdownPage.ROOT.resolve("mimeo"), checkout.resolve("mimeo"));
        return checkout;
    }

    private Result run(Path mimeo, Map<String, String> environment, String... arguments) throws Exception {
        Path err = folder.resolve("stderr");
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", mimeo.toString()).redirectError(err.toFile());
        builder.command().addAll(List.of(arguments));
        builder.environment().remove("JAVA_OPTS");
        builder.environment().remove("JAVA_HOME");
        builder.environment().putAll(environment);
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        return new Result(process.exitValue(), out, Files.readString(err));
    }

    @Test
    void distributionsRunTheJavaThatTheyHave() throws Exception {
        Path distribution = distribution();
        Files.move(jdk, distribution.resolve("runtime"));
        Result result =
                run(distribution.resolve("bin/mimeo"), Map.of("JAVA_HOME", "/nosuch"), "scan", "a file", "-o", "c.ds");
        assertThat(result.err).isEmpty();
        Path real = distribution.toRealPath();
        assertThat(result.out.lines())
                .endsWith("-jar", real.resolve("mimeo.jar").toString(), "scan", "a file", "-o", "c.ds");
    }

    @Test
    void javaStaysInAWorkingFolderThatCannotBeRead() throws Exception {
        Path setpriv = Path.of("/usr/bin/setpriv");
        boolean root = Integer.valueOf(0).equals(Files.getAttribute(folder, "unix:uid"));
        assumeTrue(!root || Files.isExecutable(setpriv), "root reads every folder");
        Path distribution = distribution();
        // The Java that runs this test, which prints its working folder.
        Files.writeString(jdk.resolve("bin/java"), """
                #!/bin/sh
                for argument; do
                    shift
                    [ "$argument" != -jar ] || break
                    set -- "$@" "$argument"
                done
                while [ "${1:--}" = "${1#-}" ]; do shift; done
                exec "%s/bin/java" "$@" -XshowSettings:properties -version
                """.formatted(System.getProperty("java.home")));
        Path unreadable = Files.createDirectory(folder.resolve("unreadable"));
        Files.setPosixFilePermissions(unreadable, PosixFilePermissions.fromString("-wx--x--x"));
        List<String> command = new ArrayList<>();
        if (root) {
            command.addAll(List.of(setpriv.toString(), "--bounding-set", "-dac_override,-dac_read_search"));
        }
        command.addAll(List.of("/bin/sh", distribution.resolve("bin/mimeo").toString(), "version"));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(unreadable.toFile()).redirectErrorStream(true);
        builder.environment().remove("JAVA_OPTS");
        builder.environment().put("JAVA_HOME", jdk.toString());
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        Files.setPosixFilePermissions(unreadable, PosixFilePermissions.fromString("rwx--x--x"));
        assertThat(process.waitFor()).as(out).isZero();
        assertThat(out).contains("user.dir = " + unreadable.toRealPath() + System.lineSeparator());
    }

    @ParameterizedTest
    @CsvSource({"17.0.9, 17.0.9", "26-ea, 26"})
    void distributionsStartWithTheClassesStoredForTheirJavaAndFolder(String version, String stored) throws Exception {
        Path distribution = distribution();
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        Files.move(jdk, distribution.resolve("runtime"));
        store(distribution, "16.0.1", distribution.toRealPath());
        assertThat(archives(distribution.resolve("bin/mimeo"))).isEmpty();
        Path archive = store(distribution, stored, distribution.toRealPath());
        assertThat(archives(distribution.resolve("bin/mimeo")))
                .containsExactly("-XX:SharedArchiveFile=" + archive.toRealPath());
        store(distribution, stored, folder);
        assertThat(archives(distribution.resolve("bin/mimeo"))).isEmpty();
    }

    /** Stores what stands for an archive of classes, as made for an application in a folder. */
    private static Path store(Path application, String version, Path madeIn) throws IOException {
        Files.writeString(application.resolve("lib/start-" + version + ".place"), madeIn + "\n");
        return Files.writeString(application.resolve("lib/start-" + version + ".jsa"), "not an archive");
    }

    private List<String> archives(Path mimeo) throws Exception {
        return run(mimeo, Map.of("JAVA_HOME", jdk.toString()), "version")
                .out
                .lines()
                .filter(option -> option.startsWith("-XX:SharedArchiveFile="))
                .toList();
    }

    @Test
    void aDamagedArchiveIsNotReported() throws Exception {
        Path distribution = distribution();
        String version =
                Runtime.version().version().stream().map(String::valueOf).collect(Collectors.joining("."));
        store(distribution, version, distribution.toRealPath());
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "None");
        new JarOutputStream(Files.newOutputStream(distribution.resolve("mimeo.jar")), manifest).close();
        Map<String, String> environment =
                Map.of("JAVA_HOME", System.getProperty("java.home"), "JAVA_OPTS", "--version");
        Result result = run(distribution.resolve("bin/mimeo"), environment, "scan");
        assertThat(result.err).isEmpty();
        assertThat(result.out).contains(version);
        assertThat(result.code).isZero();
    }

    @Test
    void aCheckoutStoresClassesWhereThereAreNoneForItsFolder() throws Exception {
        Path checkout = checkout();
        Path application = checkout.resolve(".mimeo/app");
        Files.createDirectories(application.resolve("lib"));
        Files.copy(LAUNCHER.resolve("jvm-options.txt"), checkout.resolve("cli/src/main/launcher/jvm-options.txt"));
        Files.createFile(application.resolve("built"));
        Path log = checkout.resolve(".mimeo/warm-up.log");
        assertThat(archives(checkout.resolve("mimeo"))).isEmpty();
        assertThat(log).content().endsWith("/mimeo.jar\nwarm-up\n");
        Files.delete(log);
        Path archive = store(application, "17.0.9", application.toRealPath());
        assertThat(archives(checkout.resolve("mimeo")))
                .containsExactly("-XX:SharedArchiveFile=" + archive.toRealPath());
        assertThat(log).doesNotExist();
        store(application, "17.0.9", folder);
        assertThat(archives(checkout.resolve("mimeo"))).isEmpty();
        assertThat(log).exists();
    }

    @ParameterizedTest
    @CsvSource({"17.0.9, true", "25, true", "25.0.3, true", "26, false", "31-ea, false"})
    void optionsOfTestedVersionsOfJavaAreLeftOutForLaterOnes(String version, boolean expected) throws Exception {
        Path distribution = distribution();
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        Files.move(jdk, distribution.resolve("runtime"));
        List<String> words = run(distribution.resolve("bin/mimeo"), Map.of(), "version")
                .out
                .lines()
                .toList();
        assertThat(words.contains("-XX:ArchiveRelocationMode=0")).isEqualTo(expected);
        assertThat(words.contains("-XX:Tier3BackEdgeThreshold=10000")).isEqualTo(expected);
    }

    /** Compiling well is not worth it then. Names with spaces are in the query as they are. */
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "FROM 'FILE', true",
                "SELECT count(*) FROM 'FILE' JOIN 'FILE' USING (*), true",
                "FROM 'FILE.bz2', false",
                "FROM '*', false",
                "SELECT 7, false"
            })
    void smallTablesOfAQueryAreSeen(String query, boolean small) throws Exception {
        Path file = Files.writeString(folder.resolve("a table.ds"), "small");
        Files.writeString(folder.resolve("a table.ds.bz2"), "small");
        Path mimeo = distribution().resolve("bin/mimeo");
        Result result = run(
                mimeo, Map.of("JAVA_HOME", jdk.toString()), "dssql", query.replace("FILE", file.toString()), "--json");
        assertThat(result.err).isEmpty();
        assertThat(result.out.lines().anyMatch("-XX:TieredStopAtLevel=1"::equals))
                .isEqualTo(small);
    }

    @ParameterizedTest
    @CsvSource({
        "generate prose --size 128MiB, true",
        "generate prose --size=99m, true",
        "generate prose --size 4096, true",
        "generate prose --size 9999k, true",
        "generate prose --size 129MiB, false",
        "generate prose --size 1GiB, false",
        "generate prose --size 200000k, false",
        "generate prose --size 134217728, false",
        "generate prose --seed 7, false",
        "nfs summary CAPTURE, true",
        "nfs convert CAPTURE TRACE --random-key, true",
        "nfs summary CAPTURE LARGE.gz, false",
        "nfs summary LARGE, true",
        "nfs summary LARGE LARGE LARGE LARGE LARGE, true",
        "nfs summary LARGE LARGE LARGE LARGE LARGE LARGE, false",
        "nfs report LARGE LARGE, false",
        "nfs report CAPTURE LARGE.gz, false",
        "nfs report CAPTURE -o LARGE.gz, true",
        "nfs summary -, false",
        "dsrepack TRACE TRACE LARGE --force, true",
        "dsrepack --force TRACE LARGE --compress lz4, true",
        "dsrepack --compress lz4 TRACE --force LARGE, true",
        "dsrepack LARGE TRACE --compress lz4 --force, false",
        "dsrepack MEDIUM OUT, true",
        "dsrepack MEDIUM MEDIUM OUT, false",
        "dsinfo TRACE LARGE, false",
        "dsinfo MEDIUM, false"
    })
    void littleWorkIsCompiledOnce(String words, boolean little) throws Exception {
        Files.writeString(folder.resolve("c.pcap"), "small");
        Files.writeString(folder.resolve("t.ds"), "small");
        for (String name : List.of("large", "large.gz")) {
            try (RandomAccessFile sparse =
                    new RandomAccessFile(folder.resolve(name).toFile(), "rw")) {
                sparse.setLength(400 << 20);
            }
        }
        sparse("medium", 150 << 20);
        String[] arguments = words.replace("CAPTURE", folder.resolve("c.pcap").toString())
                .replace("TRACE", folder.resolve("t.ds").toString())
                .replace("LARGE", folder.resolve("large").toString())
                .replace("MEDIUM", folder.resolve("medium").toString())
                .replace("OUT", folder.resolve("new.ds").toString())
                .split(" ");
        Result result = run(distribution().resolve("bin/mimeo"), Map.of("JAVA_HOME", jdk.toString()), arguments);
        assertThat(result.err).isEmpty();
        assertThat(result.out.lines().anyMatch("-XX:TieredStopAtLevel=1"::equals))
                .isEqualTo(little);
    }

    /** The terminal is that of util-linux; where there is no {@code stty}, or no terminal, nothing is known of its width. */
    @Test
    void theWidthOfTheTerminalIsThatOfStty() throws Exception {
        Path script = Path.of("/usr/bin/script");
        assumeTrue(Files.isExecutable(script) && Files.isExecutable(Path.of("/bin/stty")), "no terminal here");
        Path mimeo = distribution().resolve("bin/mimeo");
        Path without = Files.createDirectories(folder.resolve("without"));
        Files.writeString(without.resolve("stty"), "#!/bin/sh\necho 'stty: no such device' >&2\nexit 1\n");
        Files.setPosixFilePermissions(without.resolve("stty"), PosixFilePermissions.fromString("rwxr-xr-x"));
        String start = "stty rows 31 cols 137; sh '" + mimeo + "' version";
        Map<String, List<String>> expected = Map.of(
                start,
                List.of("-Dmimeo.terminals=out,err", "-Dmimeo.columns=137"),
                start + " | cat",
                List.of("-Dmimeo.terminals=,err", "-Dmimeo.columns=137"),
                start + " 2>&1 | cat",
                List.of("-Dmimeo.terminals=", "-Dmimeo.columns="),
                "PATH='" + without + "':$PATH; sh '" + mimeo + "' version",
                List.of("-Dmimeo.terminals=out,err", "-Dmimeo.columns="));
        for (Map.Entry<String, List<String>> entry : expected.entrySet()) {
            ProcessBuilder builder = new ProcessBuilder(script.toString(), "-qec", entry.getKey(), "/dev/null")
                    .redirectInput(ProcessBuilder.Redirect.PIPE)
                    .redirectErrorStream(true);
            builder.environment().put("JAVA_HOME", jdk.toString());
            builder.environment().remove("JAVA_OPTS");
            Process process = builder.start();
            String shown = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assumeTrue(!shown.contains("illegal option"), "the program 'script' is another");
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).as(shown).isTrue();
            assertThat(shown.lines().filter(line -> line.matches("-Dmimeo\\.(terminals|columns)=.*")))
                    .as(shown)
                    .containsExactlyElementsOf(entry.getValue());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'', '', -XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
        "--version, '', -XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
        "generate, '', ''",
        "dssql, '', -XX:+UseSerialGC -Xms64m -Xmn64m -XX:MinHeapFreeRatio=20 -XX:MaxHeapFreeRatio=40",
        "dssql, -Xmx32m, -XX:+UseSerialGC -Xmx32m",
        "dssql, -XX:+UseZGC, -XX:+UseZGC",
        "garage, '', -XX:+UseParallelGC -Xmn256m",
        "garage query, '', -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmn32m",
        "garage query, -Xmx32m, -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx32m"
    })
    void optionsOfJavaDependOnTheCommand(String command, String given, String expected) throws Exception {
        String[] arguments = command.isEmpty() ? new String[0] : command.split(" ");
        Result result = run(
                distribution().resolve("bin/mimeo"),
                Map.of("JAVA_HOME", jdk.toString(), "JAVA_OPTS", given),
                arguments);
        assertThat(result.err).isEmpty();
        assertThat(result.out
                        .lines()
                        .filter(word ->
                                word.startsWith("-X") && !OF_ALL.matcher(word).lookingAt())
                        .collect(Collectors.joining(" ")))
                .isEqualTo(expected);
    }

    @Test
    void nothingIsReportedWhereThereIsNoAwk() throws Exception {
        Path programs = Files.createDirectory(folder.resolve("programs"));
        Files.createSymbolicLink(programs.resolve("ls"), Path.of("/bin/ls"));
        Path input = Files.writeString(folder.resolve("input"), "a few bytes");
        Map<String, String> given = Map.of("JAVA_HOME", jdk.toString(), "PATH", programs.toString());
        Result result = run(distribution().resolve("bin/mimeo"), given, "scan", input.toString());
        assertThat(result.err).isEmpty();
        assertThat(result.out).endsWith("scan\n" + input + "\n");
    }

    /** Java could not even open its own jar below a folder with an umlaut, nor a file with one in its name. */
    @ParameterizedTest
    @CsvSource({
        "LANG, xx_YY.UTF-8, C.UTF-8",
        "LC_ALL, xx_YY.UTF-8, C.UTF-8",
        "LC_CTYPE, C, C.UTF-8",
        "LANG, C.UTF-8, none",
        "LC_ALL, C.UTF-8, C.UTF-8"
    })
    void localesThatAreNotInstalledGiveWayToOneOfUnicode(String variable, String locale, String expected)
            throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/locale")), "no program tells the encoding here");
        Files.writeString(jdk.resolve("bin/java"), "#!/bin/sh\necho \"${LC_ALL:-none}\"\n");
        Path mimeo = distribution().resolve("bin/mimeo");
        Map<String, String> given = new HashMap<>(Map.of("LANG", "", "LC_ALL", "", "LC_CTYPE", ""));
        given.putAll(Map.of("JAVA_HOME", jdk.toString(), variable, locale));
        assertThat(run(mimeo, given, "version").out).isEqualTo(expected + "\n");
    }

    /** As for other programs of POSIX; Java on Linux takes {@code /tmp}. */
    @Test
    void temporaryFilesAreWhereTheEnvironmentSays() throws Exception {
        Path mimeo = distribution().resolve("bin/mimeo");
        Map<String, String> given =
                Map.of("JAVA_HOME", jdk.toString(), "TMPDIR", "/big disk/t", "JAVA_OPTS", "-Djava.io.tmpdir=/other");
        // Java takes the last one.
        assertThat(run(mimeo, given, "version").out.lines().filter(word -> word.startsWith("-Djava.io.tmpdir=")))
                .containsExactly("-Djava.io.tmpdir=/big disk/t", "-Djava.io.tmpdir=/other");
        Map<String, String> empty = Map.of("JAVA_HOME", jdk.toString(), "TMPDIR", "");
        assertThat(run(mimeo, empty, "version").out).contains("version").doesNotContain("java.io.tmpdir");
    }

    /** A trace tool that is missing there would take much memory. */
    @Test
    void optionsAreThoseOfCommandsAndAllTraceToolsHaveSome() throws IOException {
        Set<String> commands = Main.model().subcommands().keySet();
        Set<String> named = Files.readAllLines(LAUNCHER.resolve("jvm-options.txt")).stream()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split(" ", 2)[0])
                .collect(Collectors.toSet());
        assertThat(named.stream().filter(name -> !name.startsWith("-"))).isSubsetOf(commands);
        assertThat(named)
                .containsAll(commands.stream()
                        .filter(name -> name.matches("ds.*|.*2ds|help|version"))
                        .toList());
    }

    @Test
    void itSaysWhyTheJavaOfTheEnvironmentIsIgnored() throws Exception {
        Path old = java("an old one", "11.0.2", "java");
        Path none = folder.resolve("none");
        Map<Path, String> reasons =
                Map.of(old, " is Java 11.0.2, and Mimeo needs 17 or newer", none, " has no bin/java");
        Path mimeo = distribution().resolve("bin/mimeo");
        String path = jdk.resolve("bin") + ":" + System.getenv("PATH");
        for (Map.Entry<Path, String> reason : reasons.entrySet()) {
            String home = reason.getKey().toString();
            Result result = run(mimeo, Map.of("JAVA_HOME", home, "PATH", path), "generate");
            assertThat(result.err)
                    .isEqualTo("mimeo: warning: JAVA_HOME is ignored: " + home + reason.getValue() + ": using "
                            + jdk.toRealPath() + "\n");
            assertThat(result.out).endsWith("generate\n");
        }
    }

    @Test
    void aJavaWithoutCompilerIsNotTakenForTheBuild() throws Exception {
        Path jre = java("a jre", "17.0.9", "java");
        Path checkout = checkout();
        Files.createFile(checkout.resolve(".mimeo"));
        String path = jdk.resolve("bin") + ":" + System.getenv("PATH");
        Result result = run(checkout.resolve("mimeo"), Map.of("JAVA_HOME", jre.toString(), "PATH", path), "generate");
        assertThat(result.err)
                .startsWith("mimeo: warning: JAVA_HOME is ignored: " + jre + " has no bin/javac, and Mimeo is built"
                        + " first: using " + jdk.toRealPath() + "\n");
    }

    /** The Maven wrapper, in whose place a script unpacks an archive as it does, cannot verify another than a zip file. */
    @Test
    void aCheckoutIsBuiltWhereThereIsNoUnzip() throws Exception {
        Path checkout = checkout();
        Path archive = folder.resolve("maven.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
            zip.putNextEntry(new ZipEntry("maven 3/bin/mvn"));
        }
        Path unpacked = Files.createDirectory(folder.resolve("un packed"));
        Path tools = Files.createDirectory(folder.resolve("tools"));
        for (String tool : List.of("sh", "cat", "chmod", "find", "grep", "mkdir", "readlink", "rm", "sed", "tail")) {
            for (Path place : List.of(Path.of("/usr/bin"), Path.of("/bin"))) {
                if (Files.exists(place.resolve(tool)) && !Files.exists(tools.resolve(tool))) {
                    Files.createSymbolicLink(tools.resolve(tool), place.resolve(tool));
                }
            }
        }
        Files.createSymbolicLink(jdk.resolve("bin/jar"), Path.of(System.getProperty("java.home"), "bin/jar"));
        Files.writeString(
                checkout.resolve("mvnw"), "#!/bin/sh\nunzip -q '" + archive + "' -d '" + unpacked + "'\nexit 1\n");
        Files.setPosixFilePermissions(checkout.resolve("mvnw"), PosixFilePermissions.fromString("rwxr-xr-x"));
        Result result = run(
                checkout.resolve("mimeo"), Map.of("JAVA_HOME", jdk.toString(), "PATH", tools.toString()), "generate");
        assertThat(result.err).contains("the build failed: see ");
        assertThat(unpacked.resolve("maven 3/bin/mvn")).isExecutable();
    }

    @Test
    void aCheckoutThatCannotBeWrittenIsOneLine() throws Exception {
        Path checkout = checkout();
        String expected =
                "mimeo: " + checkout.toRealPath() + ": cannot be written, and Mimeo is built there: copy it to a"
                        + " folder of yours, or use a release, which needs no build\n";
        Path state = Files.createFile(checkout.resolve(".mimeo"));
        Map<String, String> environment = Map.of("JAVA_HOME", jdk.toString());
        assertThat(run(checkout.resolve("mimeo"), environment, "scan")).isEqualTo(new Result(1, "", expected));
        Files.delete(state);
        Files.createDirectories(state.resolve("lock"));
        assertThat(run(checkout.resolve("mimeo"), environment, "scan")).isEqualTo(new Result(1, "", expected));
    }

    /** Runs the launcher for Windows in Wine, with a command that prints the command line in place of Java. */
    @Test
    @Tag("slow")
    void theLauncherForWindowsKnowsSmallInputs() throws Exception {
        Path distribution = distributionForWindows();
        java(distribution.resolve("runtime"), null);
        Files.write(folder.resolve("small (1) & more.log"), new byte[1000]);
        Files.write(folder.resolve("x.ds"), new byte[1_500_000]);
        sparse("large.log", 70_000_000);
        // Wine only tells the lower 32 bits of a size.
        sparse("huge.log", 3_000_000_000L);
        sparse("capture.pcap.gz", 65_000_000);
        Files.createDirectory(folder.resolve("tree"));
        List<List<String>> calls = List.of(
                List.of("scan \"small (1) & more.log\" -o out", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -jar"),
                List.of("scan x.ds large.log", "-Djdk.console=java.base -jar"),
                List.of("scan huge.log", "-Djdk.console=java.base -jar"),
                List.of("scan tree", "-Djdk.console=java.base -jar"),
                List.of("scan -", "-Djdk.console=java.base -jar"),
                List.of("scan missing", "-Djdk.console=java.base -jar"),
                List.of("dsinfo x.ds", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xms64m"),
                List.of("dsrepack x.ds --compress=lzo out", "-Djdk.console=java.base -XX:+UseSerialGC"),
                List.of("dssql \"SELECT * FROM 'x.ds' WHERE a < 5 & b > 'c'\"", "java.base -XX:+UseSerialGC"),
                List.of("nfs summary x.ds", "java.base -XX:TieredStopAtLevel=1 -XX:+UseSerialGC"),
                List.of("nfs convert capture.pcap.gz", "java.base -XX:FreqInlineSize=100"),
                List.of("nfs plot x.ds", "java.base -XX:+UseSerialGC"),
                List.of("garage query x.ds", "java.base -XX:+UseParallelGC"));
        StringBuilder batch = new StringBuilder();
        calls.forEach(call -> batch.append("call \"a (distribution)\\bin\\mimeo.cmd\" ")
                .append(call.get(0))
                .append("\r\n"));
        List<String> lines = wine(batch.toString());
        assertThat(lines).hasSameSizeAs(calls);
        for (int i = 0; i < lines.size(); i++) {
            assertThat(lines.get(i))
                    .contains(calls.get(i).get(1))
                    .endsWith(calls.get(i).get(0));
        }
    }

    /** Java homes that are too old or empty, in folders with characters that the command interpreter takes for its own. */
    @Test
    @Tag("slow")
    void theLauncherForWindowsLooksForJava() throws Exception {
        distributionForWindows();
        java(folder.resolve("R&D (x86)/old"), "1.8.0_402");
        java(folder.resolve("R&D (x86)/eleven"), "11.0.22");
        java(folder.resolve("R&D (x86)/new"), "17.0.9");
        java(folder.resolve("other/new"), "25.0.2");
        String here = "%~dp0R&D (x86)";
        String advice = "; install Java 17 or newer, or set JAVA_HOME to its folder";
        String mimeo = "call \"a (distribution)\\bin\\mimeo.cmd\" version";
        List<String> lines = wine(String.join(
                "\r\n",
                "set \"system=%PATH%\"",
                "set \"JAVA_HOME=" + here + "\\new\"",
                mimeo,
                "set JAVA_HOME=\"" + here + "\\new\"",
                mimeo,
                "set \"PATH=%system%;%~dp0other\\new\\bin\"",
                "set \"JAVA_HOME=" + here + "\\old\"",
                mimeo,
                "set \"JAVA_HOME=" + here + "\"",
                mimeo,
                "set JAVA_HOME=",
                mimeo,
                "set \"PATH=%system%;" + here + "\\eleven\\bin\"",
                mimeo,
                "set \"JAVA_HOME=" + here + "\\old\"",
                mimeo,
                "set \"PATH=%system%\"",
                mimeo,
                "set JAVA_HOME=",
                mimeo,
                ""));
        assertThat(lines.stream()
                        .map(line -> line.replaceAll("[A-Z]:[^:]*?(R&D|other)", "$1")
                                .replaceFirst("\" -Xshare.*", "")
                                .replace("\"", "")))
                .containsExactly(
                        "R&D (x86)\\new\\bin\\java.exe",
                        "R&D (x86)\\new\\bin\\java.exe",
                        "mimeo: warning: JAVA_HOME is ignored: R&D (x86)\\old is older than Java 17: using"
                                + " other\\new\\bin\\java.exe",
                        "other\\new\\bin\\java.exe",
                        "mimeo: warning: JAVA_HOME is ignored: R&D (x86) has no bin\\java.exe: using"
                                + " other\\new\\bin\\java.exe",
                        "other\\new\\bin\\java.exe",
                        "other\\new\\bin\\java.exe",
                        "mimeo: R&D (x86)\\eleven\\bin\\java.exe is older than Java 17" + advice,
                        "mimeo: JAVA_HOME is ignored: R&D (x86)\\old is older than Java 17" + advice,
                        "mimeo: JAVA_HOME is ignored: R&D (x86)\\old is older than Java 17" + advice,
                        "mimeo: install Java 17 or newer, or set JAVA_HOME to its folder");
    }

    /** Makes a distribution with a launcher for Windows that prints the command line in place of running it. */
    private Path distributionForWindows() throws IOException {
        Path distribution = folder.resolve("a (distribution)");
        Files.createDirectories(distribution.resolve("bin"));
        Files.createDirectories(distribution.resolve("lib"));
        Files.copy(LAUNCHER.resolve("jvm-options.txt"), distribution.resolve("lib/jvm-options.txt"));
        String launcher = Files.readString(LAUNCHER.resolve("mimeo.cmd"));
        Files.writeString(
                distribution.resolve("bin/mimeo.cmd"), launcher.replace("\n\"%java%\" ", "\necho \"%java%\" "));
        return distribution;
    }

    /** Makes what the launcher for Windows takes for a Java; without a version it has no release file. */
    private static void java(Path home, @Nullable String version) throws IOException {
        Files.createFile(Files.createDirectories(home.resolve("bin")).resolve("java.exe"));
        if (version != null) {
            Files.writeString(
                    home.resolve("release"), "IMPLEMENTOR=\"Example\"\r\nJAVA_VERSION=\"" + version + "\"\r\n");
        }
    }

    /** Runs commands in Wine; returns the lines that they print, with single spaces. */
    private List<String> wine(String commands) throws Exception {
        Path wine = Path.of("/usr/bin/wine");
        assumeTrue(Files.isExecutable(wine), "no Wine here");
        Files.writeString(folder.resolve("calls.cmd"), "@echo off\r\n" + commands);
        Path out = folder.resolve("printed");
        ProcessBuilder builder = new ProcessBuilder(wine.toString(), "cmd", "/c", "calls.cmd 2>&1")
                .directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .redirectOutput(out.toFile());
        builder.environment().put("WINEDEBUG", "-all");
        builder.environment().put("WINEPREFIX", folder.resolve("prefix").toString());
        builder.environment()
                .put("HOME", Files.createDirectory(folder.resolve("home")).toString());
        builder.environment().remove("JAVA_OPTS");
        builder.environment().remove("JAVA_HOME");
        Process process = builder.start();
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        return Files.readAllLines(out, StandardCharsets.ISO_8859_1).stream()
                .map(line -> line.strip().replaceAll(" +", " "))
                .toList();
    }

    private void sparse(String name, long bytes) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(folder.resolve(name).toFile(), "rw")) {
            file.setLength(bytes);
        }
    }

    /** Looks for mistakes that are easily made, where there is no Wine. */
    @Test
    void theLauncherForWindowsReadsTheSameOptions() throws IOException {
        String text = Files.readString(LAUNCHER.resolve("mimeo.cmd"));
        assertThat(text).contains("%app%\\lib\\jvm-options.txt", "\"%app%\\mimeo.jar\" %*");
        assertThat(Arrays.asList(text.split("\n")))
                .as("variables with names of folders are in quotes")
                .isNotEmpty()
                .noneMatch(line ->
                        line.replaceAll("\"[^\"]*\"", "").matches("(?!rem ).*%(app|JAVA_HOME|home|java|refused)%.*"));
    }

    /** The limit of dsstatgroupby has no counterpart, as its arguments are expressions. */
    @ParameterizedTest
    @ValueSource(strings = {"dsrepack", "scan"})
    void theLauncherForWindowsHasTheSameLimit(String command) throws IOException {
        Matcher limit = Pattern.compile("\"" + command + " \"\\*\\) ! small_inputs (\\d+) 1 ")
                .matcher(Files.readString(MarkdownPage.ROOT.resolve("mimeo")));
        assertThat(limit.find()).isTrue();
        assertThat(Files.readString(LAUNCHER.resolve("mimeo.cmd")).lines())
                .contains("if \"%command%\"==\"" + command + "\" set \"limit=" + limit.group(1) + "\"");
    }
}
