package dev.mimeo.dataseries;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.util.StreamReaderDelegate;
import org.jspecify.annotations.Nullable;

/**
 * A reader of the XML that type descriptions usually are: elements with attributes, and white space between them, all in ASCII. The parser
 * of Java loads 80 classes for its first document, and takes most of the time of opening a small file. This reader never reports a fault:
 * what it does not know, or what is not well-formed, is for that parser.
 *
 * <p>Only the methods that {@link TypeParser} needs are there. Not thread-safe.
 */
final class PlainXmlReader extends StreamReaderDelegate {

    /** Attributes of an element, characters of a name and levels of elements at most; the parser of Java has its own limits, all higher. */
    private static final int MAX_ATTRIBUTES = 100;

    private static final int MAX_NAME = 255;
    private static final int MAX_DEPTH = 10;

    private final List<Event> events;
    private int position = -1;

    private PlainXmlReader(List<Event> events) {
        this.events = events;
    }

    /** The start or the end of an element, or white space. */
    private record Event(int type, String name, List<Attribute> attributes) {

        static final Event WHITE_SPACE = new Event(XMLStreamConstants.CHARACTERS, "", List.of());
        static final Event END_OF_DOCUMENT = new Event(XMLStreamConstants.END_DOCUMENT, "", List.of());
    }

    private record Attribute(String name, String value) {}

    /** Reads a document; null if it has anything else. */
    static @Nullable PlainXmlReader of(String text) {
        List<Event> events = new Scanner(text).document();
        return events == null ? null : new PlainXmlReader(events);
    }

    private Event event() {
        return events.get(position);
    }

    @Override
    public boolean hasNext() {
        return position + 1 < events.size();
    }

    @Override
    public int next() {
        position++;
        return event().type();
    }

    @Override
    public int getEventType() {
        return event().type();
    }

    @Override
    public boolean isStartElement() {
        return event().type() == XMLStreamConstants.START_ELEMENT;
    }

    @Override
    public boolean isWhiteSpace() {
        return event().type() == XMLStreamConstants.CHARACTERS;
    }

    @Override
    public String getLocalName() {
        return event().name();
    }

    @Override
    public int getAttributeCount() {
        return event().attributes().size();
    }

    @Override
    public String getAttributeLocalName(int index) {
        return event().attributes().get(index).name();
    }

    @Override
    public String getAttributeValue(int index) {
        return event().attributes().get(index).value();
    }

    @Override
    public void close() {
        // It holds nothing.
    }

    /** Finds the events of a text. */
    private static final class Scanner {

        private final String text;
        private final List<Event> events = new ArrayList<>();
        private final List<String> open = new ArrayList<>();
        private int position;

        Scanner(String text) {
            this.text = text;
        }

        /** Returns the events of one element, with all in it and white space around it; null if there is anything else. */
        @Nullable List<Event> document() {
            skipWhiteSpace();
            do {
                if (!tag()) {
                    return null;
                }
                if (skipWhiteSpace() && !open.isEmpty()) {
                    events.add(Event.WHITE_SPACE);
                }
            } while (!open.isEmpty());
            events.add(Event.END_OF_DOCUMENT);
            return position == text.length() ? events : null;
        }

        /** Returns the character at the position, or 0 behind the last. */
        private char peek() {
            return position < text.length() ? text.charAt(position) : 0;
        }

        private boolean take(char expected) {
            if (peek() != expected) {
                return false;
            }
            position++;
            return true;
        }

        private boolean skipWhiteSpace() {
            int start = position;
            while (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r') {
                position++;
            }
            return position > start;
        }

        /** Takes a tag, and returns whether it is one. */
        private boolean tag() {
            if (!take('<')) {
                return false;
            }
            if (take('/')) {
                String name = name();
                skipWhiteSpace();
                return take('>') && end(name);
            }
            String name = name();
            List<Attribute> attributes = attributes();
            if (name.isEmpty() || attributes == null || open.size() == MAX_DEPTH) {
                return false;
            }
            events.add(new Event(XMLStreamConstants.START_ELEMENT, name, attributes));
            open.add(name);
            return take('/') ? take('>') && end(name) : take('>');
        }

        private boolean end(String name) {
            if (open.isEmpty() || !open.remove(open.size() - 1).equals(name)) {
                return false;
            }
            events.add(new Event(XMLStreamConstants.END_ELEMENT, name, List.of()));
            return true;
        }

        /** Takes the attributes of a tag, whose names must differ. */
        private @Nullable List<Attribute> attributes() {
            List<Attribute> attributes = new ArrayList<>();
            Set<String> names = new HashSet<>();
            while (skipWhiteSpace() && peek() != '/' && peek() != '>') {
                String name = name();
                skipWhiteSpace();
                boolean assigned = take('=');
                skipWhiteSpace();
                String value = value();
                if (name.isEmpty() || !assigned || value == null || !names.add(name) || names.size() > MAX_ATTRIBUTES) {
                    return null;
                }
                attributes.add(new Attribute(name, value));
            }
            return attributes;
        }

        /** Takes a name of letters, digits and underscores; empty if there is none. */
        private String name() {
            int start = position;
            while (position - start < MAX_NAME
                    && (isLetter(peek()) || (position > start && peek() >= '0' && peek() <= '9'))) {
                position++;
            }
            return text.substring(start, position);
        }

        private static boolean isLetter(char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        }

        /** Takes a value in quotes without references, which stands for itself; null if there is none. */
        private @Nullable String value() {
            char quote = peek();
            if (quote != '"' && quote != '\'') {
                return null;
            }
            int start = ++position;
            while (peek() != quote) {
                if (peek() < ' ' || peek() > '~' || peek() == '&' || peek() == '<') {
                    return null;
                }
                position++;
            }
            return text.substring(start, position++);
        }
    }
}
