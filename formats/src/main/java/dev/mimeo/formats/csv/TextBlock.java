package dev.mimeo.formats.csv;

/**
 * Some whole lines of a text. The array must not be changed.
 *
 * <p>The line feed that ends the last line, which a file may lack, is always there.
 */
final class TextBlock {

    private final byte[] bytes;
    private final int length;
    private final int consumed;

    /**
     * Makes a block.
     *
     * @param consumed bytes of the file up to the end of the block and beyond, read so far
     */
    TextBlock(byte[] bytes, int length, int consumed) {
        this.bytes = bytes;
        this.length = length;
        this.consumed = consumed;
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    /** Returns the bytes that were read from the file for this block. */
    int consumed() {
        return consumed;
    }
}
