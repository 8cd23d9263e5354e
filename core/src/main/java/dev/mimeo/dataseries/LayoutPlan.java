package dev.mimeo.dataseries;

import static dev.mimeo.dataseries.RecordLayout.Column;
import static dev.mimeo.dataseries.RecordLayout.Options;
import static dev.mimeo.dataseries.RecordLayout.Packing;

import java.util.ArrayList;
import java.util.List;

/**
 * Assigns the places of the columns in a record.
 *
 * <p>Columns are grouped by size, not kept in the order of their declaration: bits, then single bytes and fixed-width
 * values, then 32-bit integers, then string offsets, then 64-bit values; or the other way round.
 */
final class LayoutPlan {

    private final List<Packing> fields;
    private final Options options;
    private final int[] positions;
    private final int[] bits;
    private final int[] nullBits;
    private final int bitCount;
    private int end;

    LayoutPlan(List<Packing> fields, Options options) {
        this.fields = fields;
        this.options = options;
        this.positions = new int[fields.size()];
        this.bits = new int[fields.size()];
        this.nullBits = new int[fields.size()];
        int bit = 0;
        for (int i = 0; i < fields.size(); i++) {
            bits[i] = fields.get(i).field().type() == FieldType.BOOL ? bit++ : -1;
            // The hidden null column comes directly after its field.
            nullBits[i] = fields.get(i).field().nullable() ? bit++ : -1;
        }
        this.bitCount = bit;
    }

    RecordLayout layout() {
        boolean has8 = has(FieldType.INT64) || has(FieldType.DOUBLE);
        boolean has4 = has(FieldType.INT32) || has(FieldType.VARIABLE32);
        boolean original = !options.padToMaxColumn();
        int bitsStart;
        if (options.bigToSmall()) {
            place(FieldType.INT64, FieldType.DOUBLE);
            place(FieldType.INT32, FieldType.INT32);
            place(FieldType.VARIABLE32, FieldType.VARIABLE32);
            place(FieldType.BYTE, FieldType.FIXEDWIDTH);
            bitsStart = end;
            end = Math.addExact(end, bitBytes());
            align(has8 || original ? 8 : has4 ? 4 : 1);
        } else {
            bitsStart = 0;
            end = bitBytes();
            place(FieldType.BYTE, FieldType.FIXEDWIDTH);
            align(original || has4 ? 4 : 1);
            place(FieldType.INT32, FieldType.INT32);
            place(FieldType.VARIABLE32, FieldType.VARIABLE32);
            align(original || has8 ? 8 : 1);
            place(FieldType.INT64, FieldType.DOUBLE);
        }
        return new RecordLayout(columns(bitsStart), end, bitBytes(), options.nullCompact(), problem());
    }

    private boolean has(FieldType type) {
        return fields.stream().anyMatch(packing -> packing.field().type() == type);
    }

    private int bitBytes() {
        return (bitCount + 7) / 8;
    }

    private void align(int alignment) {
        end = Math.addExact(end, alignment - 1) & -alignment;
    }

    private void place(FieldType one, FieldType other) {
        for (int i = 0; i < positions.length; i++) {
            Field field = fields.get(i).field();
            if (field.type() == one || field.type() == other) {
                positions[i] = end;
                end = Math.addExact(
                        end,
                        field.type() == FieldType.FIXEDWIDTH
                                ? field.size()
                                : field.type().recordBytes());
            }
        }
    }

    private List<Column> columns(int bitsStart) {
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < positions.length; i++) {
            Packing packing = fields.get(i);
            boolean bool = bits[i] >= 0;
            boolean nullable = nullBits[i] >= 0;
            columns.add(new Column(
                    packing.field(),
                    bool ? bitsStart + bits[i] / 8 : positions[i],
                    bool ? 1 << (bits[i] % 8) : 0,
                    nullable ? bitsStart + nullBits[i] / 8 : 0,
                    nullable ? 1 << (nullBits[i] % 8) : 0,
                    packing.unique(),
                    packing.scale(),
                    packing.relativeTo()));
        }
        return List.copyOf(columns);
    }

    /** The two combinations for which files of the original library lose data or do not exist at all. */
    private String problem() {
        if (!options.nullCompact()) {
            return "";
        }
        if (options.bigToSmall()) {
            return "null compaction does not work with big_to_small_sep_var32";
        }
        for (Packing packing : fields) {
            if (packing.field().size() > 1) {
                return "null compaction does not work with fixedwidth fields of more than one byte";
            }
        }
        return "";
    }
}
