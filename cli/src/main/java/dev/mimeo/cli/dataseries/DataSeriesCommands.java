package dev.mimeo.cli.dataseries;

import dev.mimeo.cli.command.CommandEntry;
import java.util.List;

/** The commands that read and write files of DataSeries. */
public final class DataSeriesCommands {

    private DataSeriesCommands() {}

    /** Returns the commands for DataSeries files, in the order of the help. */
    public static List<CommandEntry> files() {
        return List.of(
                new CommandEntry("ds2txt", Ds2txtCommand::new),
                new CommandEntry("dsselect", DsselectCommand::new),
                new CommandEntry("dsstatgroupby", DsstatgroupbyCommand::new),
                new CommandEntry("csv2ds", Csv2dsCommand::new),
                new CommandEntry("txt2ds", Txt2dsCommand::new),
                new CommandEntry("sql2ds", Sql2dsCommand::new),
                new CommandEntry("dsinfo", DsinfoCommand::new),
                new CommandEntry("dsverify", DsverifyCommand::new),
                new CommandEntry("dsrecover", DsrecoverCommand::new),
                new CommandEntry("dsrepack", DsrepackCommand::new),
                new CommandEntry("dsextentindex", DsextentindexCommand::new),
                new CommandEntry("dstypes2java", Dstypes2javaCommand::new),
                new CommandEntry("dscat", DscatCommand::new),
                new CommandEntry("dssort", DssortCommand::new),
                new CommandEntry("dsmerge", DsmergeCommand::new),
                new CommandEntry("dssql", DssqlCommand::new),
                new CommandEntry("dsexport", DsexportCommand::new),
                new CommandEntry("dsimport", DsimportCommand::new));
    }

    /** Returns the commands for traces in other formats. */
    public static List<CommandEntry> traces() {
        return List.of(new CommandEntry("convert", ConvertCommand::new));
    }
}
