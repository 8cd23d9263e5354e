package dev.mimeo.garage.load;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Makes JSON of what VictoriaMetrics 1.79 exports. It writes infinite values without quotes, as {@code +Inf}, which becomes {@code
 * "+Inf"}. A missing sample is {@code null}, but {@code NaN} at the start of a line's values, which becomes {@code null} too. Not
 * thread-safe.
 */
final class NonFiniteRepair extends FilterInputStream {

    private static final int BLOCK_BYTES = 1 << 15;

    /** Bytes of the longest word that is repaired. */
    private static final int WORD_BYTES = 16;

    /** No byte of the input becomes more than this many. */
    private static final int MOST_PER_BYTE = 2;

    private static final byte[] NOT_A_NUMBER = "NaN".getBytes(US_ASCII);
    private static final byte[] NULL = "null".getBytes(US_ASCII);

    private final byte[] block = new byte[BLOCK_BYTES];
    private final byte[] output = new byte[MOST_PER_BYTE * (BLOCK_BYTES + WORD_BYTES)];
    private int at;
    private int end;

    private boolean inText;
    private boolean isEscaped;

    /** Letters outside texts, after a sign or not, that are not in the output yet. */
    private final byte[] word = new byte[WORD_BYTES];

    private int wordLength;

    NonFiniteRepair(InputStream in) {
        super(in);
    }

    @Override
    public int read() throws IOException {
        throw new UnsupportedOperationException("Jackson reads blocks");
    }

    @Override
    public int read(byte[] to, int from, int length) throws IOException {
        while (at == end) {
            int count = in.read(block, 0, block.length);
            at = 0;
            end = 0;
            for (int i = 0; i < count; i++) {
                take(block[i]);
            }
            if (count < 0) {
                endWord();
                if (end == 0) {
                    return -1;
                }
            }
        }
        int count = Math.min(length, end - at);
        System.arraycopy(output, at, to, from, count);
        at += count;
        return count;
    }

    private void take(byte c) {
        if (inText) {
            inText = isEscaped || c != '"';
            isEscaped = !isEscaped && c == '\\';
            output[end++] = c;
            return;
        }
        boolean isLetter = (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
        boolean isSign = c == '+' || c == '-';
        if (wordLength > 0 && (!isLetter || wordLength == WORD_BYTES)) {
            endWord();
        }
        if (isLetter || isSign) {
            word[wordLength++] = c;
        } else {
            inText = c == '"';
            output[end++] = c;
        }
    }

    /** Writes what has been held of a word. */
    private void endWord() {
        boolean isSigned = wordLength > 1 && (word[0] == '+' || word[0] == '-');
        if (Arrays.equals(word, 0, wordLength, NOT_A_NUMBER, 0, NOT_A_NUMBER.length)) {
            write(NULL, NULL.length);
        } else if (isSigned) {
            output[end++] = '"';
            write(word, wordLength);
            output[end++] = '"';
        } else {
            write(word, wordLength);
        }
        wordLength = 0;
    }

    private void write(byte[] bytes, int length) {
        System.arraycopy(bytes, 0, output, end, length);
        end += length;
    }
}
