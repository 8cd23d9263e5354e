package dev.mimeo.query.expression;

import dev.mimeo.dataseries.Field;
import java.util.Arrays;

/** Operations that give 64-bit integers. */
final class IntegerNodes {

    private IntegerNodes() {}

    record Constant(long value) implements IntegerNode {
        @Override
        public boolean evaluate(Block block, long[] out) {
            Arrays.fill(out, 0, block.count(), value);
            return true;
        }

        @Override
        public void evaluate(Block block, long[] out, boolean[] exceeding) {
            evaluate(block, out);
        }
    }

    /** A column of integers or booleans; null is 0. */
    record Column(Field field) implements IntegerNode {
        @Override
        public boolean evaluate(Block block, long[] out) {
            int count = block.count();
            int start = block.start();
            int index = field.index();
            switch (field.type()) {
                case INT64 -> System.arraycopy(block.extent().longs(index), start, out, 0, count);
                case INT32 -> {
                    int[] values = block.extent().ints(index);
                    for (int i = 0; i < count; i++) {
                        out[i] = values[start + i];
                    }
                }
                case BYTE -> {
                    byte[] values = block.extent().bytes(index);
                    for (int i = 0; i < count; i++) {
                        out[i] = values[start + i] & 0xff;
                    }
                }
                default -> {
                    boolean[] values = block.extent().booleans(index);
                    for (int i = 0; i < count; i++) {
                        out[i] = values[start + i] ? 1 : 0;
                    }
                }
            }
            if (field.nullable()) {
                boolean[] nulls = block.extent().nulls(index);
                for (int i = 0; i < count; i++) {
                    out[i] = nulls[start + i] ? 0 : out[i];
                }
            }
            return true;
        }

        @Override
        public void evaluate(Block block, long[] out, boolean[] exceeding) {
            evaluate(block, out);
        }
    }

    record Negation(IntegerNode operand) implements IntegerNode {
        @Override
        public boolean evaluate(Block block, long[] out) {
            if (!operand.evaluate(block, out)) {
                return false;
            }
            boolean exact = true;
            for (int i = 0; i < block.count(); i++) {
                exact &= out[i] != Long.MIN_VALUE;
                out[i] = -out[i];
            }
            return exact;
        }

        @Override
        public void evaluate(Block block, long[] out, boolean[] exceeding) {
            operand.evaluate(block, out, exceeding);
            for (int i = 0; i < block.count(); i++) {
                exceeding[i] |= out[i] == Long.MIN_VALUE;
                out[i] = -out[i];
            }
        }
    }

    /** One of {@code + - *}. */
    record Arithmetic(char operator, IntegerNode left, IntegerNode right) implements IntegerNode {
        @Override
        public boolean evaluate(Block block, long[] out) {
            if (!left.evaluate(block, out)) {
                return false;
            }
            long[] others = block.memory().takeLongs();
            boolean exact = right.evaluate(block, others) && combine(block.count(), out, others);
            block.memory().give(others);
            return exact;
        }

        @Override
        public void evaluate(Block block, long[] out, boolean[] exceeding) {
            left.evaluate(block, out, exceeding);
            long[] others = block.memory().takeLongs();
            right.evaluate(block, others, exceeding);
            for (int i = 0; i < block.count(); i++) {
                long result = combine(out[i], others[i]);
                exceeding[i] |= overflow(out[i], others[i], result) < 0;
                out[i] = result;
            }
            block.memory().give(others);
        }

        private long combine(long first, long second) {
            return switch (operator) {
                case '+' -> first + second;
                case '-' -> first - second;
                default -> first * second;
            };
        }

        /** Returns a negative number if a result exceeds 64 bits. The sign bit tells, as in {@link Math#addExact(long, long)}. */
        private long overflow(long first, long second, long result) {
            return switch (operator) {
                case '+' -> (first ^ result) & (second ^ result);
                case '-' -> (first ^ second) & (first ^ result);
                // The upper half repeats the sign of the lower one where the product fits.
                default -> Math.multiplyHigh(first, second) == result >> 63 ? 0 : -1;
            };
        }

        private boolean combine(int count, long[] out, long[] others) {
            // The sign bit collects overflows, as in Math.addExact.
            long overflow = 0;
            switch (operator) {
                case '+' -> {
                    for (int i = 0; i < count; i++) {
                        long sum = out[i] + others[i];
                        overflow |= (out[i] ^ sum) & (others[i] ^ sum);
                        out[i] = sum;
                    }
                }
                case '-' -> {
                    for (int i = 0; i < count; i++) {
                        long difference = out[i] - others[i];
                        overflow |= (out[i] ^ others[i]) & (out[i] ^ difference);
                        out[i] = difference;
                    }
                }
                default -> {
                    for (int i = 0; i < count; i++) {
                        long product = out[i] * others[i];
                        // The upper half repeats the sign of the lower one where the product fits.
                        overflow |= Math.multiplyHigh(out[i], others[i]) == product >> 63 ? 0 : -1;
                        out[i] = product;
                    }
                }
            }
            return overflow >= 0;
        }
    }
}
