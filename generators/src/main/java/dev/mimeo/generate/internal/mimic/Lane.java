package dev.mimeo.generate.internal.mimic;

/**
 * One of the walks that {@link TextWalks} makes side by side: the part of a chunk that it makes, and its next piece. The fields
 * are those of {@link TextWalks}, whose loops read and write them for all walks in turn. Not thread-safe.
 */
final class Lane {

    /** The destination of a walk that is not in use. */
    static final byte[] NOWHERE = {};

    /** Index of this walk, and of its part of the buffer. */
    final int number;

    /** State of the random numbers. */
    long random;

    /** Added to {@link #random} for each piece. */
    long gamma;

    /** Position in the buffer of the first byte of the part. */
    int start;

    /** Position in the buffer of the next byte. */
    int place;

    /** Position in the buffer after the last byte of the part. */
    int end;

    /** Position of the next common text, or the end. */
    int stop;

    /** Difference between positions in the buffer and those in the common text. */
    int origin;

    /** The last four bytes, by which positions in the text are looked up. */
    int context;

    /** Start of the range of the text, see {@link WalkRange#low()}. */
    long low;

    /** Length of the range of the text, see {@link WalkRange#window()}. */
    long window;

    /** Distribution of the lengths of pieces, as in {@link PieceLengths}. */
    int base;

    int mask;

    /** Most bytes of a piece from the text. */
    int longest;

    /** Position in the text after the last piece; the complement of one in the buffer if the piece was from the chunk itself. */
    int next;

    /** Pieces in a row before each of which the last bytes were the same as a few bytes earlier. */
    int piecesInCycle;

    /** Whether the next piece is in a run or a cycle, which ends as the text does. */
    boolean isInRun;

    /** Position of the next piece in the index of the text; or the complement of its position in the text. */
    int index;

    /** Position of the next piece in the text or, if it is from the chunk itself, in the buffer. */
    int from;

    /** Bytes of the next piece; 0 where text in common is next. */
    int length;

    /** All bits if the next piece is from the chunk itself, else none. */
    int isRecent;

    /** Bytes at the position in the text. */
    int word;

    /** Array that receives the part when it is complete. */
    byte[] destination = NOWHERE;

    /** Offset of the part in {@link #destination}. */
    int offset;

    Lane(int number) {
        this.number = number;
    }

    /** Draws the length of a piece. */
    int draw(long bits) {
        return PieceLengths.length(base, mask, bits);
    }
}
