package dev.mimeo.cli.garage;

import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.WithoutOptions;
import dev.mimeo.garage.store.Catalog;
import dev.mimeo.internal.text.Failures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Lists the counters of each server. */
@Command(
        name = "catalog",
        customSynopsis = "mimeo garage catalog DIR... [OPTIONS]",
        description = {
            "Lists the counters of packed files.",
            "",
            "Shows their tables and types, the number of servers and files, and the first and",
            "last day. With --counter it also shows the names of the servers. Only the",
            "schemas are read.",
            "",
            "The exit code is 1 if a file cannot be read."
        },
        footer = {
            "",
            "Examples:",
            "  mimeo garage catalog garage",
            "  mimeo garage catalog garage --counter CPUUsage",
            "  mimeo garage catalog garage --json"
        })
@WithoutOptions({"--threads", "--progress", "--force"})
final class GarageCatalogCommand extends MimeoSubcommand {

    @Parameters(arity = "1..*", paramLabel = "DIR", hideParamSyntax = true, description = "Garages or packed files.")
    private List<String> roots = new ArrayList<>();

    @Option(names = "--counter", paramLabel = "NAME", description = "Show only this counter, and its servers.")
    private @Nullable String counter;

    GarageCatalogCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        Catalog catalog = Catalog.of(PackedInputs.find(Outputs.paths(roots), this));
        List<Catalog.CounterEntry> counters = catalog.counters().stream()
                .filter(entry -> counter == null || entry.name().equalsIgnoreCase(counter))
                .toList();
        if (json) {
            print(Json.render(document(catalog, counters)));
        } else {
            StringBuilder text = new StringBuilder(String.format(
                    Locale.ROOT,
                    "%-9s %8s %8s  %-10s  %-10s  %s%n",
                    "type",
                    "servers",
                    "files",
                    "from",
                    "to",
                    "counter"));
            for (Catalog.CounterEntry entry : counters) {
                text.append(String.format(
                        Locale.ROOT,
                        "%-9s %8d %8d  %-10s  %-10s  %s.%s%n",
                        types(entry),
                        entry.servers().size(),
                        entry.files(),
                        Objects.requireNonNullElse(entry.firstDay(), "-"),
                        Objects.requireNonNullElse(entry.lastDay(), "-"),
                        entry.table(),
                        Failures.oneLine(entry.name())));
                if (counter != null) {
                    entry.servers()
                            .forEach(server -> text.append("  ")
                                    .append(Failures.oneLine(server))
                                    .append('\n'));
                }
            }
            print(text.toString());
        }
        catalog.failures().forEach(failure -> note("mimeo: " + Failures.oneLine(failure) + "\n"));
        return catalog.failures().isEmpty() ? 0 : 1;
    }

    private static String types(Catalog.CounterEntry entry) {
        return entry.types().stream()
                .map(type -> type.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(","));
    }

    private static ObjectNode document(Catalog catalog, List<Catalog.CounterEntry> counters) {
        ObjectNode document = Json.object().put("files", catalog.files());
        ArrayNode list = document.putArray("counters");
        for (Catalog.CounterEntry entry : counters) {
            ObjectNode node = list.addObject();
            node.put("table", entry.table());
            node.put("counter", entry.name());
            node.put("type", types(entry));
            node.put("files", entry.files());
            node.put(
                    "firstDay",
                    entry.firstDay() == null ? null : entry.firstDay().toString());
            node.put("lastDay", entry.lastDay() == null ? null : entry.lastDay().toString());
            ArrayNode servers = node.putArray("servers");
            entry.servers().forEach(servers::add);
        }
        ArrayNode failures = document.putArray("failures");
        catalog.failures().forEach(failures::add);
        return document;
    }
}
