package dev.mimeo.integrations.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.internal.files.PathNames;
import dev.mimeo.internal.files.TreeWalk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.ProviderMismatchException;
import java.nio.file.ReadOnlyFileSystemException;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Paths of Hadoop's local file system beside those of the JDK. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "addresses are made of paths that begin with a slash")
final class HadoopPathTest {

    private static final String ADDRESS = "file://";
    private static final HadoopFileSystem FILES = files();

    @TempDir
    private Path folder;

    private static HadoopFileSystem files() {
        try {
            return HadoopFileSystem.path("file:/", new Configuration()).getFileSystem();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static HadoopPath remote(String path) {
        return FILES.getPath(path);
    }

    /** Returns a result as text, or the class of what was thrown. */
    private static <T> String outcome(Function<Path, T> use, Path path) {
        try {
            return String.valueOf(use.apply(path)).replace(ADDRESS, "");
        } catch (RuntimeException e) {
            return e.getClass().getName();
        }
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder(random.nextBoolean() ? "/" : "");
        int names = random.nextInt(5);
        for (int i = 0; i < names; i++) {
            text.append(i == 0 ? "" : "/")
                    .append(List.of("a", "b", "..", ".", "c d%", "\u00e4", "\ud83d\ude00", "\uffee")
                            .get(random.nextInt(8)));
        }
        return text.toString();
    }

    @Test
    void pathsBehaveAsThoseOfTheJdk() {
        List<Function<Path, Object>> uses = List.of(
                Path::toString,
                Path::isAbsolute,
                Path::getNameCount,
                path -> String.valueOf(path.getRoot()),
                path -> String.valueOf(path.getParent()),
                path -> path.subpath(0, 2),
                path -> path.getName(1),
                path -> {
                    List<String> names = new ArrayList<>();
                    path.forEach(name -> names.add(name.toString()));
                    return names;
                });
        List<BiFunction<Path, Path, Object>> pairs = List.of(
                Path::resolve,
                Path::startsWith,
                Path::endsWith,
                Path::equals,
                (one, two) -> Integer.signum(one.compareTo(two)),
                (one, two) -> one.resolve(two.toString().replace(ADDRESS, "")),
                (one, two) -> one.hashCode() == two.hashCode() || !one.equals(two));
        for (long seed = 0; seed < 3000; seed++) {
            Random random = new Random(seed);
            String one = text(random);
            String two = text(random);
            // The JDK has an empty path with one empty name, of which there is no address.
            if (one.isEmpty() || two.isEmpty()) {
                continue;
            }
            for (int i = 0; i < uses.size(); i++) {
                assertThat(outcome(uses.get(i), remote(one)))
                        .as("seed %d, use %d of %s", seed, i, one)
                        .isEqualTo(outcome(uses.get(i), Path.of(one)));
            }
            for (int i = 0; i < pairs.size(); i++) {
                BiFunction<Path, Path, Object> pair = pairs.get(i);
                HadoopPath remote = remote(two);
                assertThat(outcome(path -> pair.apply(path, remote), remote(one)))
                        .as("seed %d, pair %d of %s and %s", seed, i, one, two)
                        .isEqualTo(outcome(path -> pair.apply(path, Path.of(two)), Path.of(one)));
            }
            if (!one.contains("..")
                    && !two.contains("..")
                    && !Path.of(one).normalize().toString().isEmpty()) {
                assertThat(outcome(Path::normalize, remote(one))).isEqualTo(outcome(Path::normalize, Path.of(one)));
                Path from = Path.of(one).normalize();
                Path to = Path.of(two).normalize();
                assertThat(outcome(path -> path.relativize(remote(to.toString())), remote(from.toString())))
                        .as("seed %d: %s to %s", seed, from, to)
                        .isEqualTo(outcome(path -> path.relativize(to), from));
            }
        }
        assertThat(remote("/a/../../b/./c").normalize()).isEqualTo(remote("/b/c"));
        assertThat(remote("../a/../../b").normalize()).isEqualTo(remote("../../b"));
    }

    @Test
    void treesAreWalkedAndReadAsThoseOfTheJdk() throws IOException {
        for (String name : List.of("b/y", "b/x z", "a", "\ud83d\ude00", "\uffee", "b.c", "b/c/.hidden")) {
            Path file = folder.resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, name.repeat(3));
        }
        HadoopPath remote = remote(folder.toString());
        List<String> there = new ArrayList<>();
        List<String> here = new ArrayList<>();
        for (Path path : TreeWalk.list(folder, 9, path -> true)) {
            here.add(path + " " + Files.isDirectory(path) + (Files.isDirectory(path) ? "" : Files.readString(path)));
        }
        for (Path path : TreeWalk.list(remote, 9, path -> true)) {
            there.add(path.toString().substring(ADDRESS.length()) + " " + Files.isDirectory(path)
                    + (Files.isDirectory(path) ? "" : Files.readString(path)));
        }
        assertThat(there).isEqualTo(here).hasSize(9);
        try (Stream<Path> files = Files.walk(remote)) {
            assertThat(files).hasSize(10);
        }
        Path file = remote.resolve("b/y");
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        assertThat(attributes.size()).isEqualTo(9);
        assertThat(attributes.lastModifiedTime().toMillis())
                .isEqualTo(Files.getLastModifiedTime(folder.resolve("b/y")).toMillis());
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            ByteBuffer bytes = ByteBuffer.allocate(3);
            channel.position(3).read(bytes);
            assertThat(new String(bytes.array(), java.nio.charset.StandardCharsets.UTF_8))
                    .isEqualTo("b/y");
        }
    }

    @Test
    void whatCannotBeDoneIsRefusedWithTheExceptionsOfTheJdk() throws IOException {
        HadoopPath remote = remote(folder.toString());
        Files.writeString(folder.resolve("file"), "x");
        assertThat(Files.exists(remote.resolve("none"))).isFalse();
        assertThatThrownBy(() -> Files.readString(remote.resolve("none"))).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> remote.resolve("none").toRealPath()).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> list(remote.resolve("none"))).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> list(remote.resolve("file"))).isInstanceOf(NotDirectoryException.class);
        assertThatThrownBy(() -> Files.writeString(remote.resolve("file"), "y"))
                .isInstanceOf(ReadOnlyFileSystemException.class);
        assertThatThrownBy(() -> Files.delete(remote.resolve("file"))).isInstanceOf(ReadOnlyFileSystemException.class);
        assertThatThrownBy(() -> remote.resolve(Path.of("file"))).isInstanceOf(ProviderMismatchException.class);
        assertThat(folder.resolve("file")).hasContent("x");
        assertThatThrownBy(() -> HadoopFileSystem.path("none://server/x", new Configuration()))
                .hasMessageContaining("no file system for none");
    }

    private static void list(Path folder) throws IOException {
        TreeWalk.list(folder, 1, path -> true);
    }

    @Test
    void namesAndAddressesLeadBackToPaths() throws IOException {
        HadoopPath remote = remote("/a b/%20/\u00e4");
        PathNames names = new PathNames(List.of(remote, folder));
        assertThat(names.path(remote.toString())).isEqualTo(remote);
        assertThat(names.path(remote.toUri())).isEqualTo(remote);
        assertThat(names.path(folder.toString())).isEqualTo(folder);
        assertThat(HadoopFileSystem.path(remote.toString(), new Configuration()))
                .isEqualTo(remote);
        assertThat(new PathNames(List.of(folder)).path(folder.toUri())).isEqualTo(folder);
    }
}
