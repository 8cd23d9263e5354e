package dev.mimeo.characterization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.imageio.ImageIO;
import javax.sound.sampled.AudioFileFormat;
import javax.sound.sampled.AudioFormat;
import javax.sound.sampled.AudioInputStream;
import javax.sound.sampled.AudioSystem;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Categories of files by what programs of others write. */
final class FileSignatureTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private static FileCategory of(byte[] content) {
        return FileSignature.of(content, content.length);
    }

    private static FileCategory of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void classFilesAndTheProgramThatRunsThemArePrograms() throws IOException {
        try (var in = FileSignatureTest.class.getResourceAsStream("FileSignatureTest.class")) {
            assertThat(in).isNotNull();
            assertThat(of(in.readAllBytes())).isEqualTo(FileCategory.PROGRAM);
        }
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        assumeThat(java).exists();
        assertThat(FileSignature.of(java)).isEqualTo(FileCategory.PROGRAM);
    }

    @Test
    void whatTheJdkWritesIsFound() throws IOException {
        ByteArrayOutputStream gzip = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(gzip)) {
            out.write(1);
        }
        assertThat(of(gzip.toByteArray())).isEqualTo(FileCategory.ARCHIVE);
        ByteArrayOutputStream zip = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(zip)) {
            out.putNextEntry(new ZipEntry("entry"));
        }
        assertThat(of(zip.toByteArray())).isEqualTo(FileCategory.ARCHIVE);
        ByteArrayOutputStream tar = new ByteArrayOutputStream();
        try (TarArchiveOutputStream out = new TarArchiveOutputStream(tar)) {
            TarArchiveEntry entry = new TarArchiveEntry("a/file");
            entry.setSize(0);
            out.putArchiveEntry(entry);
            out.closeArchiveEntry();
        }
        assertThat(of(tar.toByteArray())).isEqualTo(FileCategory.ARCHIVE);
        ByteArrayOutputStream wave = new ByteArrayOutputStream();
        AudioSystem.write(
                new AudioInputStream(
                        new java.io.ByteArrayInputStream(new byte[8]), new AudioFormat(8000, 8, 1, true, false), 8),
                AudioFileFormat.Type.WAVE,
                wave);
        assertThat(of(wave.toByteArray())).isEqualTo(FileCategory.AUDIO);
    }

    @ParameterizedTest
    @ValueSource(strings = {"png", "jpg", "gif"})
    void imagesAreFound(String format) throws IOException {
        ByteArrayOutputStream image = new ByteArrayOutputStream();
        assertThat(ImageIO.write(
                        new java.awt.image.BufferedImage(2, 2, java.awt.image.BufferedImage.TYPE_INT_RGB),
                        format,
                        image))
                .isTrue();
        assertThat(of(image.toByteArray())).isEqualTo(FileCategory.IMAGE);
    }

    @Test
    void textIsToldApartByItsStart() {
        assertThat(of("#!/bin/sh\necho\n")).isEqualTo(FileCategory.SOURCE);
        assertThat(of("\ufeff<!DOCTYPE html>\n<html>")).isEqualTo(FileCategory.HTML);
        assertThat(of("\n<?xml version='1.0'?>")).isEqualTo(FileCategory.MARKUP);
        assertThat(of("{\n  \"a\": 1}")).isEqualTo(FileCategory.JSON);
        assertThat(of("[[1,2],[3]]")).isEqualTo(FileCategory.JSON);
        assertThat(of("[1.5, 2]")).isEqualTo(FileCategory.JSON);
        assertThat(of("[section]\nkey=value\n")).isEqualTo(FileCategory.TEXT);
        assertThat(of("{curly} words\n")).isEqualTo(FileCategory.TEXT);
        assertThat(of("M\u00f6glichst viele W\u00f6rter.\n")).isEqualTo(FileCategory.TEXT);
        assertThat(of("na\u00efve prose\n".getBytes(StandardCharsets.ISO_8859_1)))
                .isEqualTo(FileCategory.TEXT);
        assertThat(of("%PDF-1.7\n")).isEqualTo(FileCategory.PDF);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Nov  3 04:05:06 host daemon[12]: said\n",
                "2026-11-03T04:05:06.123Z INFO said\n",
                "[2026-11-03 04:05:06] said\n",
                "127.0.0.1 - - [03/Nov/2026:04:05:06 +0000] \"GET / HTTP/1.1\" 200 1\n",
                "[    1.234567] kernel said\n",
                "04:05:06 said\n"
            })
    void logsHaveATimeInMostLines(String line) {
        assertThat(of(line.repeat(5))).isEqualTo(FileCategory.LOG);
        assertThat(of(line + "This is prose.\n".repeat(5))).isEqualTo(FileCategory.TEXT);
    }

    @Test
    void bytesOfNoFormatAreOthers() {
        assertThat(of(new byte[0])).isEqualTo(FileCategory.OTHER);
        assertThat(of(new byte[1000])).isEqualTo(FileCategory.OTHER);
    }

    /** A character of several bytes that the end of what is read cuts in two. */
    @Test
    void textMayBeCutWithinACharacter() throws IOException {
        for (int shift = 0; shift < 4; shift++) {
            Path file =
                    Files.writeString(folder.resolve("text" + shift), "x".repeat(shift) + "\ud83d\ude00".repeat(2000));
            assertThat(FileSignature.of(file)).as("shift %s", shift).isEqualTo(FileCategory.TEXT);
        }
    }

    /** Any bytes have a category, at any length. */
    @Test
    void anyBytesHaveACategory() {
        Random random = new Random(20);
        byte[] head = new byte[FileSignature.HEAD_BYTES + 10];
        int others = 0;
        for (int round = 0; round < 2000; round++) {
            random.nextBytes(head);
            if (FileSignature.of(head, random.nextInt(head.length + 1)) == FileCategory.OTHER) {
                others++;
            }
        }
        assertThat(others).isGreaterThan(1980);
    }
}
