package dev.mimeo.nfs.convert;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.dataseries.ExtentType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;

/** The types of the tables. */
final class NfsTypes {

    private static final String START = "<ExtentType ";
    private static final String END = "</ExtentType>";

    static final List<ExtentType> ALL = load();

    private NfsTypes() {}

    private static List<ExtentType> load() {
        try (InputStream xml = Objects.requireNonNull(NfsTypes.class.getResourceAsStream("types.xml"))) {
            String text = new String(xml.readAllBytes(), UTF_8);
            List<ExtentType> types = new ArrayList<>();
            for (int at = text.indexOf(START); at >= 0; at = text.indexOf(START, at + 1)) {
                types.add(ExtentType.parse(text.substring(at, text.indexOf(END, at) + END.length()) + "\n"));
            }
            return List.copyOf(types);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the type of a name. */
    static ExtentType of(String name) {
        return ALL.stream()
                .filter(type -> type.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new NoSuchElementException(name));
    }
}
