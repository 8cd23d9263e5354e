package dev.mimeo.cli.command;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version of Mimeo and of the JDK it runs on. */
public final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() throws IOException {
        return new String[] {
            "mimeo " + ofMimeo(),
            "JDK " + System.getProperty("java.version") + " (" + System.getProperty("java.vendor") + ")"
        };
    }

    /** Returns the version that the build wrote into the application. */
    public static String ofMimeo() throws IOException {
        return property("version");
    }

    /** Returns the commit of the sources of the build, with "-dirty" if they had changes; "unknown" if the build was not told. */
    public static String commit() throws IOException {
        return property("commit");
    }

    private static String property(String name) throws IOException {
        try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
            Properties properties = new Properties();
            if (in != null) {
                properties.load(in);
            }
            return properties.getProperty(name, "unknown");
        }
    }
}
