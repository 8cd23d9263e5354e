package dev.mimeo.garage.load;

import dev.mimeo.internal.text.CNumberParser;
import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.JsonParserDelegate;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads the JSON objects of a file, one after the other with or without line ends between them, and creates
 * errors that name the current line. Not thread-safe.
 */
final class JsonDocuments implements Closeable {

    private static final int MAX_STRING = 1 << 20;
    private static final int MAX_DEPTH = 100;

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxStringLength(MAX_STRING)
                            .maxNestingDepth(MAX_DEPTH)
                            .build())
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            // The objects of a file follow each other.
            .disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final Path file;
    private final Document in;
    private final JsonParser parser;

    /** @param most most bytes of an object */
    JsonDocuments(Path file, int most) throws IOException {
        this(file, most, in -> in);
    }

    /**
     * @param most most bytes of an object
     * @param repair returns the stream as JSON
     */
    JsonDocuments(Path file, int most, UnaryOperator<InputStream> repair) throws IOException {
        this.file = file;
        this.in = new Document(repair.apply(InputFile.open(file)), file, most);
        try {
            // Reads the first bytes, which tell the encoding.
            this.parser = MAPPER.createParser(in);
        } catch (JacksonException e) {
            in.close();
            throw failure(e, 1);
        }
    }

    /** Reads the rest of an object, whose start is the current token. */
    @FunctionalInterface
    interface ObjectVisitor {
        void read(JsonParser parser) throws IOException;
    }

    /** Hands on each object of the file. */
    void each(ObjectVisitor reader) throws IOException {
        try {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                expect(token, JsonToken.START_OBJECT, "a JSON object");
                reader.read(parser);
                in.left = in.most;
            }
        } catch (JacksonException e) {
            throw failure(e, line());
        }
    }

    /** Returns the failure of reading, which names the file already, or an error that tells how the text is wrong. */
    private IOException failure(JacksonException e, long line) {
        if (e.getCause() instanceof IOException cause) {
            // All other failures of the parser are about encodings of wide characters, which it looks for.
            boolean isNamed = cause instanceof LoadException || cause == in.failure;
            return isNamed ? cause : new LoadException(place(line) + TextLines.NOT_UTF8, e);
        }
        // Without the names of methods, and with the start of a long token only.
        String problem = String.valueOf(e.getOriginalMessage())
                .replaceAll(", from `[^`]*`", "")
                .replaceAll("(\\w{40})\\w+", "$1");
        return new LoadException(place(line) + "is not JSON: " + problem, e);
    }

    /**
     * Returns a parser that reads on from the current token, to the end of its value.
     *
     * @param most most tokens of the value; more are an error
     * @param what the value, for the error
     */
    JsonParser limited(JsonParser from, int most, String what) {
        return new LimitedParser(from, most, what);
    }

    /** Returns the value that starts with the current token. */
    JsonNode tree(JsonParser from) {
        return MAPPER.readTree(from);
    }

    /** Returns the number of the current line, from 1. */
    long line() {
        return parser.currentTokenLocation().getLineNr();
    }

    private String place() {
        return place(line());
    }

    private String place(long line) {
        return file + ": line " + line + ": ";
    }

    LoadException error(String message) {
        return new LoadException(place() + message);
    }

    void expect(JsonToken found, JsonToken expected, String what) throws LoadException {
        if (found != expected) {
            throw error("expected " + what);
        }
    }

    /** Returns the current token as a whole number; a text of digits is one too. */
    long wholeNumber(JsonToken token) throws LoadException {
        if (token == JsonToken.VALUE_NUMBER_INT || token == JsonToken.VALUE_STRING) {
            return wholeNumber(parser.getString());
        }
        throw error("expected a whole number");
    }

    long wholeNumber(String text) throws LoadException {
        try {
            return CNumberParser.parseLong(text);
        } catch (NumberFormatException e) {
            throw new LoadException(place() + "'" + TextLines.shown(text) + "' is not a whole number", e);
        }
    }

    /** Returns the current token as a number; a text such as NaN or Infinity is one too. */
    NumberText number(JsonToken token) throws LoadException {
        if (token.isNumeric() || token == JsonToken.VALUE_STRING) {
            return number(parser.getString());
        }
        throw error("expected a number");
    }

    NumberText number(String text) throws LoadException {
        try {
            double value = CNumberParser.parseDouble(text);
            if (TextLines.isTooLarge(value, text)) {
                throw error("expected a number below 1.8e308, found '" + TextLines.shown(text) + "'");
            }
            return NumberText.of(text, value);
        } catch (NumberFormatException e) {
            throw new LoadException(place() + "'" + TextLines.shown(text) + "' is not a number", e);
        }
    }

    @Override
    public void close() throws IOException {
        parser.close();
        in.close();
    }

    /** Counts tokens. */
    private final class LimitedParser extends JsonParserDelegate {
        private final int most;
        private final String what;
        private int taken;

        LimitedParser(JsonParser from, int most, String what) {
            super(from);
            this.most = most;
            this.what = what;
        }

        @Override
        public @Nullable JsonToken nextToken() {
            if (++taken >= most) {
                throw JacksonIOException.construct(
                        error(what + " has more than " + most + " names, values and brackets; export smaller batches"));
            }
            return super.nextToken();
        }

        @Override
        public @Nullable String nextName() {
            return nextToken() == JsonToken.PROPERTY_NAME ? currentName() : null;
        }
    }

    /** The file, with a limit for what is read of one object. */
    private static final class Document extends FilterInputStream {
        private final Path file;
        private final int most;
        private long left;

        /** Failure of reading the file, null if there was none. */
        private @Nullable IOException failure;

        Document(InputStream in, Path file, int most) {
            super(in);
            this.file = file;
            this.most = most;
            this.left = most;
        }

        @Override
        public int read() throws IOException {
            throw new UnsupportedOperationException("Jackson reads blocks");
        }

        @Override
        public int read(byte[] to, int from, int length) throws IOException {
            int read;
            try {
                read = super.read(to, from, length);
            } catch (IOException e) {
                failure = e;
                throw e;
            }
            left -= Math.max(0, read);
            if (left < 0) {
                throw new LoadException(file + ": a JSON object has more than " + most + " bytes");
            }
            return read;
        }
    }
}
