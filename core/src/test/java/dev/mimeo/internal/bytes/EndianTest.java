package dev.mimeo.internal.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Compares accesses to integers with those of the JDK's buffers. */
final class EndianTest {

    private static final int SIZE = 40;

    private final Random random = new Random(11);
    private final byte[] bytes = new byte[SIZE];
    private final ByteBuffer little = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    private final ByteBuffer big = ByteBuffer.wrap(bytes).order(ByteOrder.BIG_ENDIAN);

    @Test
    void readsAsBuffersDo() {
        random.nextBytes(bytes);
        for (int at = 0; at <= SIZE - 2; at++) {
            assertThat(LittleEndian.getShort(bytes, at)).isEqualTo(little.getShort(at));
            assertThat(BigEndian.getUnsignedShort(bytes, at)).isEqualTo(big.getShort(at) & 0xffff);
            assertThat(EitherEndian.getUnsignedShort(bytes, at, false)).isEqualTo(little.getShort(at) & 0xffff);
            assertThat(EitherEndian.getUnsignedShort(bytes, at, true)).isEqualTo(big.getShort(at) & 0xffff);
        }
        for (int at = 0; at <= SIZE - 4; at++) {
            assertThat(LittleEndian.getInt(bytes, at)).isEqualTo(little.getInt(at));
            assertThat(BigEndian.getInt(bytes, at)).isEqualTo(big.getInt(at));
            assertThat(EitherEndian.getInt(bytes, at, false)).isEqualTo(little.getInt(at));
            assertThat(EitherEndian.getInt(bytes, at, true)).isEqualTo(big.getInt(at));
        }
        for (int at = 0; at <= SIZE - 8; at++) {
            assertThat(LittleEndian.getLong(bytes, at)).isEqualTo(little.getLong(at));
            assertThat(BigEndian.getLong(bytes, at)).isEqualTo(big.getLong(at));
            assertThat(EitherEndian.getLong(bytes, at, false)).isEqualTo(little.getLong(at));
            assertThat(EitherEndian.getLong(bytes, at, true)).isEqualTo(big.getLong(at));
        }
    }

    @Test
    void writesAsBuffersDo() {
        for (int at = 0; at <= SIZE - 8; at++) {
            long value = random.nextLong();
            int low = (int) value;
            LittleEndian.putShort(bytes, at, (short) value);
            assertThat(little.getShort(at)).isEqualTo((short) value);
            LittleEndian.putInt(bytes, at, low);
            assertThat(little.getInt(at)).isEqualTo(low);
            BigEndian.putInt(bytes, at, low);
            assertThat(big.getInt(at)).isEqualTo(low);
            EitherEndian.putInt(bytes, at, ~low, false);
            assertThat(little.getInt(at)).isEqualTo(~low);
            EitherEndian.putInt(bytes, at, ~low, true);
            assertThat(big.getInt(at)).isEqualTo(~low);
            LittleEndian.putLong(bytes, at, value);
            assertThat(little.getLong(at)).isEqualTo(value);
            BigEndian.putLong(bytes, at, value);
            assertThat(big.getLong(at)).isEqualTo(value);
            EitherEndian.putLong(bytes, at, ~value, false);
            assertThat(little.getLong(at)).isEqualTo(~value);
            EitherEndian.putLong(bytes, at, ~value, true);
            assertThat(big.getLong(at)).isEqualTo(~value);
        }
    }

    @Test
    void rejectsWhatIsNotInside() {
        for (int at : new int[] {-1, SIZE - 1, SIZE, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            List<ThrowingCallable> accesses = List.of(
                    () -> LittleEndian.getShort(bytes, at),
                    () -> LittleEndian.getInt(bytes, at),
                    () -> LittleEndian.getLong(bytes, at),
                    () -> LittleEndian.putShort(bytes, at, (short) 1),
                    () -> LittleEndian.putInt(bytes, at, 1),
                    () -> LittleEndian.putLong(bytes, at, 1),
                    () -> BigEndian.getUnsignedShort(bytes, at),
                    () -> BigEndian.getInt(bytes, at),
                    () -> BigEndian.getLong(bytes, at),
                    () -> BigEndian.putInt(bytes, at, 1),
                    () -> BigEndian.putLong(bytes, at, 1));
            for (ThrowingCallable access : accesses) {
                assertThatThrownBy(access).isInstanceOf(IndexOutOfBoundsException.class);
            }
        }
        assertThat(bytes).containsOnly(0);
    }
}
