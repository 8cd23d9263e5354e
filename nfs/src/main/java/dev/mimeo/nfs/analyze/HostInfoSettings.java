package dev.mimeo.nfs.analyze;

/**
 * Settings of {@link HostInfo}.
 *
 * @param groupSeconds length of a group of time, at least 1
 * @param incremental tuples after which the groups of time that are over are printed and dropped, at least 1
 * @param cubeTime whether there are cells by time with any of something else
 * @param cubeHost whether there are cells by host with any of something else
 * @param cubeHostDetail whether these are not only those with any of all else
 * @param printBase whether the cells without any are printed
 * @param printCube whether those with any are
 * @param printRates whether rates are
 * @param printRateQuantiles whether their quantiles are
 */
record HostInfoSettings(
        long groupSeconds,
        int incremental,
        boolean cubeTime,
        boolean cubeHost,
        boolean cubeHostDetail,
        boolean printBase,
        boolean printCube,
        boolean printRates,
        boolean printRateQuantiles) {

    static HostInfoSettings parse(AnalysisOptions options) {
        return new HostInfoSettings(
                options.number("seconds", 1, 1, 1_000_000_000),
                (int) options.number("incremental", 100_000, 1, 100_000_000),
                !options.flag("no_cube_time"),
                !options.flag("no_cube_host"),
                !options.flag("no_cube_host_detail"),
                !options.flag("no_print_base"),
                !options.flag("no_print_cube"),
                !options.flag("no_print_rates"),
                !options.flag("no_print_rates_quantiles"));
    }
}
