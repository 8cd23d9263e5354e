package dev.mimeo.sql.internal;

import dev.mimeo.internal.bytes.LittleEndian;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.duckdb.DuckDBWritableVector;
import org.jspecify.annotations.Nullable;

/**
 * The memory behind vectors of the engine. Its library only offers setters for single values, each of which takes a lock
 * and sets a validity bit; that costs more than all the rest of a scan. The buffers they write to are private, so this is
 * there only if the library is built as the known ones are, and everything works without it.
 */
final class VectorMemory {

    /** The access, or null where there is none. */
    static final @Nullable VectorMemory INSTANCE = open();

    /** Bytes of a VARCHAR in a vector: 4 of its length and, if it is no longer than the other 12, its bytes. */
    private static final int STRING_BYTES = 16;

    private static final int INLINE_BYTES = 12;

    private final VarHandle data;
    private final VarHandle validity;
    private final VarHandle reference;
    private final MethodHandle assignStrings;

    private VectorMemory(VarHandle data, VarHandle validity, VarHandle reference, MethodHandle assignStrings) {
        this.data = data;
        this.validity = validity;
        this.reference = reference;
        this.assignStrings = assignStrings;
    }

    private static @Nullable VectorMemory open() {
        try {
            Class<?> vector = DuckDBWritableVector.class;
            MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(vector, MethodHandles.lookup());
            Class<?> bindings = lookup.findClass("org.duckdb.DuckDBBindings");
            MethodType assign = MethodType.methodType(
                    void.class, ByteBuffer.class, long.class, byte[].class, long[].class, int.class);
            return new VectorMemory(
                    lookup.findVarHandle(vector, "data", ByteBuffer.class),
                    lookup.findVarHandle(vector, "validity", ByteBuffer.class),
                    lookup.findVarHandle(vector, "vectorRef", ByteBuffer.class),
                    lookup.findStatic(bindings, "duckdb_vector_assign_string_elements", assign));
        } catch (ReflectiveOperationException | RuntimeException e) {
            System.getLogger(VectorMemory.class.getName())
                    .log(System.Logger.Level.DEBUG, "vectors are filled value by value", e);
            return null;
        }
    }

    /** Returns the values of a vector, in native byte order. */
    ByteBuffer data(DuckDBWritableVector vector) {
        return ((ByteBuffer) data.get(vector)).order(ByteOrder.nativeOrder());
    }

    /**
     * Sets which of the first values are there.
     *
     * @param nulls flags of the rows of the extent, null for none
     * @param from row of the first value
     */
    void putValidity(DuckDBWritableVector vector, boolean @Nullable [] nulls, int from, int rows) {
        ByteBuffer bits = ((ByteBuffer) validity.get(vector)).order(ByteOrder.nativeOrder());
        for (int first = 0; first < rows; first += Long.SIZE) {
            long word = -1;
            if (nulls != null) {
                int end = Math.min(Long.SIZE, rows - first);
                for (int i = 0; i < end; i++) {
                    word &= nulls[from + first + i] ? ~(1L << i) : -1;
                }
            }
            bits.putLong(first / Byte.SIZE, word);
        }
    }

    /** Sets which of the first values are there: those of a length that is not negative. */
    void putValidity(DuckDBWritableVector vector, long[] lengths, int rows) {
        ByteBuffer bits = ((ByteBuffer) validity.get(vector)).order(ByteOrder.nativeOrder());
        for (int first = 0; first < rows; first += Long.SIZE) {
            long word = -1;
            int end = Math.min(Long.SIZE, rows - first);
            for (int i = 0; i < end; i++) {
                word &= lengths[first + i] < 0 ? ~(1L << i) : -1;
            }
            bits.putLong(first / Byte.SIZE, word);
        }
    }

    /**
     * Sets the first values to a short string.
     *
     * @return whether it was short enough; if not, nothing is set
     */
    boolean putRepeated(DuckDBWritableVector vector, byte[] value, int rows) {
        ByteBuffer target = data(vector);
        boolean isLittle = target.order() == ByteOrder.LITTLE_ENDIAN;
        if (!isLittle || value.length > INLINE_BYTES || target.capacity() < (long) rows * STRING_BYTES) {
            return false;
        }
        byte[] bytes = new byte[STRING_BYTES];
        System.arraycopy(value, 0, bytes, Integer.BYTES, value.length);
        long first = LittleEndian.getLong(bytes, 0) | value.length;
        long second = LittleEndian.getLong(bytes, Long.BYTES);
        for (int at = 0; at < rows * STRING_BYTES; at += STRING_BYTES) {
            target.putLong(at, first);
            target.putLong(at + Long.BYTES, second);
        }
        putValidity(vector, null, 0, rows);
        return true;
    }

    /**
     * Sets strings.
     *
     * @param payload their bytes, one after the other
     * @param lengths bytes of each, -1 for one that is not there
     */
    void putStrings(DuckDBWritableVector vector, byte[] payload, long[] lengths, int rows) {
        long[] exact = lengths.length == rows ? lengths : Arrays.copyOf(lengths, rows);
        int size = 0;
        for (long length : exact) {
            size += (int) Math.max(0, length);
        }
        try {
            assignStrings.invokeExact((ByteBuffer) reference.get(vector), 0L, payload, exact, size);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
