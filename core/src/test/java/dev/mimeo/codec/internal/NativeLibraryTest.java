package dev.mimeo.codec.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.codec.Codec;
import dev.mimeo.codec.Codecs;
import dev.mimeo.internal.nativelibrary.NativeLibrary;
import dev.mimeo.testing.CodecContract;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.DataFormatException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.xerial.snappy.SnappyError;
import org.xerial.snappy.SnappyErrorCode;

/** Native libraries that cannot be loaded, and what reads in their place. */
@Tag("thorough")
final class NativeLibraryTest {

    private static final NativeLibrary MISSING = new NativeLibrary("zstd", "zstd-jni", () -> {
        throw new UnsatisfiedLinkError("failed to map segment from shared object");
    });

    private static List<Throwable> failures() {
        return List.of(
                new UnsatisfiedLinkError("reason"),
                new ExceptionInInitializerError(new IllegalStateException("first\nsecond")),
                new NoClassDefFoundError("Could not initialize class X"),
                new SnappyError(SnappyErrorCode.FAILED_TO_LOAD_NATIVE_LIBRARY, "reason"),
                new IllegalStateException(),
                new ClassNotFoundException("X"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void everyUserIsToldTheSameInOneLine(Throwable failure) {
        AtomicInteger loads = new AtomicInteger();
        NativeLibrary library = new NativeLibrary("zstd", "zstd-jni", () -> {
            loads.incrementAndGet();
            if (failure instanceof Error error) {
                throw error;
            }
            throw (Exception) failure;
        });
        for (int i = 0; i < 3; i++) {
            assertThat(library.isLoaded()).isFalse();
            assertThatThrownBy(library::require)
                    .isInstanceOf(NativeLibrary.UnusableLibraryException.class)
                    .hasMessageStartingWith("zstd: the native library of zstd-jni cannot be loaded: ")
                    .hasMessageContaining("java.io.tmpdir")
                    .hasMessageContaining("noexec")
                    .hasMessageNotContaining("\n");
        }
        assertThat(loads).hasValue(1);
    }

    @Test
    void lackOfMemoryIsNotForGood() {
        AtomicInteger loads = new AtomicInteger();
        NativeLibrary library = new NativeLibrary("a", "b", () -> {
            if (loads.getAndIncrement() == 0) {
                throw new OutOfMemoryError();
            }
        });
        assertThatThrownBy(library::require).isInstanceOf(OutOfMemoryError.class);
        assertThatCode(library::require).doesNotThrowAnyException();
    }

    private static List<String> names() {
        return List.of("zstd:1", "zstd:3", "zstd:19", "snappy");
    }

    private static Codec decoder(String name) {
        return name.equals("snappy") ? new SnappyCodecProvider.SnappyDecoder(MISSING) : new ZstdDecoder(name, MISSING);
    }

    /** The native library, which the build has, is what pure Java is held to. */
    @ParameterizedTest
    @MethodSource("names")
    void pureJavaReadsWhatTheNativeLibraryWrote(String name) throws DataFormatException {
        try (Codec writer = Codecs.open(name);
                Codec reader = decoder(name)) {
            assertThat(reader.name()).isEqualTo(writer.name());
            for (int size : new int[] {0, 1, 2, 35, 255, 256, 65_535, 65_536, 65_537, 1 << 20}) {
                for (int kind = 0; kind < CodecContract.KINDS; kind++) {
                    byte[] data = CodecContract.data(kind, size);
                    byte[] packed = new byte[writer.maxCompressedLength(size) + 2];
                    int length = writer.compress(data, 0, size, packed, 1, packed.length - 2);
                    byte[] out = new byte[size + 10];
                    assertThat(reader.decompress(packed, 1, length, out, 3, size))
                            .isEqualTo(size);
                    assertThat(out).startsWith((byte) 0, (byte) 0, (byte) 0).endsWith(new byte[7]);
                    assertThat(java.util.Arrays.copyOfRange(out, 3, 3 + size)).isEqualTo(data);
                    if (size > 0) {
                        assertThatThrownBy(() -> reader.decompress(packed, 1, length, out, 3, size - 1))
                                .isInstanceOf(Codec.DestinationTooSmallException.class);
                        assertThatThrownBy(() -> reader.decompress(packed, 1, length - 1, out, 3, size))
                                .isInstanceOf(DataFormatException.class);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void pureJavaDoesNotWrite(String name) {
        try (Codec codec = decoder(name)) {
            assertThatThrownBy(() -> codec.compress(new byte[100], 0, 100, new byte[200], 0, 200))
                    .isInstanceOf(NativeLibrary.UnusableLibraryException.class);
        }
    }
}
