package dev.mimeo.cli.dataseries;

import dev.mimeo.cli.command.FileStart;
import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Output;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.TextResults;
import dev.mimeo.cli.command.WithoutOptions;
import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.TypeLibrary;
import dev.mimeo.formats.java.TypeClasses;
import dev.mimeo.internal.files.Folders;
import dev.mimeo.internal.text.Counts;
import dev.mimeo.internal.text.Failures;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Generates Java classes for extent types. */
@Command(
        name = "dstypes2java",
        customSynopsis = "mimeo dstypes2java TYPE.xml|FILE.ds... [OPTIONS]",
        description = {
            "Generates Java classes for extent types.",
            "",
            "Each class reads the columns of extents of one type, without boxing. It has a",
            "nested Cursor that goes through the rows of a file, and a nested Writer that",
            "sets the columns of new rows. The types are those of XML files or of DataSeries",
            "files. The classes depend only on mimeo-core."
        },
        footer = {
            "",
            "Examples:",
            "  mimeo dstypes2java trace.ds --type Trace::NFS::common",
            "  mimeo dstypes2java trace.ds --type common --class NfsCall -o src/main/java",
            "  mimeo dstypes2java trace.ds more.xml --package com.example -o src/main/java"
        })
@WithoutOptions({"--threads", "--progress"})
final class Dstypes2javaCommand extends MimeoSubcommand {

    @Parameters(
            arity = "1..*",
            paramLabel = "INPUT",
            description = "XML of a type, or a DataSeries file; - is standard input.")
    private List<String> inputs = List.of();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            description = "Source folder for the classes, each in the folder of its package (default: print "
                    + "the class of a single type).")
    private @Nullable String output;

    @Option(names = "--package", paramLabel = "NAME", description = "Package of the classes (default: unnamed).")
    private String packageName = "";

    @Option(
            names = "--class",
            paramLabel = "NAME",
            description = "Name of the class of a single type (default: made of the name of the type).")
    private @Nullable String className;

    @Option(
            names = "--type",
            paramLabel = "PATTERN",
            description = "Only this type: its name, or a unique start or part of it.")
    private @Nullable String pattern;

    Dstypes2javaCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        if (json && output == null) {
            throw usageError("--json and the class both want standard output: name a folder with -o");
        }
        if ("-".equals(output)) {
            throw usageError("-o names a folder; without it a class goes to standard output");
        }
        List<ExtentType> types = types();
        Map<String, String> sources = checked(() -> sources(types));
        String folder = output;
        if (folder != null) {
            write(types, sources, Outputs.folder(folder));
        } else if (sources.size() == 1) {
            print(sources.values().iterator().next());
        } else {
            throw usageError(sources.size() + " types make as many files: name a folder with -o, or one --type of "
                    + String.join(", ", types.stream().map(ExtentType::name).toList()));
        }
        return 0;
    }

    private Map<String, String> sources(List<ExtentType> types) {
        String name = className;
        if (name == null) {
            return TypeClasses.generate(types, packageName);
        }
        if (types.size() != 1) {
            throw usageError(
                    "--class names the class of a single type, and there are " + types.size() + ": add --type");
        }
        return Map.of(name, TypeClasses.generate(types.get(0), packageName, name));
    }

    private List<ExtentType> types() throws IOException {
        TypeLibrary library = new TypeLibrary();
        for (String input : inputs) {
            for (ExtentType type : types(input)) {
                try {
                    library.add(type);
                } catch (DataSeriesException e) {
                    throw new DataSeriesException(
                            input.equals("-") ? "standard input" : input, String.valueOf(e.getMessage()));
                }
            }
        }
        return pattern == null ? library.types() : List.of(library.match(pattern));
    }

    private List<ExtentType> types(String input) throws IOException {
        Path file = trace(input, (in, name) -> {
            byte[] xml = TypeFiles.read(in, name).xmlBytes();
            return keep(outputs.spool(new ByteArrayInputStream(xml), "type-"), name);
        });
        if (FileStart.isDataSeries(file)) {
            try (DataSeriesReader reader = DataSeriesReader.open(file)) {
                return reader.types();
            }
        }
        return List.of(TypeFiles.read(file.toString()));
    }

    private void write(List<ExtentType> types, Map<String, String> sources, Path folder) throws IOException {
        Path target = packageName.isEmpty() ? folder : folder.resolve(packageName.replace('.', '/'));
        Folders.create(target);
        List<Output> opened = new ArrayList<>();
        try {
            ArrayNode classes = Json.object().putArray("classes");
            int number = 0;
            for (Map.Entry<String, String> entry : sources.entrySet()) {
                String path = target.resolve(entry.getKey() + ".java").toString();
                refuseDerived(path);
                Output file = outputs.openText(path, force);
                opened.add(file);
                TextResults.write(file.channel(), entry.getValue());
                classes.addObject()
                        .put("type", types.get(number++).name())
                        .put("class", packageName.isEmpty() ? entry.getKey() : packageName + "." + entry.getKey())
                        .put("file", path);
            }
            for (Output file : opened) {
                file.commit();
            }
            if (json) {
                ObjectNode document = Json.object();
                document.set("classes", classes);
                print(Json.render(document));
            }
            note(Failures.oneLine(target.toString()) + ": " + Counts.of(sources.size(), "class") + "\n");
        } finally {
            for (Output file : opened) {
                file.close();
            }
        }
    }
}
