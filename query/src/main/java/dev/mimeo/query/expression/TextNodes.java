package dev.mimeo.query.expression;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.dataseries.FixedWidthColumn;
import dev.mimeo.dataseries.VariableColumn;
import dev.mimeo.internal.text.CNumberFormat;
import java.util.Arrays;

/** The nodes of an expression whose values are byte strings: constants, columns and the operations on them. */
final class TextNodes {

    /** Maximum number of characters of a value in a message. */
    private static final int SHOWN = 40;

    private static final byte[] TRUE = "true".getBytes(US_ASCII);
    private static final byte[] FALSE = "false".getBytes(US_ASCII);

    private TextNodes() {}

    static String shown(String text) {
        return (text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...").replaceAll("\\p{Cntrl}", "?");
    }

    static final class Constant implements TextNode {
        private final byte[] bytes;

        Constant(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public void evaluate(Block block, boolean[] among, TextVector out) {
            out.array = bytes;
            Arrays.fill(out.offsets, 0, block.count(), 0);
            Arrays.fill(out.lengths, 0, block.count(), bytes.length);
        }
    }

    /** A column of strings; null is the empty string. */
    record Column(Field field) implements TextNode {
        @Override
        public void evaluate(Block block, boolean[] among, TextVector out) {
            if (field.type() == FieldType.FIXEDWIDTH) {
                FixedWidthColumn column = block.extent().fixedWidths(field.index());
                out.array = column.array();
                for (int i = 0; i < block.count(); i++) {
                    out.offsets[i] = column.offset(block.start() + i);
                }
                Arrays.fill(out.lengths, 0, block.count(), column.width());
            } else {
                VariableColumn column = block.extent().variables(field.index());
                out.array = column.array();
                for (int i = 0; i < block.count(); i++) {
                    if (among[i]) {
                        out.offsets[i] = column.offset(block.start() + i);
                        out.lengths[i] = column.length(block.start() + i);
                    }
                }
            }
            if (field.nullable()) {
                boolean[] nulls = block.extent().nulls(field.index());
                for (int i = 0; i < block.count(); i++) {
                    out.lengths[i] = nulls[block.start() + i] ? 0 : out.lengths[i];
                }
            }
        }
    }

    /** Numbers of a column as text, with 20 digits where they are doubles; null is the empty string. */
    record Printed(Field field) implements TextNode {
        @Override
        public void evaluate(Block block, boolean[] among, TextVector out) {
            out.startScratch();
            for (int i = 0; i < block.count(); i++) {
                out.begin(i);
                if (among[i] && !block.extent().isNull(field.index(), block.start() + i)) {
                    byte[] text = print(block, block.start() + i);
                    out.append(text, 0, text.length);
                }
                out.end(i);
            }
        }

        private byte[] print(Block block, int row) {
            int index = field.index();
            return switch (field.type()) {
                case BOOL -> block.extent().booleans(index)[row] ? TRUE : FALSE;
                case BYTE ->
                    Integer.toString(block.extent().bytes(index)[row] & 0xff).getBytes(US_ASCII);
                case INT32 -> Integer.toString(block.extent().ints(index)[row]).getBytes(US_ASCII);
                case INT64 -> Long.toString(block.extent().longs(index)[row]).getBytes(US_ASCII);
                default ->
                    CNumberFormat.general(block.extent().doubles(index)[row], 20)
                            .getBytes(US_ASCII);
            };
        }
    }

    record JoinedTexts(TextNode left, TextNode right) implements TextNode {
        @Override
        public void evaluate(Block block, boolean[] among, TextVector out) {
            TextVector first = block.memory().takeTexts();
            TextVector second = block.memory().takeTexts();
            left.evaluate(block, among, first);
            right.evaluate(block, among, second);
            out.startScratch();
            for (int i = 0; i < block.count(); i++) {
                if (among[i]) {
                    out.begin(i);
                    out.append(first.array, first.offsets[i], first.lengths[i]);
                    out.append(second.array, second.offsets[i], second.lengths[i]);
                    out.end(i);
                }
            }
            block.memory().give(second);
            block.memory().give(first);
        }
    }
}
