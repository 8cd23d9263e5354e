package dev.mimeo.cli.command;

import java.util.Arrays;
import java.util.List;

/**
 * A command by its name. The command is created only where it is asked for.
 *
 * @param name the word that stands for it on the command line
 * @param factory creates it, and others
 */
public record CommandEntry(String name, Factory factory) {

    /**
     * Creates commands by their names. A family has one for all of its commands: linking a reference to each constructor would take a
     * twentieth of a short run.
     */
    @FunctionalInterface
    public interface Factory {

        /**
         * Creates a command.
         *
         * @param name one of the commands of the family
         * @param terminal the streams of the run
         * @param outputs what the run writes to
         */
        MimeoSubcommand create(String name, Terminal terminal, Outputs outputs);
    }

    /** Returns the commands of a family in this order. */
    public static List<CommandEntry> of(Factory factory, String... names) {
        return Arrays.stream(names).map(name -> new CommandEntry(name, factory)).toList();
    }

    /**
     * Creates the command.
     *
     * @param terminal the streams of the run
     * @param outputs what the run writes to
     */
    public MimeoSubcommand create(Terminal terminal, Outputs outputs) {
        return factory.create(name, terminal, outputs);
    }
}
