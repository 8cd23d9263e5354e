package dev.mimeo.cli.dataseries;

import dev.mimeo.cli.command.CommandEntry;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Terminal;
import java.util.List;

/** The commands that read and write files of DataSeries. */
public final class DataSeriesCommands {

    private DataSeriesCommands() {}

    /** Returns the commands for DataSeries files, in the order of the help. */
    public static List<CommandEntry> files() {
        return CommandEntry.of(
                DataSeriesCommands::create,
                "ds2txt",
                "dsselect",
                "dsstatgroupby",
                "csv2ds",
                "txt2ds",
                "sql2ds",
                "dsinfo",
                "dsverify",
                "dsrecover",
                "dsrepack",
                "dsextentindex",
                "dstypes2java",
                "dscat",
                "dssort",
                "dsmerge",
                "dssql",
                "dsexport",
                "dsimport");
    }

    /** Returns the commands for traces in other formats. */
    public static List<CommandEntry> traces() {
        return CommandEntry.of(DataSeriesCommands::create, "convert");
    }

    private static MimeoSubcommand create(String name, Terminal terminal, Outputs outputs) {
        return switch (name) {
            case "ds2txt" -> new Ds2txtCommand(terminal, outputs);
            case "dsselect" -> new DsselectCommand(terminal, outputs);
            case "dsstatgroupby" -> new DsstatgroupbyCommand(terminal, outputs);
            case "csv2ds" -> new Csv2dsCommand(terminal, outputs);
            case "txt2ds" -> new Txt2dsCommand(terminal, outputs);
            case "sql2ds" -> new Sql2dsCommand(terminal, outputs);
            case "dsinfo" -> new DsinfoCommand(terminal, outputs);
            case "dsverify" -> new DsverifyCommand(terminal, outputs);
            case "dsrecover" -> new DsrecoverCommand(terminal, outputs);
            case "dsrepack" -> new DsrepackCommand(terminal, outputs);
            case "dsextentindex" -> new DsextentindexCommand(terminal, outputs);
            case "dstypes2java" -> new Dstypes2javaCommand(terminal, outputs);
            case "dscat" -> new DscatCommand(terminal, outputs);
            case "dssort" -> new DssortCommand(terminal, outputs);
            case "dsmerge" -> new DsmergeCommand(terminal, outputs);
            case "dssql" -> new DssqlCommand(terminal, outputs);
            case "dsexport" -> new DsexportCommand(terminal, outputs);
            case "dsimport" -> new DsimportCommand(terminal, outputs);
            case "convert" -> new ConvertCommand(terminal, outputs);
            default -> throw new IllegalArgumentException(name);
        };
    }
}
