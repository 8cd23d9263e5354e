package dev.mimeo.integrations.impressions;

import dev.mimeo.internal.text.StrictUtf8;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/**
 * A path as the bytes that the file system knows it by, with slashes. They need not be text in any encoding, and do not
 * depend on the locale.
 *
 * <p>Immutable.
 */
public final class FilePath {

    private final byte[] bytes;

    private FilePath(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Returns the path that a text is in UTF-8. */
    public static FilePath of(String text) {
        return new FilePath(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the path of a copy of bytes. */
    public static FilePath of(byte[] bytes) {
        return new FilePath(bytes.clone());
    }

    /** Returns the absolute path of a file or folder, without a slash at its end. */
    static FilePath of(Path file) {
        // The text of a path is wrong where its bytes are none in the encoding of the locale. Those of its URI are
        // right.
        String escaped = file.toAbsolutePath().toUri().getRawPath();
        byte[] bytes = new byte[escaped.length()];
        int length = 0;
        for (int i = 0; i < escaped.length(); i++) {
            char c = escaped.charAt(i);
            if (c == '%') {
                bytes[length++] = (byte) HexFormat.fromHexDigits(escaped, i + 1, i + 3);
                i += 2;
            } else {
                bytes[length++] = (byte) c;
            }
        }
        while (length > 0 && bytes[length - 1] == '/') {
            length--;
        }
        return new FilePath(Arrays.copyOf(bytes, length));
    }

    /** Returns the file of a name, a path of one part, in a folder of the default file system. */
    Path in(Path folder) {
        if (isAscii()) {
            return folder.resolve(new String(bytes, StandardCharsets.US_ASCII));
        }
        StringBuilder uri = new StringBuilder("file:///");
        for (byte b : bytes) {
            uri.append('%').append(HexFormat.of().toHexDigits(b));
        }
        // Unlike a text, a URI carries any bytes.
        Path name = Path.of(URI.create(uri.toString())).getFileName();
        return name == null ? folder : folder.resolve(name);
    }

    /** Returns the bytes, a copy. */
    public byte[] bytes() {
        return bytes.clone();
    }

    int length() {
        return bytes.length;
    }

    boolean isAbsolute() {
        return bytes.length > 0 && bytes[0] == '/';
    }

    /** Returns whether this is below a folder, by its name alone. */
    boolean isBelow(FilePath folder) {
        int length = folder.bytes.length;
        return bytes.length > length
                && bytes[length] == '/'
                && Arrays.equals(bytes, 0, length, folder.bytes, 0, length);
    }

    /** Returns this, which is below a folder, from there on. */
    FilePath from(FilePath folder) {
        return new FilePath(Arrays.copyOfRange(bytes, folder.bytes.length + 1, bytes.length));
    }

    /** Returns what is between the slashes, some of which may be empty. */
    List<FilePath> parts() {
        List<FilePath> parts = new ArrayList<>();
        int start = 0;
        for (int i = 0; i <= bytes.length; i++) {
            if (i == bytes.length || bytes[i] == '/') {
                parts.add(new FilePath(Arrays.copyOfRange(bytes, start, i)));
                start = i + 1;
            }
        }
        return parts;
    }

    static FilePath join(List<FilePath> parts) {
        byte[] bytes =
                new byte[parts.stream().mapToInt(part -> part.bytes.length + 1).sum() - 1];
        int length = 0;
        for (FilePath part : parts) {
            if (length > 0) {
                bytes[length++] = '/';
            }
            System.arraycopy(part.bytes, 0, bytes, length, part.bytes.length);
            length += part.bytes.length;
        }
        return new FilePath(bytes);
    }

    boolean contains(char c) {
        for (byte b : bytes) {
            if (b == c) {
                return true;
            }
        }
        return false;
    }

    private boolean isAscii() {
        for (byte b : bytes) {
            if (b < 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns what follows the last dot of the name, in lower case; empty if there is no dot or it begins the name.
     */
    String extension() {
        for (int i = bytes.length - 1; i > 0 && bytes[i] != '/'; i--) {
            if (bytes[i] == '.' && bytes[i - 1] != '/') {
                return new String(bytes, i + 1, bytes.length - i - 1, StandardCharsets.UTF_8).toLowerCase(Locale.ROOT);
            }
        }
        return "";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FilePath path && Arrays.equals(bytes, path.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /**
     * Returns the path for people to read, on one line: as it is where it is text in UTF-8, else with bytes that are not printable
     * ASCII as {@code \\xHH}.
     */
    @Override
    public String toString() {
        String decoded = StrictUtf8.decode(bytes);
        if (decoded != null && decoded.chars().noneMatch(Character::isISOControl)) {
            return decoded;
        }
        StringBuilder text = new StringBuilder(bytes.length);
        for (byte b : bytes) {
            if (b >= ' ' && b < 0x7f) {
                text.append((char) b);
            } else {
                text.append("\\x").append(HexFormat.of().toHexDigits(b));
            }
        }
        return text.toString();
    }
}
