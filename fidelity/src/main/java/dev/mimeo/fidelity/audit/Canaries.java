package dev.mimeo.fidelity.audit;

import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import dev.mimeo.internal.bytes.LittleEndian;
import dev.mimeo.internal.bytes.NamedInput;
import dev.mimeo.internal.files.FileKinds;
import dev.mimeo.internal.files.Folders;
import dev.mimeo.internal.random.Mixing;
import dev.mimeo.internal.text.Counts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** Secrets to look for, each an exact string of bytes. Not thread-safe. */
public final class Canaries {

    /** Shorter strings, bytes, occur by chance. */
    public static final int MIN_LENGTH = 4;

    static final int MAX_LENGTH = 4096;
    private static final int MAX_COUNT = 1_000_000;
    private static final int FILTER_BITS = 22;

    /** A byte order mark of UTF-8, as ISO 8859-1 reads it. */
    private static final String UTF_8_MARK = "\u00ef\u00bb\u00bf";

    private final List<byte[]> secrets;
    /** Numbers of the lines that the secrets were read from, from 1. */
    private final List<Integer> lines;

    private final Map<Integer, List<Integer>> byPrefix = new HashMap<>();
    private final BitSet filter = new BitSet(1 << FILTER_BITS);
    private final Set<Integer> found = new HashSet<>();

    private Canaries(List<byte[]> secrets, List<Integer> lines) {
        this.secrets = secrets;
        this.lines = lines;
        for (int i = 0; i < secrets.size(); i++) {
            int prefix = LittleEndian.getInt(secrets.get(i), 0);
            byPrefix.computeIfAbsent(prefix, key -> new ArrayList<>()).add(i);
            filter.set(slot(prefix));
        }
    }

    /** Returns no secrets. */
    public static Canaries none() {
        return of(List.of());
    }

    /**
     * Takes secrets as they are. A result names each by its number in the list, from 1.
     *
     * @throws IllegalArgumentException if one is shorter than {@value #MIN_LENGTH} bytes or longer than 4096
     */
    public static Canaries of(List<byte[]> secrets) {
        for (byte[] secret : secrets) {
            if (secret.length < MIN_LENGTH || secret.length > MAX_LENGTH) {
                throw new IllegalArgumentException("a secret to search has " + MIN_LENGTH + " to " + MAX_LENGTH
                        + " bytes, as shorter ones occur by chance; got " + secret.length);
            }
        }
        return new Canaries(
                List.copyOf(secrets),
                IntStream.rangeClosed(1, secrets.size()).boxed().toList());
    }

    /**
     * Reads secrets from a file, as {@link #read(InputStream, String)} does.
     *
     * @throws IOException if the file cannot be read, has no secret, or a line is too short, too long or one too many
     */
    public static Canaries read(Path file) throws IOException {
        Folders.refuse(file);
        FileKinds.refuseEndless(file);
        try (InputStream in = NamedInput.ofFile(file)) {
            return read(in, file.toString());
        }
    }

    /**
     * Reads secrets, one a line, in UTF-8 or any 8-bit encoding; empty lines and a byte order mark are left out. A result names each by the
     * number of its line.
     *
     * @param in read to its end, and left open
     * @param name name of the input in messages
     * @throws IOException if the input cannot be read, is UTF-16, has no secret, or a line is too short, too long or one too many
     */
    public static Canaries read(InputStream in, String name) throws IOException {
        List<byte[]> secrets = new ArrayList<>();
        List<Integer> lines = new ArrayList<>();
        BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.ISO_8859_1));
        int number = 0;
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            number++;
            if (number == 1 && (line.startsWith("\u00ff\u00fe") || line.startsWith("\u00fe\u00ff"))) {
                throw MimeoException.of(
                        name,
                        Reason.UNSUPPORTED,
                        "is UTF-16, and secrets are compared byte by byte: convert it to UTF-8");
            }
            String secret = number == 1 && line.startsWith(UTF_8_MARK) ? line.substring(UTF_8_MARK.length()) : line;
            if (secret.isEmpty()) {
                continue;
            }
            if (secret.length() < MIN_LENGTH || secret.length() > MAX_LENGTH) {
                throw MimeoException.of(
                        name,
                        Reason.UNSUPPORTED,
                        "line " + number + " has " + Counts.of(secret.length(), "byte") + ": a secret has " + MIN_LENGTH
                                + " to " + MAX_LENGTH);
            }
            if (secrets.size() == MAX_COUNT) {
                throw MimeoException.of(
                        name,
                        Reason.LIMIT,
                        "line " + number + " has one secret more than the " + MAX_COUNT
                                + " that can be searched for: search for the others in another run");
            }
            secrets.add(secret.getBytes(StandardCharsets.ISO_8859_1));
            lines.add(number);
        }
        if (secrets.isEmpty()) {
            throw MimeoException.of(name, Reason.EMPTY, "holds no secret: write one in each line");
        }
        return new Canaries(secrets, lines);
    }

    private static int slot(int prefix) {
        return Mixing.fibonacci32(prefix) >>> (32 - FILTER_BITS);
    }

    /** Forgets what was found, to search something else. */
    Canaries again() {
        return new Canaries(secrets, lines);
    }

    /** Looks for secrets that begin in a range; {@code length} is the end of the bytes that are there. */
    void search(byte[] data, int from, int limit, int length) {
        if (secrets.isEmpty()) {
            return;
        }
        for (int i = from; i < limit && i + MIN_LENGTH <= length; i++) {
            int prefix = LittleEndian.getInt(data, i);
            if (filter.get(slot(prefix))) {
                for (int number : byPrefix.getOrDefault(prefix, List.of())) {
                    byte[] secret = secrets.get(number);
                    int end = i + secret.length;
                    if (end <= length && Arrays.equals(secret, 0, secret.length, data, i, end)) {
                        found.add(number);
                    }
                }
            }
        }
    }

    /** Returns how many secrets there are. */
    public int count() {
        return secrets.size();
    }

    /** Returns the numbers of the lines of the secrets found so far, in ascending order. */
    List<Integer> foundLines() {
        return linesOfFound(secret -> true);
    }

    /** Returns the numbers of the lines of the secrets not found so far, in ascending order. */
    List<Integer> missingLines() {
        return IntStream.range(0, secrets.size())
                .filter(number -> !found.contains(number))
                .mapToObj(lines::get)
                .toList();
    }

    /** Returns the numbers of the lines of those secrets found so far that satisfy a condition, in ascending order. */
    List<Integer> linesOfFound(Predicate<byte[]> condition) {
        return found.stream()
                .sorted()
                .filter(number -> condition.test(secrets.get(number)))
                .map(lines::get)
                .toList();
    }
}
