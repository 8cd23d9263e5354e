package dev.mimeo.characterization;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.mimeo.internal.text.StrictUtf8;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Finds the category of a file from its first bytes: by the magic number of its format, or, of text, by how it begins. The numbers are
 * those that the documents of the formats state, as collected in magic(5) of file(1). Stateless and thread-safe.
 */
public final class FileSignature {

    /** Bytes at the start of a file that decide. */
    public static final int HEAD_BYTES = 4096;

    /** Lines that are looked at to tell a log from prose. */
    private static final int LOG_LINES = 20;

    /** Characters of a line that are looked at; a timestamp is shorter. */
    private static final int LOG_LINE_LENGTH = 64;

    /** Bytes at a fixed place of a file. */
    private static final class Magic {
        private final FileCategory category;
        private final int offset;
        private final byte[] bytes;

        private Magic(FileCategory category, int offset, byte[] bytes) {
            this.category = category;
            this.offset = offset;
            this.bytes = bytes;
        }

        /** Returns the magic of ASCII text. */
        static Magic text(FileCategory category, int offset, String text) {
            return new Magic(category, offset, text.getBytes(US_ASCII));
        }

        /** Returns the magic of bytes in hexadecimal digits. */
        static Magic hex(FileCategory category, int offset, String digits) {
            return new Magic(category, offset, HexFormat.of().parseHex(digits));
        }

        boolean matches(byte[] head, int length) {
            int end = offset + bytes.length;
            return end <= length && Arrays.equals(head, offset, end, bytes, 0, bytes.length);
        }
    }

