package dev.mimeo.characterization;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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

    /**
     * Bytes at a fixed place.
     *
     * @param offset place in the file
     * @param bytes what stands there
     */
    private record Magic(FileCategory category, int offset, byte[] bytes) {

        /** Returns the magic of a text, whose characters up to 255 stand for bytes. */
        static Magic of(FileCategory category, int offset, String text) {
            return new Magic(category, offset, text.getBytes(ISO_8859_1));
        }

        boolean matches(byte[] head, int length) {
            if (offset + bytes.length > length) {
                return false;
            }
            for (int i = 0; i < bytes.length; i++) {
                if (head[offset + i] != bytes[i]) {
                    return false;
                }
            }
            return true;
        }
    }

    /** The first that matches decides, so the longer of two that begin alike stands first. */
    private static final List<Magic> MAGICS = List.of(
            // ELF; Mach-O, of one and of several machines (also class files of Java); PE and DOS; WebAssembly; Dalvik
            Magic.of(FileCategory.PROGRAM, 0, "\u007fELF"),
            Magic.of(FileCategory.PROGRAM, 0, "\u00ca\u00fe\u00ba\u00be"),
            Magic.of(FileCategory.PROGRAM, 0, "\u00ce\u00fa\u00ed\u00fe"),
            Magic.of(FileCategory.PROGRAM, 0, "\u00cf\u00fa\u00ed\u00fe"),
            Magic.of(FileCategory.PROGRAM, 0, "MZ\u0090\0"),
            Magic.of(FileCategory.PROGRAM, 0, "\0asm"),
            Magic.of(FileCategory.PROGRAM, 0, "dex\n"),
            // Debian packages are archives of ar, as are static libraries
            Magic.of(FileCategory.ARCHIVE, 0, "!<arch>\ndebian-binary"),
            Magic.of(FileCategory.PROGRAM, 0, "!<arch>\n"),
            // zip, gzip, bzip2, xz, zstd, lz4, lzop, lzip, 7z, rar, compress, rpm, cabinet, tar, cpio, SquashFS
            Magic.of(FileCategory.ARCHIVE, 0, "PK\u0003\u0004"),
            Magic.of(FileCategory.ARCHIVE, 0, "\u001f\u008b"),
            Magic.of(FileCategory.ARCHIVE, 0, "BZh"),
            Magic.of(FileCategory.ARCHIVE, 0, "\u00fd7zXZ\0"),
            Magic.of(FileCategory.ARCHIVE, 0, "\u0028\u00b5\u002f\u00fd"),
            Magic.of(FileCategory.ARCHIVE, 0, "\u0004\"M\u0018"),
            Magic.of(FileCategory.ARCHIVE, 0, "\u0089LZO\0\r\n"),
            Magic.of(FileCategory.ARCHIVE, 0, "LZIP"),
            Magic.of(FileCategory.ARCHIVE, 0, "7z\u00bc\u00af\u0027\u001c"),
            Magic.of(FileCategory.ARCHIVE, 0, "Rar!\u001a"),
            Magic.of(FileCategory.ARCHIVE, 0, "\u001f\u009d"),
            Magic.of(FileCategory.ARCHIVE, 0, "\u00ed\u00ab\u00ee\u00db"),
            Magic.of(FileCategory.ARCHIVE, 0, "MSCF"),
            Magic.of(FileCategory.ARCHIVE, 257, "ustar"),
            Magic.of(FileCategory.ARCHIVE, 0, "07070"),
            Magic.of(FileCategory.ARCHIVE, 0, "hsqs"),
            Magic.of(FileCategory.PDF, 0, "%PDF-"),
            // PostScript, OLE (Word, Excel, PowerPoint), RTF
            Magic.of(FileCategory.DOCUMENT, 0, "%!PS"),
            Magic.of(FileCategory.DOCUMENT, 0, "\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1"),
            Magic.of(FileCategory.DOCUMENT, 0, "{\\rtf"),
            // PNG, JPEG, GIF, TIFF of both byte orders, WebP, Photoshop, HEIC, AVIF
            Magic.of(FileCategory.IMAGE, 0, "\u0089PNG\r\n\u001a\n"),
            Magic.of(FileCategory.IMAGE, 0, "\u00ff\u00d8\u00ff"),
            Magic.of(FileCategory.IMAGE, 0, "GIF8"),
            Magic.of(FileCategory.IMAGE, 0, "II*\0"),
            Magic.of(FileCategory.IMAGE, 0, "MM\0*"),
            Magic.of(FileCategory.IMAGE, 8, "WEBPVP8"),
            Magic.of(FileCategory.IMAGE, 0, "8BPS"),
            Magic.of(FileCategory.IMAGE, 4, "ftyphei"),
            Magic.of(FileCategory.IMAGE, 4, "ftypavif"),
            // MP3 with a tag, FLAC, Ogg, WAVE, MIDI, MPEG-4 audio
            Magic.of(FileCategory.AUDIO, 0, "ID3"),
            Magic.of(FileCategory.AUDIO, 0, "fLaC"),
            Magic.of(FileCategory.AUDIO, 0, "OggS"),
            Magic.of(FileCategory.AUDIO, 8, "WAVEfmt "),
            Magic.of(FileCategory.AUDIO, 0, "MThd\0\0\0\u0006"),
            Magic.of(FileCategory.AUDIO, 4, "ftypM4A"),
            // AVI, Matroska and WebM, MPEG-4 and QuickTime, MPEG program and video streams, Flash video, ASF
            Magic.of(FileCategory.VIDEO, 8, "AVI LIST"),
            Magic.of(FileCategory.VIDEO, 0, "\u001aE\u00df\u00a3"),
            Magic.of(FileCategory.VIDEO, 4, "ftyp"),
            Magic.of(FileCategory.VIDEO, 0, "\0\0\u0001\u00ba"),
            Magic.of(FileCategory.VIDEO, 0, "\0\0\u0001\u00b3"),
            Magic.of(FileCategory.VIDEO, 0, "FLV\u0001"),
            Magic.of(FileCategory.VIDEO, 0, "\u0030\u0026\u00b2\u0075\u008e\u0066\u00cf\u0011"),
            // SQLite, Berkeley DB (btree, hash; little-endian), Access
            Magic.of(FileCategory.DATABASE, 0, "SQLite format 3\0"),
            Magic.of(FileCategory.DATABASE, 12, "\u0062\u0031\u0005\0"),
            Magic.of(FileCategory.DATABASE, 12, "\u0061\u0015\u0006\0"),
            Magic.of(FileCategory.DATABASE, 4, "Standard Jet DB"),
            Magic.of(FileCategory.DATABASE, 4, "Standard ACE DB"),
            // QEMU, VMware, Hyper-V, VirtualBox, Windows images; XFS; ext2, ext3 and ext4, unmounted
            Magic.of(FileCategory.DISK, 0, "QFI\u00fb"),
            Magic.of(FileCategory.DISK, 0, "KDMV"),
            Magic.of(FileCategory.DISK, 0, "vhdxfile"),
            Magic.of(FileCategory.DISK, 0, "conectix"),
            Magic.of(FileCategory.DISK, 0, "<<< Oracle VM"),
            Magic.of(FileCategory.DISK, 0, "MSWIM\0\0\0"),
            Magic.of(FileCategory.DISK, 0, "XFSB"),
            Magic.of(FileCategory.DISK, 1080, "\u0053\u00ef\u0001\0"));

    /** How a line of a log begins: a date or a time, after at most a bracket and a word. */
    private static final Pattern TIMESTAMP = Pattern.compile(
            "[\\[(<]?(\\S{1,30} ){0,4}?[\\[(]?(\\d{4}[-/]\\d\\d[-/]\\d\\d|\\d\\d/[A-Z][a-z]{2}/\\d{4}|[A-Z][a-z]{2} [ \\d]\\d \\d\\d:|\\d\\d:\\d\\d:\\d\\d"
                    + "|\\d{10}\\.\\d| *\\d+\\.\\d{6}\\]).*");

    /** How an array of JSON goes on: a number is followed by another, unlike a time in brackets. */
    private static final Pattern FIRST_ELEMENT = Pattern.compile("[{\\[\"\\]]|-?[0-9.eE+-]{1,40}\\s*,");

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
     * @param length how many of them there are; up to {@value #HEAD_BYTES} are looked at
     */
    public static FileCategory of(byte[] head, int length) {
        int size = Math.min(length, HEAD_BYTES);
        for (Magic magic : MAGICS) {
            if (magic.matches(head, size)) {
                return magic.category();
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
            // Tab, line feed, form feed, carriage return and escape (colours of terminals) occur in text.
            if (value < ' ' && "\t\n\f\r\u001b".indexOf(value) < 0) {
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
            try {
                StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(head, 0, length - cut));
                return true;
            } catch (CharacterCodingException e) {
                // Perhaps one byte earlier.
            }
        }
        return false;
    }

    private static FileCategory ofText(String text) {
        if (text.startsWith("#!") || text.startsWith("<?php")) {
            return FileCategory.SOURCE;
        }
        String start = text.startsWith("\u00ef\u00bb\u00bf") ? text.substring(3).strip() : text.strip();
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
