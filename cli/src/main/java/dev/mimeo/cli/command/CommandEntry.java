package dev.mimeo.cli.command;

/**
 * A command by its name. The command is created only where it is asked for.
 *
 * @param name the word that stands for it on the command line
 * @param factory creates it
 */
public record CommandEntry(String name, Factory factory) {

    /** The constructor of a command. */
    @FunctionalInterface
    public interface Factory {

        /**
         * Creates the command.
         *
         * @param terminal the streams of the run
         * @param outputs what the run writes to
         */
        MimeoSubcommand create(Terminal terminal, Outputs outputs);
    }
}
