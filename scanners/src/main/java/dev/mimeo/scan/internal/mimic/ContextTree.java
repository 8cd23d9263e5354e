package dev.mimeo.scan.internal.mimic;

import dev.mimeo.characterization.mimic.ContextModel;
import dev.mimeo.characterization.mimic.ContextTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * All contexts that may be told, each after the one that it extends by a byte, from which models of any thrift are made. Not
 * thread-safe.
 */
final class ContextTree {

    private static final int BITS_PER_SYMBOL = 6;
    private static final int BITS_PER_CONTEXT = 8;

    private final int maxOrder;
    private final byte[] codes;

    /** By context: its order less one, the context that it extends, its oldest byte, and what is said of symbols not listed. */
    private byte[] orders = new byte[64];

    private int[] parents = new int[64];
    private byte[] bytes = new byte[64];
    private byte[] escapes = new byte[64];

    /** By context: bits that it saves. */
    private double[] saved = new double[64];

    /** By context: its first symbol; one more entry at the end. */
    private int[] starts = new int[65];

    private byte[] symbols = new byte[256];
    private byte[] symbolCodes = new byte[256];
    private int size;

    /**
     * @param maxOrder most bytes of a context
     * @param codes by symbol: code of its count without a context
     */
    ContextTree(int maxOrder, byte[] codes) {
        this.maxOrder = maxOrder;
        this.codes = codes;
    }

    /**
     * Adds a context, which symbols are then added to.
     *
     * @param order its bytes less one
     * @param parent the one that it extends, if it has more than one byte
     * @param escaped number of times that a symbol follows that is not listed
     * @return its number
     */
    int add(int order, int parent, byte b, int escaped) {
        if (size == parents.length) {
            orders = Arrays.copyOf(orders, 2 * size);
            parents = Arrays.copyOf(parents, 2 * size);
            bytes = Arrays.copyOf(bytes, 2 * size);
            escapes = Arrays.copyOf(escapes, 2 * size);
            saved = Arrays.copyOf(saved, 2 * size);
            starts = Arrays.copyOf(starts, 2 * size + 1);
        }
        orders[size] = (byte) order;
        parents[size] = parent;
        bytes[size] = b;
        escapes[size] = escaped == 0 ? -1 : ContextTable.code(escaped);
        starts[size + 1] = starts[size];
        return size++;
    }

    /** Adds a symbol to the context that was added last. */
    void addSymbol(byte symbol, int count) {
        int at = starts[size]++;
        if (at == symbols.length) {
            symbols = Arrays.copyOf(symbols, 2 * at);
            symbolCodes = Arrays.copyOf(symbolCodes, 2 * at);
        }
        symbols[at] = symbol;
        symbolCodes[at] = ContextTable.code(count);
    }

    /** Says how many bits a context saves. */
    void setSaved(int context, double bits) {
        saved[context] = bits;
    }

    /**
     * Makes a model of the contexts that pay for themselves, or are the way to one that does.
     *
     * @param thrift bits that an entry must save for each bit that it costs
     */
    ContextModel model(double thrift) {
        boolean[] kept = new boolean[size];
        for (int context = size - 1; context >= 0; context--) {
            int listed = starts[context + 1] - starts[context];
            kept[context] |= saved[context] >= thrift * (BITS_PER_CONTEXT + BITS_PER_SYMBOL * listed);
            if (kept[context] && orders[context] > 0) {
                kept[parents[context]] = true;
            }
        }
        List<ContextTable> tables = new ArrayList<>();
        int[] indexes = new int[size];
        for (int order = 0; order < maxOrder; order++) {
            tables.add(table(order, kept, indexes));
        }
        return new ContextModel(codes, tables);
    }

    /** @param indexes by context: its place in the table of its order, to be filled in for this order */
    private ContextTable table(int order, boolean[] kept, int[] indexes) {
        int contexts = 0;
        int listed = 0;
        for (int context = 0; context < size; context++) {
            if (orders[context] == order && kept[context]) {
                indexes[context] = contexts++;
                listed += starts[context + 1] - starts[context];
            }
        }
        int[] tableParents = new int[contexts];
        byte[] tableBytes = new byte[contexts];
        byte[] tableEscapes = new byte[contexts];
        int[] tableStarts = new int[contexts + 1];
        byte[] tableSymbols = new byte[listed];
        byte[] tableCodes = new byte[listed];
        for (int context = 0, at = 0; context < size; context++) {
            if (orders[context] == order && kept[context]) {
                int length = starts[context + 1] - starts[context];
                tableParents[at] = order == 0 ? 0 : indexes[parents[context]];
                tableBytes[at] = bytes[context];
                tableEscapes[at] = escapes[context];
                tableStarts[at + 1] = tableStarts[at] + length;
                System.arraycopy(symbols, starts[context], tableSymbols, tableStarts[at], length);
                System.arraycopy(symbolCodes, starts[context], tableCodes, tableStarts[at], length);
                at++;
            }
        }
        return new ContextTable(tableParents, tableBytes, tableEscapes, tableStarts, tableSymbols, tableCodes);
    }
}
