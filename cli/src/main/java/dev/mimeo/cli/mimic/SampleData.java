package dev.mimeo.cli.mimic;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.tukaani.xz.XZInputStream;

/** The bundled sample: real data of several kinds; {@code sample/SAMPLE.md} says where it is from. */
final class SampleData {

    /** Names of the files, sorted. */
    static final List<String> FILES = List.of(
            "alice29.txt",
            "asyoulik.txt",
            "dpkg.log",
            "ecoli536.txt",
            "fireworks.jpeg",
            "geo.protodata",
            "html",
            "kppkn.gtb",
            "lcet10.txt",
            "urls.10K",
            "world192.txt");

    private SampleData() {}

    /** Unpacks the sample into a folder that exists, replacing files of the same names. */
    static void unpack(Path folder) throws IOException {
        for (String name : FILES) {
            try (InputStream in = new XZInputStream(open(name + ".xz"))) {
                Files.copy(in, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        try (InputStream in = open("SAMPLE.md")) {
            Files.copy(in, folder.resolveSibling("SAMPLE.md"), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static InputStream open(String name) throws IOException {
        InputStream in = SampleData.class.getResourceAsStream("sample/" + name);
        if (in == null) {
            throw new IOException("the application lacks its sample " + name + ": build it again");
        }
        return in;
    }
}