    /** The first that matches decides, so the longer of two that begin alike stands first. */
    private static final List<Magic> MAGICS = List.of(
            // ELF; Mach-O, of one and of several machines (also class files of Java); PE and DOS; WebAssembly; Dalvik
            Magic.text(FileCategory.PROGRAM, 0, "\177ELF"),
            Magic.hex(FileCategory.PROGRAM, 0, "cafebabe"),
            Magic.hex(FileCategory.PROGRAM, 0, "cefaedfe"),
            Magic.hex(FileCategory.PROGRAM, 0, "cffaedfe"),
            Magic.hex(FileCategory.PROGRAM, 0, "4d5a9000"),
            Magic.text(FileCategory.PROGRAM, 0, "\0asm"),
            Magic.text(FileCategory.PROGRAM, 0, "dex\n"),
            // Debian packages are archives of ar, as are static libraries
            Magic.text(FileCategory.ARCHIVE, 0, "!<arch>\ndebian-binary"),
            Magic.text(FileCategory.PROGRAM, 0, "!<arch>\n"),
            // zip, gzip, bzip2, xz, zstd, lz4, lzop, lzip, 7z, rar, compress, rpm, cabinet, tar, cpio, SquashFS
            Magic.text(FileCategory.ARCHIVE, 0, "PK\3\4"),
            Magic.hex(FileCategory.ARCHIVE, 0, "1f8b"),
            Magic.text(FileCategory.ARCHIVE, 0, "BZh"),
            Magic.hex(FileCategory.ARCHIVE, 0, "fd377a585a00"),
            Magic.hex(FileCategory.ARCHIVE, 0, "28b52ffd"),
            Magic.text(FileCategory.ARCHIVE, 0, "\4\"M\30"),
            Magic.hex(FileCategory.ARCHIVE, 0, "894c5a4f000d0a"),
            Magic.text(FileCategory.ARCHIVE, 0, "LZIP"),
            Magic.hex(FileCategory.ARCHIVE, 0, "377abcaf271c"),
            Magic.text(FileCategory.ARCHIVE, 0, "Rar!\32"),
            Magic.hex(FileCategory.ARCHIVE, 0, "1f9d"),
            Magic.hex(FileCategory.ARCHIVE, 0, "edabeedb"),
            Magic.text(FileCategory.ARCHIVE, 0, "MSCF"),
            Magic.text(FileCategory.ARCHIVE, 257, "ustar"),
            Magic.text(FileCategory.ARCHIVE, 0, "07070"),
            Magic.text(FileCategory.ARCHIVE, 0, "hsqs"),
            Magic.text(FileCategory.PDF, 0, "%PDF-"),
            // PostScript, OLE (Word, Excel, PowerPoint), RTF
            Magic.text(FileCategory.DOCUMENT, 0, "%!PS"),
            Magic.hex(FileCategory.DOCUMENT, 0, "d0cf11e0a1b11ae1"),
            Magic.text(FileCategory.DOCUMENT, 0, "{\\rtf"),
            // PNG, JPEG, GIF, TIFF of both byte orders, WebP, Photoshop, HEIC, AVIF
            Magic.hex(FileCategory.IMAGE, 0, "89504e470d0a1a0a"),
            Magic.hex(FileCategory.IMAGE, 0, "ffd8ff"),
            Magic.text(FileCategory.IMAGE, 0, "GIF8"),
            Magic.text(FileCategory.IMAGE, 0, "II*\0"),
            Magic.text(FileCategory.IMAGE, 0, "MM\0*"),
            Magic.text(FileCategory.IMAGE, 8, "WEBPVP8"),
            Magic.text(FileCategory.IMAGE, 0, "8BPS"),
            Magic.text(FileCategory.IMAGE, 4, "ftyphei"),
            Magic.text(FileCategory.IMAGE, 4, "ftypavif"),
            // MP3 with a tag, FLAC, Ogg, WAVE, MIDI, MPEG-4 audio
            Magic.text(FileCategory.AUDIO, 0, "ID3"),
            Magic.text(FileCategory.AUDIO, 0, "fLaC"),
            Magic.text(FileCategory.AUDIO, 0, "OggS"),
            Magic.text(FileCategory.AUDIO, 8, "WAVEfmt "),
            Magic.text(FileCategory.AUDIO, 0, "MThd\0\0\0\6"),
            Magic.text(FileCategory.AUDIO, 4, "ftypM4A"),
            // AVI, Matroska and WebM, MPEG-4 and QuickTime, MPEG program and video streams, Flash video, ASF
            Magic.text(FileCategory.VIDEO, 8, "AVI LIST"),
            Magic.hex(FileCategory.VIDEO, 0, "1a45dfa3"),
            Magic.text(FileCategory.VIDEO, 4, "ftyp"),
            Magic.hex(FileCategory.VIDEO, 0, "000001ba"),
            Magic.hex(FileCategory.VIDEO, 0, "000001b3"),
            Magic.text(FileCategory.VIDEO, 0, "FLV\1"),
            Magic.hex(FileCategory.VIDEO, 0, "3026b2758e66cf11"),
            // SQLite, Berkeley DB (btree, hash; little-endian), Access
            Magic.text(FileCategory.DATABASE, 0, "SQLite format 3\0"),
            Magic.text(FileCategory.DATABASE, 12, "b1\5\0"),
            Magic.hex(FileCategory.DATABASE, 12, "61150600"),
            Magic.text(FileCategory.DATABASE, 4, "Standard Jet DB"),
            Magic.text(FileCategory.DATABASE, 4, "Standard ACE DB"),
            // QEMU, VMware, Hyper-V, VirtualBox, Windows images; XFS; ext2, ext3 and ext4, unmounted
            Magic.hex(FileCategory.DISK, 0, "514649fb"),
            Magic.text(FileCategory.DISK, 0, "KDMV"),
            Magic.text(FileCategory.DISK, 0, "vhdxfile"),
            Magic.text(FileCategory.DISK, 0, "conectix"),
            Magic.text(FileCategory.DISK, 0, "<<< Oracle VM"),
            Magic.text(FileCategory.DISK, 0, "MSWIM\0\0\0"),
            Magic.text(FileCategory.DISK, 0, "XFSB"),
            Magic.hex(FileCategory.DISK, 1080, "53ef0100"));

    /** Start of a line of a log: a date or a time, after at most a bracket and a few words. */
    private static final Pattern TIMESTAMP =
            Pattern.compile("[\\[(<]?(\\S{1,30} ){0,4}?[\\[(]?(\\d{4}[-/]\\d\\d[-/]\\d\\d|\\d\\d/[A-Z][a-z]{2}/\\d{4}"
                    + "|[A-Z][a-z]{2} [ \\d]\\d \\d\\d:|\\d\\d:\\d\\d:\\d\\d|\\d{10}\\.\\d| *\\d+\\.\\d{6}\\]).*");

