package dev.mimeo.fidelity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.MimeoException;
import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.CharacterizationWriter;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.generate.DataProducer;
import dev.mimeo.scan.CharacterizationSink;
import dev.mimeo.scan.ChunkSource;
import dev.mimeo.scan.ChunkSources;
import dev.mimeo.scan.DataScanner;
import java.io.IOException;
import java.io.InputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The main job in a few lines gives what its parts give. */
@Tag("thorough")
final class MimeoTest {

    @TempDir
    private Path folder;

    private Path logs;

    @BeforeEach
    void writeLogs() throws IOException {
        logs = Files.createDirectory(folder.resolve("logs"));
        Files.writeString(
                logs.resolve("log"),
                IntStream.range(0, 3000)
                        .mapToObj(i -> "2026-03-01 server " + i % 7 + " answered request " + i * 31 % 1000 + " in "
                                + i * i % 97 + " ms\n")
                        .collect(Collectors.joining()));
    }

    @Test
    void scansAndGeneratesAsThePartsDo() throws IOException {
        Path file = folder.resolve("parts.ds");
        DataScanner.Options options = DataScanner.Options.defaults();
        try (ChunkSource source = ChunkSources.open(List.of(logs), InputStream.nullInputStream(), options.source());
                CharacterizationWriter writer = CharacterizationWriter.create(
                        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                        WriterOptions.DEFAULT)) {
            new DataScanner(options).scan(source, CharacterizationSink.to(writer), DataScanner.Listener.NONE);
        }
        Path saved = folder.resolve("saved.ds");
        Path synthetic = folder.resolve("synthetic");
        try (Mimeo mimeo = Mimeo.scan(logs);
                DataProducer producer = mimeo.producer()) {
            mimeo.save(saved);
            assertThatThrownBy(() -> mimeo.save(saved)).isInstanceOf(FileAlreadyExistsException.class);
            Files.copy(producer.stream(100_000), synthetic);
        }
        assertThat(saved).hasSameBinaryContentAs(file);
        try (Characterization characterization = Characterization.open(file);
                DataProducer producer = DataProducer.of(characterization).build()) {
            assertThat(synthetic).hasBinaryContent(producer.getSynData(100_000));
        }
        try (Mimeo mimeo = Mimeo.open(saved);
                DataProducer producer = mimeo.producer()) {
            assertThat(mimeo.characterization().dataset().bytes()).isEqualTo(Files.size(logs.resolve("log")));
            assertThat(producer.stream(100_000)).hasSameContentAs(Files.newInputStream(synthetic));
        }
    }

    @Test
    void dataIsLikeItself() throws IOException {
        ComparisonResult result = Mimeo.compare(logs, logs.resolve("log"));
        assertThat(result.comparedBytes()).isEqualTo(Files.size(logs.resolve("log")));
        assertThat(result.codecs())
                .isNotEmpty()
                .allSatisfy(codec -> assertThat(codec.ratio().deviation()).isZero());
    }

    @Test
    void whatCannotBeReadAsAWholeIsAnError() throws IOException {
        assertThatThrownBy(() -> Mimeo.scan(folder.resolve("none"))).isInstanceOf(NoSuchFileException.class);
        Path empty = Files.createFile(folder.resolve("empty"));
        assertThatThrownBy(() -> Mimeo.scan(empty)).isInstanceOf(MimeoException.class);
        assertThatThrownBy(() -> Mimeo.open(logs.resolve("log"))).isInstanceOf(MimeoException.class);
        try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            socket.bind(UnixDomainSocketAddress.of(logs.resolve("s")));
            assertThatThrownBy(() -> Mimeo.scan(logs)).hasMessageContaining("cannot be scanned");
            assertThatThrownBy(() -> Mimeo.compare(logs, logs)).hasMessageContaining("cannot be read");
        }
    }
}