    /** Continuation of a JSON array: a number is followed by another, unlike a time in brackets. */
    private static final Pattern FIRST_ELEMENT = Pattern.compile("[{\\[\"\\]]|-?[0-9.eE+-]{1,40}\\s*,");

    /** Tab, line feed, form feed, carriage return, and escape, which begins colours of terminals. */
    private static final String TEXT_CONTROLS = "\t\n\f\r\33";

    /** Byte order mark of UTF-8, each byte as a character. */
    private static final String BYTE_ORDER_MARK = "\357\273\277";

    private FileSignature() {}

    /**
     * Returns the category of a file by its content.
     *
     * @return {@link FileCategory#OTHER} if the first {@value #HEAD_BYTES} bytes say nothing, as those of an empty file
     * @throws IOException if the file cannot be read
     */
    public static FileCategory of(Path file) throws IOException {
        byte[] head = new byte[HEAD_BYTES];
        try (InputStream in = Files.newInputStream(file)) {
            return of(head, in.readNBytes(head, 0, head.length));
        }
    }

    /**
     * Returns the category of content.
     *
     * @param head begins with the first bytes
     * @param length number of them; up to {@value #HEAD_BYTES} are looked at
     */
    public static FileCategory of(byte[] head, int length) {
        int size = Math.min(length, HEAD_BYTES);
        for (Magic magic : MAGICS) {
            if (magic.matches(head, size)) {
                return magic.category;
            }
        }
        return size > 0 && isText(head, size) ? ofText(new String(head, 0, size, ISO_8859_1)) : FileCategory.OTHER;
    }

    /** Returns whether bytes are text in UTF-8, in ISO 8859 or, with a byte order mark, in UTF-16. */
    private static boolean isText(byte[] head, int length) {
        if (length > 1 && ((head[0] == -1 && head[1] == -2) || (head[0] == -2 && head[1] == -1))) {
            return true;
        }
        int controls = 0;
        int upper = 0;
        for (int i = 0; i < length; i++) {
            int value = head[i] & 0xff;
            if (value < ' ' && TEXT_CONTROLS.indexOf(value) < 0) {
                return false;
            }
            controls += value >= 0x7f && value < 0xa0 ? 1 : 0;
            upper += value >= 0xa0 ? 1 : 0;
        }
        return isUtf8(head, length) || (controls == 0 && upper * 4 < length);
    }

    private static boolean isUtf8(byte[] head, int length) {
        // The last character may be cut: it has at most three bytes before the cut.
        int cuts = length == HEAD_BYTES ? 4 : 1;
        for (int cut = 0; cut < cuts; cut++) {
            if (StrictUtf8.decode(head, 0, length - cut) != null) {
                return true;
            }
        }
        return false;
    }

    private static FileCategory ofText(String text) {
        if (text.startsWith("#!") || text.startsWith("<?php")) {
            return FileCategory.SOURCE;
        }
        String start = text.startsWith(BYTE_ORDER_MARK) ? text.substring(3).strip() : text.strip();
        if (start.regionMatches(true, 0, "<!doctype html", 0, 14) || start.regionMatches(true, 0, "<html", 0, 5)) {
            return FileCategory.HTML;
        }
        if (start.startsWith("<")) {
            return FileCategory.MARKUP;
        }
        if (isLog(start)) {
            // Before JSON: a line may begin with a time in brackets.
            return FileCategory.LOG;
        }
        return isJson(start) ? FileCategory.JSON : FileCategory.TEXT;
    }

    /** Returns whether an object with a member or an array of values begins; a settings file has {@code [section]}. */
    private static boolean isJson(String start) {
        if (start.isEmpty() || (start.charAt(0) != '{' && start.charAt(0) != '[')) {
            return false;
        }
        String rest = start.substring(1).stripLeading();
        return start.charAt(0) == '{'
                ? rest.startsWith("\"") || rest.startsWith("}")
                : FIRST_ELEMENT.matcher(rest).lookingAt();
    }

    /** Returns whether most lines begin with a time, of three at least. */
    private static boolean isLog(String text) {
        List<String> lines = text.lines().limit(LOG_LINES).toList();
        long stamped = lines.stream()
                .map(line -> line.substring(0, Math.min(LOG_LINE_LENGTH, line.length())))
                .filter(line -> TIMESTAMP.matcher(line).matches())
                .count();
        return stamped >= 3 && stamped * 2 > lines.size();
    }
}
